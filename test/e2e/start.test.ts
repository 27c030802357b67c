import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Stage } from '@claimcheck/sandbox/stage';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { runOn } from '../run-on.js';
import { logged } from './acts.js';
import { openStage } from './hosted-bot.js';

const coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

/** The files that a bot on SQLite has run by the time that it is ready: its own by their names, packages by theirs. */
async function loadedFiles(): Promise<readonly string[]> {
	const [stage, folder] = await Promise.all([Stage.open(), mkdtemp(join(tmpdir(), 'claimcheck-start-'))]);
	onTestFinished(async () => {
		await stage.close();
		await rm(folder, { recursive: true });
	});
	// V8 lists at the exit what has been run.
	const bot = await stage.startProcess({ NODE_V8_COVERAGE: folder });
	await bot.stop();
	const [file = ''] = await readdir(folder);
	const { result } = coverage.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
	const names = result
		.filter(({ url }) => url.startsWith('file:'))
		.map(({ url }) => fileURLToPath(url))
		.map(
			(path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/dist/src/')[1] ?? path,
		)
		.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '.js'));
	return [...new Set(names)].sort();
}

const atStart = [
	'bindings',
	'bundle/chunk.js',
	// @keyv/sqlite.
	'bundle/dist.js',
	'bundle/main.js',
	'bundle/sqlite.js',
	'file-uri-to-path',
	'main.js',
	'sqlite3',
];

it('a start loads the bundle and SQLite, and neither another back end nor charts or metrics', async () => {
	expect(await loadedFiles()).toEqual(atStart);
});

it.each(['main', 'init', 'register', 'doctor', 'claims-cli', 'health-check'])(
	'%s needs the driver of SQLite only once it opens such a database',
	async (program) => {
		const files = new Set([`${program}.js`]);
		for (const name of files) {
			const source = await readFile(join('dist/src/bundle', name), 'utf8');
			const imported = [...source.matchAll(/(?:\bfrom|\bimport)\s*"([^"]+)"/g)].map(([, path = '']) => path);
			expect(imported, name).not.toContain('sqlite3');
			for (const path of imported.filter((each) => each.startsWith('./'))) files.add(path.slice(2));
		}
		expect(files.size).toBeGreaterThan(1);
	},
);

it('the bundle reads a list of more than a MiB in a process of its own, and names settings that no longer exist', async () => {
	const stage = await Stage.open({ marketplace: { itemCount: 3_000 } });
	onTestFinished(() => stage.close());
	expect(JSON.stringify(stage.marketplace.items).length).toBeGreaterThan(2 ** 20);
	const bot = await stage.startProcess({ SHARDS: '0-3/16' });
	expect(await bot.logged('Loaded the items')).toMatchObject({ items: 3_000, skipped: 0 });
	expect(await bot.logged('These settings no longer exist')).toMatchObject({ settings: ['SHARDS'] });
});

it('the bundle has no character that would make V8 keep two bytes for each of it', async () => {
	const files = (await readdir('dist/src/bundle')).filter((name) => name.endsWith('.js'));
	expect(files.length).toBeGreaterThan(10);
	for (const name of files) {
		expect(await readFile(join('dist/src/bundle', name), 'utf8'), name).not.toMatch(/[^\0-\xff]/);
	}
});

it.each(['main', 'init', 'claims-cli'])('one line ends %s on a Node.js that is too old', (program) => {
	expect(runOn('20.18.3', `dist/src/${program}.js`)).toEqual({
		status: 78,
		stdout: '',
		stderr: expect.stringMatching(/^Node\.js 20\.18\.3 is too old: .*\n$/),
	});
});

/** Prints, as the program ends, how long each address of a host has. */
const hook = `data:text/javascript,${encodeURIComponent(`
	import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
	process.on('exit', () => console.log('\\nattempt ' + getDefaultAutoSelectFamilyAttemptTimeout()));
`)}`;

it.each(['main', 'init', 'claims-cli'])(
	'%s gives each address of a far host the time that a connection takes',
	async (program) => {
		// It ends for want of settings.
		const child = spawn(process.execPath, ['--import', hook, `dist/src/${program}.js`, '--help'], {
			env: {},
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		// Half of the two seconds that the shop has, so that the next address has time too.
		expect(await text(child.stdout)).toContain('attempt 1000');
	},
);

/** Every loop of a process. */
const tasks = [
	...['alerts', 'alerts about the store', 'backups', 'clock', 'disputes', 'items', 'license types'],
	...['looking at the database', 'notices', 'outage alerts', 'panels', 'probes', 'pruning', 'refund checks'],
	...['roles', 'roles of all members', 'served servers', 'updates'],
];

it('a process starts every task once', async () => {
	const stage = await openStage();
	onTestFinished(() => stage.close());
	const bot = await stage.startBot({ LOG_LEVEL: 'debug' });
	const started = () =>
		logged(bot, 'debug').flatMap(({ msg, task }) => (msg === 'A task has started' ? [task] : []));
	await expect.poll(() => started().toSorted()).toEqual(tasks);
});
