import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import { makeClaim } from '../claims/admin/admin-place.js';
import { claimSecret, codeNumber, revoke } from '../claims/sample-claims.js';
import { cli } from './claims-run.js';

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
});

describe('a used database', () => {
	it('holds no code and no secret, in none of its files', async () => {
		const file = join(folder, 'used.sqlite');
		const store = await openStore(`sqlite://${file}`, () => {}, { create: true });
		const used = await openClaimStore({
			store,
			claimSecret,
			clock: { now: () => 1 },
			report: { damaged: () => {} },
		});
		for (let n = 0; n < 50; n += 1) await makeClaim(used, n);
		const [held] = await used.claimsOf('100000000000000001');
		await revoke(used, held?.hash ?? '');
		// Before and after the log is written back into the file.
		const open = await everyByte('used.sqlite');
		await store.close();
		const closed = await everyByte('used.sqlite');
		for (const bytes of [open, closed]) {
			// Both are searched for something that is there, so that the search is known to work.
			expect(bytes.includes('100000000000000001')).toBe(true);
			for (let n = 0; n < 50; n += 1) {
				const code = codeNumber(n);
				const hex = code.replaceAll('-', '');
				for (const form of [
					code,
					hex,
					code.toUpperCase(),
					Buffer.from(code).toString('base64').slice(0, 44),
				]) {
					expect(bytes.includes(form)).toBe(false);
				}
				expect(bytes.includes(Buffer.from(hex, 'hex'))).toBe(false);
			}
			expect(bytes.includes(claimSecret)).toBe(false);
		}
	});

	async function everyByte(prefix: string): Promise<Buffer> {
		const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
		return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
	}
});
