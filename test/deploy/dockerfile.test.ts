import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lines = readFileSync('deploy/Dockerfile', 'utf8').split('\n');

it('every file that the Dockerfile copies from the repository is let through by Dockerfile.dockerignore', () => {
	const copies = readFileSync('deploy/Dockerfile', 'utf8').match(/^COPY (?!--from).*$/gm) ?? [];
	const copied = copies.flatMap((line) => line.split(' ').slice(1, -1));
	expect(copied).toContain('scripts');
	const allowed = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').match(/(?<=^!).*$/gm);
	expect(allowed).toEqual(expect.arrayContaining(copied));
});

// The published driver needs glibc 2.38, and Debian 12 has 2.36.
it('the SQLite driver is compiled in the image, unless its base images are newer than Debian 12', () => {
	const isNew = lines.every(
		(line) => !/^(?:ARG \w+_IMAGE=|FROM [^$]).*(?:bookworm|debian12|bullseye|debian11)/.test(line),
	);
	const installs = lines.filter(
		(line) => /^RUN\b.*\bnpm ci\b/.test(line) && !line.includes('--ignore-scripts'),
	);
	expect(installs).not.toEqual([]);
	const isCompiled = installs.every((line) => line.includes('npm_config_build_from_source=sqlite3'));
	expect(isNew || isCompiled).toBe(true);
});

const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
	.header;

it('the installed SQLite driver needs no newer C library than this system or Debian 12 has', () => {
	// A program contains its required symbols with their versions, as text.
	const driver = readFileSync('node_modules/sqlite3/build/Release/node_sqlite3.node', 'latin1');
	const needed = [...driver.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
	const here = Number(glibcVersionRuntime?.split('.')[1] ?? 0);
	expect(needed.length).toBeGreaterThan(0);
	expect(Math.max(...needed)).toBeLessThanOrEqual(Math.max(36, here));
});
