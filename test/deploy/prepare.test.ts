import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('deploy/compose/prepare.sh', () => {
	let folder: string;
	let here: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'claimcheck-compose-'));
		here = join(folder, 'deploy/compose');
		cpSync('deploy/compose', here, { recursive: true });
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	async function prepare(input = '', path = process.env['PATH']): Promise<string> {
		const run = promisify(execFile)('sh', [join(here, 'prepare.sh')], { env: { PATH: path } });
		run.child.stdin?.end(input);
		return (await run).stdout;
	}
	const secretIn = (name: string) => readFileSync(join(here, 'secrets', name), 'utf8');
	const secrets = () => new Map(readdirSync(join(here, 'secrets')).map((name) => [name, secretIn(name)]));

	it('creates no new secret next to purchases of a bot that ran here', async () => {
		mkdirSync(join(folder, 'data'));
		writeFileSync(join(folder, 'data/claimcheck.sqlite'), '');
		await expect(prepare('a-token\na-key\n')).rejects.toThrow('take its CLAIM_SECRET and its data over');
	});

	it('prints the commands that move an earlier version’s files, so that the bot doesn’t start empty', async () => {
		mkdirSync(join(folder, 'secrets'));
		writeFileSync(join(folder, 'secrets/claim_secret'), 'of before');
		writeFileSync(join(folder, 'claimcheck.env'), 'MARKETPLACE_URL=https://shop.example\n');
		writeFileSync(join(folder, '.env'), 'CLAIMCHECK_USER=1:1\n');
		const refused = await prepare('a-token\na-key\n').catch((error: Error) => error.message);
		const commands = [...String(refused).matchAll(/^ {2}((?:mv|grep) .*)$/gm)].map(([, command]) => command);
		expect(commands).toHaveLength(2);
		await promisify(execFile)('sh', ['-c', commands.join('\n')], { cwd: folder });
		await prepare('a-token\na-key\n');
		expect(secrets().get('claim_secret')).toBe('of before');
		expect(readFileSync(join(here, '.env'), 'utf8')).toBe('CLAIMCHECK_USER=1:1\n');
		for (const each of ['data/claimcheck.sqlite', 'claimcheck.env'])
			expect(existsSync(join(here, each))).toBe(true);
		rmSync(here, { recursive: true });
		cpSync('deploy/compose', here, { recursive: true });
	});

	it('creates every secret in compose.yaml, readable only by its owner, and prints none', async () => {
		// A copy of the template is no sign of a bot, and a pipe may end without a line break.
		writeFileSync(join(folder, '.env'), 'CLAIM_SECRET=\n');
		const said = await prepare('a-token\na-key');
		const named = [
			...readFileSync('deploy/compose/compose.yaml', 'utf8').matchAll(/file: secrets\/(\w+)/g),
		].map(([, name]) => name);
		expect([...secrets().keys()].toSorted()).toEqual(named.toSorted());
		for (const [name, secret] of secrets()) {
			expect(secret.trim()).not.toBe('');
			expect(statSync(join(here, 'secrets', name)).mode & 0o077).toBe(0);
			if (name !== 'database_url') expect(said).not.toContain(secret.trim());
		}
		expect(secrets().get('claim_secret')?.trim().length).toBeGreaterThanOrEqual(32);
		for (const it of ['data', 'claimcheck.env']) expect(existsSync(join(here, it))).toBe(true);
	});

	it('gives the files to the user that the bot runs as if root runs it', async () => {
		const stubs = join(folder, 'stubs');
		mkdirSync(stubs);
		writeFileSync(join(stubs, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 });
		writeFileSync(join(stubs, 'chown'), '#!/bin/sh\necho "chown $*"\n', { mode: 0o755 });
		const path = `${stubs}:${process.env['PATH']}`;
		expect(await prepare('', path)).toContain('chown -R 1000:1000 data secrets\n');
		writeFileSync(join(here, '.env'), 'CLAIMCHECK_USER="1001:1001" # the bot\n');
		expect(await prepare('', path)).toContain('chown -R 1001:1001 data secrets\n');
	});

	it('changes nothing when it is run again', async () => {
		const before = secrets();
		expect(await prepare()).not.toContain('made');
		expect(secrets()).toEqual(before);
	});
});
