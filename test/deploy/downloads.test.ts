import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allVariables } from '../../src/config.js';

const systems = ['windows-x64', 'macos-arm64', 'linux-x64', 'linux-arm64', 'panel-x64', 'panel-arm64'];

describe('an archive to download', () => {
	let checkout: string;

	/** A minimal built checkout, with a bot that can be run. */
	beforeAll(() => {
		checkout = mkdtempSync(join(tmpdir(), 'claimcheck-downloads-'));
		const files: Readonly<Record<string, string>> = {
			'node_modules/sqlite3/build/Release/node_sqlite3.node': 'GLIBC_2.9 GLIBC_2.31 GLIBC_2.2.5',
			'node_modules/sqlite3/build/Release/obj/sqlite.o': '',
			'node_modules/sqlite3/deps/sqlite.c': '',
			'node_modules/sqlite3/lib/sqlite3.d.ts': '',
			'node_modules/bindings/bindings.js': '',
			'node_modules/file-uri-to-path/index.js': '',
			'node_modules/@resvg/resvg-js-of-this-system/resvg.node': '',
			'node_modules/@expo-google-fonts/abel/index.js': '',
			'dist/src/main.js': '',
			'dist/src/bundle/main.js.map': '',
			'dist/licences/LICENSE': '',
			LICENSE: '',
			'.env': 'CLAIM_SECRET=of-the-packer',
			'data/claimcheck.sqlite': '',
			'node/bin/node': '',
			'node/node.exe': '',
			'node/LICENSE': '',
		};
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(checkout, name)), { recursive: true });
			writeFileSync(join(checkout, name), text);
		}
		for (const name of ['deploy/starter', 'package.json'])
			cpSync(name, join(checkout, name), { recursive: true });
	});
	afterAll(() => rmSync(checkout, { recursive: true }));

	const pack = (...args: readonly string[]) =>
		spawnSync(process.execPath, [resolve('scripts/archive.js'), ...args], {
			cwd: checkout,
			encoding: 'utf8',
		});

	it.each(systems)(
		'for %s contains everything the bot needs, and nothing personal from the packer',
		(system) => {
			const [file = '', isForPanel] = [
				pack(system, '--node', 'node').stdout.trim(),
				system.startsWith('panel'),
			];
			expect(file.endsWith('.zip')).toBe(system.startsWith('windows'));
			const { stdout } = spawnSync('tar', ['-tf', file], { cwd: checkout, encoding: 'utf8' });
			const paths = stdout
				.split('\n')
				.flatMap((path) => /^(?!.*\/$).+/.exec(path.replace(/^claimcheck-.*?\//, '')) ?? []);
			expect(paths.toSorted()).toEqual(
				[
					'LICENSE',
					'dist/licences/LICENSE',
					'dist/node_modules/@expo-google-fonts/abel/index.js',
					'dist/node_modules/@resvg/resvg-js-of-this-system/resvg.node',
					'dist/node_modules/bindings/bindings.js',
					'dist/node_modules/file-uri-to-path/index.js',
					'dist/node_modules/sqlite3/build/Release/node_sqlite3.node',
					'dist/src/main.js',
					'index.js',
					'package.json',
					...(isForPanel ? [] : ['bin/LICENSE', system.startsWith('windows') ? 'bin/node.exe' : 'bin/node']),
					...paths.filter((path) => path.startsWith('start.')),
				].toSorted(),
			);
			expect(paths.filter((path) => path.startsWith('start.')).length).toBe(isForPanel ? 0 : 1);
		},
	);

	it('starts on Windows with carriage returns, without which cmd.exe misreads it', () => {
		pack('windows-x64', '--node', 'node');
		const text = readFileSync(join(checkout, 'dist/archives/claimcheck-windows-x64/start.cmd'), 'utf8');
		expect(text).toContain('\r\n"%~dp0bin\\node.exe" "%~dp0index.js"\r\n');
		expect(text).not.toMatch(/[^\r]\n/);
	});

	it('is refused if its driver needs a newer glibc, for an unknown system, or without Node.js', () => {
		expect(pack('panel-x64', '--glibc', '2.31').status).toBe(0);
		expect(pack('panel-x64', '--glibc', '2.30').stderr).toContain('needs glibc 2.31');
		expect(pack('toString').stderr).toContain('SYSTEM is one of windows-x64,');
		expect(pack('linux-x64').stderr).toContain('--node is missing');
	});

	it('is packed by the release on the system it is for', () => {
		const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
		const named = [...workflow.matchAll(/(?:system|panel): ([a-z]+-(?:x64|arm64))$/gm)].map(
			([, name]) => name,
		);
		expect(named.toSorted()).toEqual(systems.toSorted());
	});
});

it.each(['README.md', 'docs/hosting.md'])('%s names only archives of a release', (file) => {
	const named = [...readFileSync(file, 'utf8').matchAll(/claimcheck-((?:[a-z]+-)(?:x64|arm64))\b/g)];
	expect(named.length).toBeGreaterThan(1);
	expect(named.filter(([, system = '']) => !systems.includes(system))).toEqual([]);
});

describe('the eggs', () => {
	const shape = z.looseObject({
		startup_commands: z.object({ Default: z.string() }),
		docker_images: z.record(z.string(), z.string()),
		scripts: z.object({ installation: z.looseObject({ script: z.string() }) }),
		variables: z.array(z.looseObject({ env_variable: z.string(), rules: z.array(z.string()) })),
	});
	const read = (name: string): unknown => JSON.parse(readFileSync(`deploy/eggs/${name}.json`, 'utf8'));
	const pelican = shape.parse(read('pelican'));

	it('are the same in the formats of both panels', () => {
		const { uuid: _, tags: __, startup_commands, ...egg } = pelican;
		expect(egg).toMatchObject({
			meta: { version: 'PLCN_v3' },
			config: { files: {}, startup: { done: ['Ready'] }, logs: {}, stop: '^C' },
		});
		expect(read('pterodactyl')).toEqual({
			...egg,
			meta: { version: 'PTDL_v2', update_url: null },
			features: null,
			startup: startup_commands.Default,
			config: { files: '{}', startup: '{"done":"Ready"}', logs: '{}', stop: '^C' },
			variables: egg.variables.map(({ sort: _, rules, ...variable }) => {
				return { ...variable, rules: rules.join('|'), field_type: 'text' };
			}),
		});
	});

	it('name programs, a log message and variables that the bot has', () => {
		const programs = [...pelican.startup_commands.Default.matchAll(/node index\.js(?: (\w+))?/g)];
		expect(programs.map(([, name]) => name)).toEqual(['register', undefined]);
		const bundle = readFileSync('scripts/bundle.js', 'utf8');
		expect(bundle.includes('\tmain: ') && bundle.includes('\tregister: ')).toBe(true);
		expect(readFileSync('src/app.ts', 'utf8')).toMatch(/logger\.info\(.*, 'Ready'\)/);
		for (const image of Object.values(pelican.docker_images)) expect(image).toMatch(/:nodejs_2[246]$/);
		const known = [...allVariables, ...pelican.scripts.installation.script.matchAll(/\$(\w+)/g)].flat();
		expect(pelican.variables.filter(({ env_variable }) => !known.includes(env_variable))).toEqual([]);
	});
});
