import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import { makeClaim } from '../claims/admin/admin-place.js';
import { claimSecret } from '../claims/sample-claims.js';
import { freshCode, verify } from './acts.js';
import { cli, runClaimsWith } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';

// The entry as it is run: its own process, with nothing but an environment.

const otherSecret = 'another-secret-of-thirty-two-characters';
let folder: string;

interface Ended {
	readonly code: number;
	readonly output: string;
}

function claims(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
	const { PATH = '' } = process.env;
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[cli, ...args],
			{ cwd: folder, env: { PATH, ...env } },
			(error, stdout, stderr) => {
				resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
			},
		);
	});
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	const store = await openStore(`sqlite://${join(folder, 'claims.sqlite')}`, () => {}, { create: true });
	const made = await openClaimStore({
		store,
		claimSecret,
		clock: { now: () => 1 },
		report: { damaged: () => {} },
	});
	for (let n = 0; n < 5; n += 1) await makeClaim(made, n);
	await store.close();
});
afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

describe('the entry of npm run claims', () => {
	const DATABASE_URL = 'sqlite://claims.sqlite';

	it('reads a file .env, and secrets from files', async () => {
		await writeFile(join(folder, 'secret'), `${claimSecret}\n`);
		await writeFile(join(folder, '.env'), `DATABASE_URL=${DATABASE_URL}\nCLAIM_SECRET_FILE=secret\n`);
		expect(await claims(['verify'])).toEqual({ code: 0, output: expect.stringContaining('5 claims') });
		await rm(join(folder, '.env'));
	});

	it.each([
		['another secret', 78, 'CLAIM_SECRET is not the secret', ['verify'], { CLAIM_SECRET: otherSecret }],
		[
			'no known command',
			64,
			'There is no command launch\nAll commands: npm run claims -- --help\n',
			['launch'],
			{ CLAIM_SECRET: claimSecret },
		],
	])('ends with a code and a plain text on %s', async (_, code, text, args, env) => {
		const ended = await claims(args, { DATABASE_URL, ...env });
		expect(ended).toEqual({ code, output: expect.stringContaining(text) });
		expect(ended.output).not.toMatch(/another-secret|a-secret-of|\n\s+at /);
	});

	it('says that a server does not answer, and nothing of its password', async () => {
		const ended = await claims(['stats'], {
			DATABASE_URL: 'postgresql://user:hunter2hunter2@127.0.0.1:1/0',
			CLAIM_SECRET: claimSecret,
		});
		expect(ended).toEqual({ code: 69, output: expect.stringContaining('cannot be used') });
		expect(ended.output).not.toContain('hunter2');
	});

	it('runs every command of docs/operating.md, in the form for each machine', async () => {
		const document = await readFile('docs/operating.md', 'utf8');
		const forms = document.matchAll(/(?:run claims --|claims-cli\.js|claimcheck claims) ([a-z][^`\n]*)/g);
		const named = new Set([...forms].map(([, args = '']) => args.trim()));
		const stage = await openStage();
		await register(stage);
		const bot = await stage.startBot();
		await verify(stage.people.buyer, freshCode(stage));
		await bot.stop();
		const place = (file: string) => join(stage.folder, file);
		const list = `member,code\n${stage.people.friend.id},${freshCode(stage)}\n`;
		await writeFile(place('list.csv'), list);
		const run = (args: readonly string[]) => runClaimsWith(stage, { NEW_CLAIM_SECRET: otherSecret }, ...args);
		let count = 0;
		const argumentOf = async (command: string): Promise<string[]> => {
			count += 1;
			const [backup = ''] = await readdir(place('backups')).catch(() => []);
			const read = { load: 'dump-of-all', restore: join('backups', backup), 'import-csv': 'list.csv' };
			const file = Object.hasOwn(read, command) ? read[command as keyof typeof read] : `file-${count}`;
			return [command === 'forget-server' ? '200000000000000099' : file];
		};
		expect((await run(['backup'])).code).toBe(0);
		expect((await run(['dump', 'dump-of-all'])).code).toBe(0);
		// Last, since it changes the secret that the others need.
		for (const args of [...named].toSorted((a, b) => +(a === 'rotate-secret') - +(b === 'rotate-secret'))) {
			const [command = '', argument] = args.split(' ');
			const given = argument === undefined ? [] : await argumentOf(command);
			const { code, output } = await run([command, ...given, '--yes']);
			// Without a name and a terminal it lists the backups.
			expect({ args, code }, output).toEqual({ args, code: args === 'restore' ? 64 : 0 });
		}
		expect(named.size).toBeGreaterThan(12);
		await stage.close();
	});
});
