import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, describe, expect, it } from 'vitest';
import { databasesRequired } from '../storage/back-ends.js';
import { startOwnPostgres } from '../torture/own-servers.js';
import { freshCode, marketplaceCalls } from './acts.js';
import { cli, runClaimsWith } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;
let store: Awaited<ReturnType<typeof startOwnPostgres>>;

afterEach(async () => {
	await stage?.close();
	await store?.remove();
});

const write = (text: string) => writeFile(join(stage.folder, 'list.csv'), text);
const read = (name: string) => readFile(join(stage.folder, name), 'utf8');
const validations = () => marketplaceCalls(stage, 'purchases/validation');

const servers = { SQLite: undefined, PostgreSQL: startOwnPostgres };

describe.each(Object.entries(servers))('a list into %s', (_, start) => {
	it('is killed and run again: no row twice, and every refused row reported once', async (context) => {
		store = await start?.();
		const isMissing = start !== undefined && store === undefined;
		expect(isMissing && databasesRequired, 'its server is not installed').toBe(false);
		if (isMissing) return context.skip();
		stage = await openStage();
		await writeFile(join(stage.folder, '.env'), 'MARKETPLACE_PER_MINUTE=10000\n');
		const { buyer, friend } = stage.people;
		const url = store === undefined ? {} : { DATABASE_URL: store.address.databaseUrl };
		await register(stage, url);
		const bot = await stage.startProcess(url);
		await bot.stop();
		const claims = (...args: string[]) => runClaimsWith(stage, url, ...args);
		const wrong = (at: number) => `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`;
		const codes = Array.from({ length: 120 }, (_, at) => (at % 10 === 9 ? wrong(at) : freshCode(stage)));
		const holders = [buyer.id, friend.id];
		await write(['member,code', ...codes.map((code, at) => `${holders[at % 2]},${code}`)].join('\n'));
		await claims('import-csv', 'list.csv');
		const asked = validations();

		const env = { PATH: process.env['PATH'] ?? '', ...stage.environment(url) };
		const args = [cli, 'import-csv', 'list.csv', '--apply'];
		const child = spawn(process.execPath, args, { env, cwd: stage.folder, stdio: 'ignore' });
		const ended = once(child, 'close');
		await expect.poll(() => validations() - asked, { interval: 5 }).toBeGreaterThan(40);
		child.kill('SIGKILL');
		await ended;
		expect(validations() - asked).toBeLessThan(codes.length);

		const done = await claims('import-csv', 'list.csv', '--apply');
		expect(done.output).toMatch(/\d+ purchases added, \d+ held already, 12 rows not taken/);
		// Only the row in flight at the kill and the wrong codes were asked about again.
		expect(validations() - asked).toBeLessThanOrEqual(codes.length + 16);
		const report = (await read('list.csv.report.csv')).trimEnd().split('\r\n').slice(1);
		const lines = report.map((line) => Number(line.split(',')[0]));
		expect(lines).toEqual(codes.flatMap((_, at) => (at % 10 === 9 ? [at + 2] : [])));
		expect(await claims('verify')).toEqual({
			code: 0,
			output: expect.stringContaining('108 claims'),
		});
		const again = await claims('import-csv', 'list.csv', '--apply');
		expect(again.output).toContain('12 rows not taken');
		expect(await claims('stats')).toEqual({
			code: 0,
			output: expect.stringContaining('108 claims by 2'),
		});
	});
});
