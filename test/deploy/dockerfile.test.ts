import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { debian12, neededGlibc } from '../needed-glibc.js';

const lines = readFileSync('deploy/Dockerfile', 'utf8').split('\n');

it('every file that the Dockerfile copies from the repository gets past Dockerfile.dockerignore', () => {
	const copies = readFileSync('deploy/Dockerfile', 'utf8').match(/^COPY (?!--from).*$/gm) ?? [];
	const copied = copies.flatMap((line) => line.split(' ').slice(1, -1));
	expect(copied).toContain('scripts');
	const allowed = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').match(/(?<=^!).*$/gm);
	expect(allowed).toEqual(expect.arrayContaining(copied));
});

// The published one needs glibc 2.38, and Debian 12 has 2.36.
it('the driver of SQLite is compiled in the image, or its bases are newer than Debian 12', () => {
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

it('the driver that is installed here needs no newer C library than this system or Debian 12 has', () => {
	const driver = readFileSync('node_modules/sqlite3/build/Release/node_sqlite3.node');
	const here = Number(glibcVersionRuntime?.split('.')[1] ?? 0);
	expect(neededGlibc(driver)).toBeLessThanOrEqual(Math.max(debian12, here));
});

it.each([
	[['GLIBC_2.2.5', 'GLIBC_2.14', 'GLIBC_2.38'], 38],
	[['GLIBC_2.9', 'GLIBC_2.10', 'GLIBCXX_3.4.30'], 10],
	[['nothing of it'], 0],
])('of %j the newest counts', (names, newest) => {
	expect(neededGlibc(Buffer.from(names.join('\0')))).toBe(newest);
});
