import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { runOn } from './run-on.js';

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));

const sources = {
	'src/main.ts': 'start();',
	'src/i18n/messages/en.json': '{}',
	'commands/registry.ts': '[];',
	'scripts/bundle.js': '',
	'package-lock.json': '{}',
};
const compiler = { 'node_modules/typescript/package.json': '{}', 'node_modules/esbuild/package.json': '{}' };

/** A folder with these files, where `npm run build` prints a line. */
function folderWith(...parts: readonly Readonly<Record<string, string>>[]) {
	const folder = mkdtempSync(join(tmpdir(), 'claimcheck-built-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const name of ['ensure-built', 'node-version', 'run'])
		cpSync(`scripts/${name}.js`, join(folder, `scripts/${name}.js`));
	const files = Object.assign(
		{
			'package.json': '{ "type": "module", "scripts": { "build": "echo builds" } }',
			'dist/src/main.js': '',
		},
		...parts,
	);
	for (const [name, text] of Object.entries<string>(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	return {
		/** Writes the marker that scripts/bundle.js leaves after a build. */
		noteSources: () => {
			const code = "import('./scripts/ensure-built.js').then((it) => process.stdout.write(it.sourceHash()))";
			const { stdout } = spawnSync(process.execPath, ['--eval', code], { cwd: folder, encoding: 'utf8' });
			writeFileSync(join(folder, 'dist/built-from'), `${stdout}\n`);
		},
		write: (name: string, text: string) => writeFileSync(join(folder, name), text),
		run: (line: readonly string[]) => runOn('24.0.0', ['scripts/run.js', ...line], folder),
		ensureBuilt: (version = '24.0.0') => runOn(version, ['scripts/run.js', 'main'], folder),
	};
}

it.each(['start', 'register', 'doctor', 'claims', 'init'])(
	'npm run %s makes sure that the bot is built',
	(name) => {
		expect(scripts[name]).toMatch(/^node scripts\/run\.js [a-z-]+$/);
	},
);

it('builds the sources if the compiler is installed, unless they haven’t changed since the last build', () => {
	const checkout = folderWith(sources, compiler, { 'dist/built-from': '' });
	expect(checkout.ensureBuilt()).toMatchObject({ status: 0, stdout: expect.stringContaining('builds') });
	checkout.noteSources();
	expect(checkout.ensureBuilt()).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('builds nothing in a release archive, whatever is installed there', () => {
	const archive = folderWith({ 'dist/built-from': '0\n' }, compiler);
	expect(archive.ensureBuilt()).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('builds nothing without the compiler if the sources haven’t changed since the last build', () => {
	const checkout = folderWith(sources, { 'dist/built-from': '' });
	checkout.noteSources();
	expect(checkout.ensureBuilt()).toEqual({ status: 0, stdout: '', stderr: '' });
	for (const name of Object.keys(sources)) {
		checkout.write(name, '// newer');
		expect(checkout.ensureBuilt(), name).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('The code has changed since dist/ was built. Run npm ci'),
		});
		checkout.noteSources();
	}
});

it('explains how to build if there is neither a build nor the compiler', () => {
	expect(folderWith(sources).ensureBuilt()).toMatchObject({
		status: 1,
		stderr: expect.stringContaining('dist/ is missing. Run npm ci'),
	});
});

it('warns once about Node.js 20, in the words of hosting.md, and continues', () => {
	const archive = folderWith({ 'dist/built-from': '0\n' });
	const { stderr, ...others } = archive.ensureBuilt('20.20.2');
	expect(others).toEqual({ status: 0, stdout: '' });
	expect(stderr).toMatch(
		/^Node\.js 20 has had no security updates since April 2026\. Install Node\.js 24 .*\n$/,
	);
	expect(readFileSync('docs/hosting.md', 'utf8')).toContain('has had no security updates since April 2026');
});
