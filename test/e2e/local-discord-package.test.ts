import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

// What a stranger gets: the package is packed from a copy of its sources, since other tests use the built files here, and
// unpacked into an empty folder. Nothing is fetched: its declared dependencies, and they alone, are linked beside it.

const run = promisify(execFile);
const source = resolve('packages/local-discord');
const packageSchema = z.object({
	exports: z.record(z.string(), z.object({ types: z.string(), default: z.string() })),
	dependencies: z.record(z.string(), z.string()),
});
const packedSchema = z.tuple([
	z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

let folder: string;
let installed: string;
let files: readonly string[];
let manifest: z.infer<typeof packageSchema>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'local-discord-package-'));
	manifest = packageSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
	const packed = await pack(join(folder, 'checkout'));
	files = packed.files.map(({ path }) => path);
	installed = join(folder, 'node_modules/@claimcheck/local-discord');
	await mkdir(installed, { recursive: true });
	await run('tar', ['-xzf', packed.filename, '--strip-components=1', '-C', installed]);
	for (const name of [...Object.keys(manifest.dependencies), 'discord.js']) {
		await symlink(folderOf(name), join(folder, 'node_modules', name));
	}
	await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('holds its compiled code, declarations, README and licence, and nothing else', () => {
	const allowed = /^(package\.json|README\.md|LICENSE|dist\/[\w/-]+\.(js|d\.ts))$/;
	expect(files.filter((file) => !allowed.test(file))).toEqual([]);
	expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
	expect(files).not.toContain('dist/left-over.js');
	for (const target of Object.values(manifest.exports).flatMap((it) => [it.types, it.default])) {
		expect(files).toContain(target.replace('./', ''));
	}
});

it('imports nothing but what it declares', async () => {
	const imported = new Set<string>();
	for (const file of files.filter((name) => name.startsWith('dist/'))) {
		const code = await readFile(join(installed, file), 'utf8');
		for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport) '((?:@[^/']+\/)?[^./'][^/']*)/g)) {
			imported.add(name);
		}
	}
	const foreign = [...imported].filter((name) => !name.startsWith('node:'));
	expect(foreign.sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

it('runs the example of its README as plain JavaScript', async () => {
	const readme = await readFile(join(installed, 'README.md'), 'utf8');
	const [bot, test] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
	await writeFile(join(folder, 'bot.js'), bot ?? '');
	await writeFile(join(folder, 'bot.test.js'), test ?? '');
	const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'bot.test.js'], {
		cwd: folder,
		// A test run within a test run would report to the outer one.
		env: { ...process.env, NODE_TEST_CONTEXT: undefined },
	});
	expect(stdout).toMatch(/^# pass 1$/m);
	expect(stdout).toMatch(/^# fail 0$/m);
});

it('can be used from strict TypeScript that checks the declarations too, without types of Node.js', async () => {
	const imports = Object.keys(manifest.exports).map(
		(path, at) => `import * as m${at} from '@claimcheck/local-discord${path.slice(1)}';`,
	);
	const use = `
		const discord = await m0.startLocalDiscord({ port: 0, privilegedIntents: 0 });
		const guild: m0.Guild = discord.createGuild({ name: 'My server' });
		const ana: m0.Person = discord.person(guild, { name: 'Ana' });
		const answer: { content: string } = await ana.chatInput('hi').answered();
		const route: m0.RouteKey = 'GET /gateway/bot';
		discord.faults.add(route, { kind: 'delay', ms: 5 });
		// @ts-expect-error Not for users.
		discord.events.emit({ type: 'member-joined' });
		export const all = [answer, ${imports.map((_, at) => `m${at}`).join()}];`;
	await writeFile(join(folder, 'use.ts'), [...imports, use].join('\n'));
	const compiler = resolve('node_modules/.bin/tsc');
	const flags =
		'--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false';
	const target = '--module nodenext --target es2023 --lib es2023,dom --types'.split(' ');
	const { stdout } = await run(compiler, [...flags.split(' '), ...target, '', 'use.ts'], {
		cwd: folder,
	}).catch((error: { stdout: string }) => error);
	expect(stdout).toBe('');
});

it('is only asked for what it offers', async () => {
	const offered = new Set(
		Object.keys(manifest.exports).map((path) => `@claimcheck/local-discord${path.slice(1)}`),
	);
	for (const part of ['test', 'packages/sandbox/src', 'packages/sandbox/test']) {
		for (const file of await readdir(part, { recursive: true })) {
			if (!file.endsWith('.ts')) continue;
			const code = await readFile(join(part, file), 'utf8');
			for (const [, name = ''] of code.matchAll(/ from '(@claimcheck\/local-discord[\w/-]*)'/g)) {
				expect.soft(offered, `${part}/${file}`).toContain(name);
			}
		}
	}
});

/** Packs a copy of the package below `checkout`, in which an earlier build has left something behind. */
async function pack(checkout: string): Promise<z.infer<typeof packedSchema>[0]> {
	const copy = join(checkout, 'packages/local-discord');
	await cp(source, copy, {
		recursive: true,
		filter: (path) => !/\/(dist|node_modules|test)$/.test(path),
	});
	await cp(resolve('tsconfig.json'), join(checkout, 'tsconfig.json'));
	await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
	await symlink(join(source, 'node_modules'), join(copy, 'node_modules'));
	await mkdir(join(copy, 'dist'));
	await writeFile(join(copy, 'dist/left-over.js'), '');
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
	const [packed] = packedSchema.parse(JSON.parse(stdout.slice(stdout.indexOf('['))));
	return { ...packed, filename: join(folder, packed.filename) };
}

/** Where a dependency of the package is installed: with the package, or in the repository's root. */
function folderOf(name: string): string {
	const own = join(source, 'node_modules', name);
	return existsSync(own) ? own : resolve('node_modules', name);
}
