import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, StoreRefusedError } from '../../../src/base/errors.js';
import { ImportFileError } from '../../../src/claims/admin/load.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import { currentFormat } from '../../../src/claims/format.js';
import { runClaims } from '../../../src/cli/claims/run-claims.js';
import type { CommandProcess } from '../../../src/cli/claims/session.js';
import { UsageError } from '../../../src/cli/program/run-program.js';
import { openStore } from '../../../src/storage/open.js';
import type { Store } from '../../../src/storage/store.js';
import { makeClaim } from '../../claims/admin/admin-place.js';
import { claimSecret, codeNumber, memberNumber } from '../../claims/sample-claims.js';
import { put } from '../../storage/put.js';

const nextSecret = 'the-next-secret-of-thirty-two-characters';
let folder: string;
let environment: Record<string, string>;
let out: string;
let err: string;

function capture(onText: (text: string) => void): Writable {
	return new Writable({
		write(chunk, _encoding, done) {
			onText(String(chunk));
			done();
		},
	});
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
	yield new TextEncoder().encode(text);
}

function run(argv: readonly string[], change: Partial<CommandProcess> = {}): Promise<number> {
	out = '';
	err = '';
	return runClaims(
		{
			environment,
			stdin: bytes(''),
			stdout: capture((text) => {
				out += text;
			}),
			stderr: capture((text) => {
				err += text;
			}),
			clock: {
				now: () => Date.UTC(2026, 8, 4),
				delay: async () => {},
			},
			...change,
		},
		argv,
	);
}

async function withStoreAt(file: string, use: (store: Store) => Promise<void>): Promise<void> {
	const store = await openStore(`sqlite://${join(folder, file)}`, () => {}, { create: true });
	await use(store);
	await store.close();
}

const fill = (file: string, from: number, to: number): Promise<void> =>
	withStoreAt(file, async (store) => {
		const claims = await openClaimStore({
			store,
			claimSecret,
			clock: { now: () => 1 },
			report: { damaged: () => {} },
		});
		for (let n = from; n < to; n += 1) await makeClaim(claims, n);
	});

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	environment = { DATABASE_URL: `sqlite://${join(folder, 'a.sqlite')}`, CLAIM_SECRET: claimSecret };
	await fill('a.sqlite', 0, 12);
});
afterEach(() => rm(folder, { recursive: true }));

describe('npm run claims', () => {
	it('moves every claim to another database by a file', async () => {
		const file = join(folder, 'claims.jsonl');
		expect(await run(['dump', file])).toBe(0);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect(out).toBe('');
		environment['DATABASE_URL'] = `sqlite://${join(folder, 'b.sqlite')}`;
		expect(await run(['load', file])).toBe(0);
		expect(err).toContain('12 rows added, 0 there already, 0 conflicts');
		expect(await run(['load', file])).toBe(0);
		expect(err).toContain('0 rows added, 12 there already');
		expect(await run(['verify'])).toBe(0);
		expect(out).toContain('12 claims');
		expect(out).toContain('clean');
	});

	it('moves them by a pipe as well', async () => {
		expect(await run(['dump'])).toBe(0);
		const dumped = out;
		environment['DATABASE_URL'] = `sqlite://${join(folder, 'b.sqlite')}`;
		expect(await run(['load', '-'], { stdin: bytes(dumped) })).toBe(0);
		expect(err).toContain('12 rows added');
	});

	it('says which claims are in conflict, by an exit code too', async () => {
		await run(['dump']);
		const dumped = out;
		environment['DATABASE_URL'] = `sqlite://${join(folder, 'b.sqlite')}`;
		await withStoreAt('b.sqlite', async (store) => {
			const claims = await openClaimStore({
				store,
				claimSecret,
				clock: { now: () => 2 },
				report: { damaged: () => {} },
			});
			await makeClaim(claims, 3);
		});
		expect(await run(['load', '-'], { stdin: bytes(dumped) })).toBe(1);
		expect(err).toMatch(
			/11 rows added, 0 there already, 1 conflict\nConflict, left as it was: claim:[0-9a-f]{64}, with different/,
		);
	});

	it('leaves no half-written dump behind, and writes over none', async () => {
		const file = join(folder, 'claims.jsonl');
		await writeFile(file, 'precious');
		await expect(run(['dump', file])).rejects.toThrow(UsageError);
		expect(await readFile(file, 'utf8')).toBe('precious');
		await expect(run(['dump', join(folder, 'no', 'such', 'folder')])).rejects.toThrow('ENOENT');
		expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it.each([
		['a row of an unknown kind', (line: string, code: string) => `{"kind":"row","key":"${code}:x"}\n${line}`],
		['a broken line', (line: string, code: string) => `${line.slice(0, 40)} ${code}`],
	])('attacks 46 and 47: names the line of a dump with %s, without its code', async (_, tamper) => {
		await run(['dump']);
		const lines = out.trimEnd().split('\n');
		const at = lines.findIndex((line) => line.includes('"kind":"claim"'));
		const bad = lines.with(at, tamper(lines[at] ?? '', codeNumber(1))).join('\n');
		environment['DATABASE_URL'] = `sqlite://${join(folder, 'b.sqlite')}`;
		const error = await run(['load', '-'], { stdin: bytes(bad) }).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ImportFileError);
		expect(String(error)).toContain(`Line ${at + 1} `);
		expect(String(error)).not.toContain(codeNumber(1));
	});

	it('says that there is no database, and creates none', async () => {
		environment['DATABASE_URL'] = `sqlite://${join(folder, 'none.sqlite')}`;
		await expect(run(['verify'])).rejects.toThrow(`There is no database ${join(folder, 'none.sqlite')}`);
		expect(await readdir(folder)).toEqual(['a.sqlite']);
	});

	it('stops at a file that is no dump, and at one that is not there', async () => {
		await expect(run(['load', '-'], { stdin: bytes('hello\n') })).rejects.toThrow(ImportFileError);
		await expect(run(['load', join(folder, 'none')])).rejects.toThrow('ENOENT');
	});

	it('backs up SQLite, and says how to back up the others', async () => {
		const file = join(folder, 'copy.sqlite');
		expect(await run(['backup', file])).toBe(0);
		environment['DATABASE_URL'] = `sqlite://${file}`;
		expect(await run(['verify'])).toBe(0);
		expect(out).toContain('12 claims');
		environment['DATABASE_URL'] = 'postgresql://localhost/claims';
		await expect(run(['backup', join(folder, 'other')])).rejects.toThrow(/pg_dump/);
	});

	it('finds what is wrong, and reports the result in its exit code', async () => {
		await withStoreAt('a.sqlite', async (store) => {
			for await (const { key } of store.list(`member:${memberNumber(3)}:`))
				await store.transact(async (tx) => tx.remove(key));
		});
		expect(await run(['verify'])).toBe(1);
		expect(out).toContain('missing-entry');
	});

	it('changes the secret', async () => {
		environment['NEW_CLAIM_SECRET'] = nextSecret;
		expect(await run(['rotate-secret'])).toBe(0);
		expect(err).toContain('12 claims moved');
		await expect(run(['verify'])).rejects.toThrow(StoreRefusedError);
		environment['CLAIM_SECRET'] = nextSecret;
		expect(await run(['verify'])).toBe(0);
		await withStoreAt('a.sqlite', async (store) => {
			const claims = await openClaimStore({
				store,
				claimSecret: nextSecret,
				clock: { now: () => 1 },
				report: { damaged: () => {} },
			});
			const known = await claims.present(codeNumber(3), memberNumber(3));
			expect(known.kind).toBe('already-yours');
		});
	});

	it('changes the secret over a row of another shape, which keeps that', async () => {
		environment['NEW_CLAIM_SECRET'] = nextSecret;
		const hash = new ClaimKeys(claimSecret).hash(codeNumber(1));
		const sound = { v: 1, at: 1, userId: memberNumber(2), why: 'taken', hash };
		const damaged = { ...sound, at: 'yesterday' };
		await withStoreAt('a.sqlite', async (store) => {
			await put(store, 'ref:BBBBBB', damaged);
			await put(store, 'ref:CCCCCC', sound);
		});
		expect(await run(['rotate-secret'])).toBe(0);
		await withStoreAt('a.sqlite', async (store) => {
			const moved = new ClaimKeys(nextSecret).hash(codeNumber(1));
			expect(await store.get('ref:BBBBBB')).toEqual({ ...damaged, hash: moved });
			expect(await store.get('ref:CCCCCC')).toEqual({ ...sound, hash: moved });
		});
	});

	it('reads the new secret by the rules of the old one', async () => {
		environment['NEW_CLAIM_SECRET'] = 'too short';
		const error = await run(['rotate-secret']).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ConfigError);
		expect((error as ConfigError).problems.join()).toMatch(/^NEW_CLAIM_SECRET must have 32/);
		environment['NEW_CLAIM_SECRET'] = claimSecret;
		await expect(run(['rotate-secret'])).rejects.toThrow(UsageError);
	});

	it.each([['stats'], ['verify'], ['dump', '-']])(
		'leaves a database of an older version, which may be running, to the bot at %s',
		async (...argv) => {
			await withStoreAt('a.sqlite', (store) => put(store, 'meta:format', { format: 7 }));
			await expect(run(argv)).rejects.toThrow('start the bot');
			await withStoreAt('a.sqlite', async (store) => {
				expect(await store.get('meta:format')).toEqual({ format: 7 });
			});
			expect(await readdir(folder)).not.toContain('backups');
		},
	);

	it('makes a backup before it changes the format, and says so', async () => {
		await withStoreAt('a.sqlite', (store) => put(store, 'meta:format', { format: 7 }));
		environment['NEW_CLAIM_SECRET'] = nextSecret;
		expect(await run(['rotate-secret'])).toBe(0);
		const name = `backups/a-2026-09-04T000000Z-before-format-${currentFormat}.sqlite`;
		const fields = JSON.stringify({ from: 7, to: currentFormat, backup: join(folder, name) });
		expect(err).toContain(`Older versions will reject it from now on ${fields}`);
		await withStoreAt(name, async (store) => expect(await store.get('meta:format')).toEqual({ format: 7 }));
	});

	it('reads a newer format no better than the bot', async () => {
		await withStoreAt('a.sqlite', (store) => put(store, 'meta:format', { format: currentFormat + 1 }));
		await expect(run(['stats'])).rejects.toThrow(StoreRefusedError);
	});

	it('gives a backup a date, so that the next one has a name as well', async () => {
		expect(await run(['backup'])).toBe(0);
		const made = join(folder, 'backups/a-2026-09-04T000000Z-manual.sqlite');
		expect(err).toContain(`Backed up to ${made}`);
		expect((await stat(made)).mode & 0o777).toBe(0o600);
		expect(await run(['backup'], { clock: { now: () => Date.UTC(2026, 8, 5), delay: async () => {} } })).toBe(
			0,
		);
		expect(await run(['restore'])).toBe(64);
		expect(out).toMatch(/a-2026-09-05T000000Z-manual\.sqlite\n.*a-2026-09-04T000000Z-manual\.sqlite\n$/);
	});

	it('counts, for people and for programs', async () => {
		expect(await run(['stats'])).toBe(0);
		expect(out).toContain('12 claims by 7 members\n');
		expect(out).toContain('Aurora');
		expect(await run(['stats', '--json'])).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ claims: 12, active: 12 });
	});

	it('refuses another secret', async () => {
		environment['CLAIM_SECRET'] = nextSecret;
		for (const argv of [['dump'], ['verify'], ['stats']]) {
			await expect(run(argv)).rejects.toThrow(StoreRefusedError);
		}
	});

	it.each([[['launch']], [['load']], [['dump', 'a', 'b']], [['verify', '--fix']]])(
		'explains itself where it is called wrongly: %j',
		async (argv) => {
			environment['NEW_CLAIM_SECRET'] = nextSecret;
			await expect(run(argv)).rejects.toThrow(UsageError);
		},
	);

	it('explains itself where nothing or help is asked', async () => {
		expect(await run([])).toBe(64);
		expect(out).toContain('rotate-secret');
		expect(await run(['--help'])).toBe(0);
		expect(out).toContain('rotate-secret');
	});
});
