import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, StoreRefusedError, StoreUnavailableError } from '../../../src/base/errors.js';
import { ClaimKeys } from '../../../src/claims/claim-keys.js';
import { currentFormat } from '../../../src/claims/format.js';
import { UsageError } from '../../../src/cli/program/run-program.js';
import { claimSecret, codeNumber, memberNumber } from '../../claims/sample-claims.js';
import { put } from '../../storage/put.js';
import { ClaimsPlace, typed } from './claims-place.js';

const nextSecret = 'the-next-secret-of-thirty-two-characters';
let place: ClaimsPlace;
const at = (name: string): string => place.at(name);
const run = (argv: readonly string[], input = '') => place.run(argv, { stdin: typed(input) });

beforeEach(async () => {
	place = await ClaimsPlace.open(Date.UTC(2026, 8, 4));
	await place.fill('claims.sqlite', 0, 12);
});

describe('npm run claims', () => {
	it('moves every claim to another database through a file', async () => {
		const file = at('claims.jsonl');
		expect(await run(['dump', file])).toBe(0);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect(place.out).toBe('');
		place.environment['DATABASE_URL'] = place.url('b.sqlite');
		expect(await run(['load', file])).toBe(0);
		expect(place.err).toContain('12 rows added, 0 there already, 0 conflicts');
		expect(await run(['load', file])).toBe(0);
		expect(place.err).toContain('0 rows added, 12 there already');
		expect(await run(['verify'])).toBe(0);
		expect(place.out).toContain('12 claims');
		expect(place.out).toContain('clean');
	});

	it('names the claims in conflict, and has a special exit code for them', async () => {
		await run(['dump', '-']);
		const dumped = place.out;
		expect(place.err).toBe('12 claims and 0 other rows dumped\n');
		place.environment['DATABASE_URL'] = place.url('b.sqlite');
		await place.fill('b.sqlite', 3, 4);
		await place.query('b.sqlite', `UPDATE keyv SET value = replace(value, 'Regular', 'Team')`);
		expect(await run(['load', '-'], dumped)).toBe(1);
		expect(place.err).toMatch(
			/11 rows added, 0 there already, 1 conflict\nConflict, left as it was: claim:[0-9a-f]{64}, with different/,
		);
	});

	it('leaves no half-written dump behind, and overwrites no file', async () => {
		const file = at('claims.jsonl');
		await writeFile(file, 'precious');
		await expect(run(['dump', file])).rejects.toThrow(UsageError);
		expect(await readFile(file, 'utf8')).toBe('precious');
		await expect(run(['dump', at('no/such/folder')])).rejects.toThrow('ENOENT');
		expect((await readdir(place.folder)).filter((name) => name.includes('partial'))).toEqual([]);
	});

	it('says that there is no database, and creates none', async () => {
		place.environment['DATABASE_URL'] = place.url('none.sqlite');
		await expect(run(['verify'])).rejects.toThrow(`There is no database ${at('none.sqlite')}`);
		expect(await readdir(place.folder)).toEqual(['claims.sqlite']);
	});

	it('says in one sentence that a file is not a database', async () => {
		await writeFile(at('other.sqlite'), 'This is a text.');
		place.environment['DATABASE_URL'] = place.url('other.sqlite');
		const sentence = 'The database file cannot be opened: it isn’t an SQLite database';
		await expect(run(['verify'])).rejects.toThrow(new StoreUnavailableError(sentence));
	});

	it('finds problems, and reports them in its exit code', async () => {
		await place.withStore('claims.sqlite', async (store) => {
			for await (const { key } of store.list(`member:${memberNumber(3)}:`))
				await store.transact(async (tx) => tx.remove(key));
		});
		expect(await run(['verify'])).toBe(1);
		expect(place.out).toContain('missing-entry');
	});

	it('changes the secret, even in malformed rows that refer to a claim', async () => {
		const { environment } = place;
		environment['NEW_CLAIM_SECRET'] = nextSecret;
		const hash = new ClaimKeys(claimSecret).hash(codeNumber(1));
		const row = { v: 1, at: 'yesterday', userId: memberNumber(2), why: 'taken', hash };
		const foreign = { ...row, hash: 'ab'.repeat(32) };
		await place.withStore('claims.sqlite', async (store) => {
			await put(store, 'ref:BBBBBB', row);
			await put(store, 'ref:CCCCCC', foreign);
		});
		expect(await run(['rotate-secret'])).toBe(0);
		expect(place.err).toContain('12 claims moved');
		await expect(run(['verify'])).rejects.toThrow(StoreRefusedError);
		environment['CLAIM_SECRET'] = nextSecret;
		expect(await run(['verify'])).toBe(0);
		await place.withStore('claims.sqlite', async (store) => {
			const moved = new ClaimKeys(nextSecret).hash(codeNumber(1));
			expect(await store.getMany(['ref:BBBBBB', 'ref:CCCCCC'])).toEqual([{ ...row, hash: moved }, foreign]);
		});
	});

	it('validates the new secret by the same rules as the old one', async () => {
		place.environment['NEW_CLAIM_SECRET'] = 'too short';
		const error = await run(['rotate-secret']).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ConfigError);
		expect((error as ConfigError).problems.join()).toMatch(/^NEW_CLAIM_SECRET must have 32/);
		place.environment['NEW_CLAIM_SECRET'] = claimSecret;
		await expect(run(['rotate-secret'])).rejects.toThrow(UsageError);
	});

	it.each([['stats'], ['verify'], ['dump', '-'], ['rotate-secret']])(
		'leaves a database of an older version, which may be running, to the bot at %s',
		async (...argv) => {
			await place.withStore('claims.sqlite', (store) => put(store, 'meta:format', { format: 7 }));
			place.environment['NEW_CLAIM_SECRET'] = nextSecret;
			await expect(run(argv)).rejects.toThrow('start the bot');
			await place.withStore('claims.sqlite', async (store) => {
				expect(await store.get('meta:format')).toEqual({ format: 7 });
			});
			expect(await readdir(place.folder)).not.toContain('backups');
		},
	);

	it('makes a backup before it converts the database, and says so', async () => {
		await place.withStore('claims.sqlite', (store) => put(store, 'meta:format', { format: 7 }));
		await expect(run(['load', '-'])).rejects.toThrow('the file was cut off');
		const name = `backups/claims-2026-09-04T000000Z-before-format-${currentFormat}.sqlite`;
		const fields = JSON.stringify({ from: 7, to: currentFormat, backup: at(name) });
		expect(place.err).toContain(`Older versions will reject it from now on ${fields}`);
		await place.withStore(name, async (store) =>
			expect(await store.get('meta:format')).toEqual({ format: 7 }),
		);
	});

	it('prints statistics for people and for programs', async () => {
		expect(await run(['stats'])).toBe(0);
		expect(place.out).toContain('12 claims by 7 members\n');
		expect(place.out).toContain('Aurora');
		expect(await run(['stats', '--json'])).toBe(0);
		expect(JSON.parse(place.out)).toMatchObject({ claims: 12, active: 12 });
	});

	it.each([[['launch']], [['load']], [['dump', 'a', 'b']], [['verify', '--fix']]])(
		'prints its usage if it is called wrongly: %j',
		async (argv) => {
			place.environment['NEW_CLAIM_SECRET'] = nextSecret;
			await expect(run(argv)).rejects.toThrow(UsageError);
		},
	);

	it('prints its usage for no command or for help', async () => {
		expect(await run([])).toBe(64);
		expect(place.out).toContain('rotate-secret');
		expect(await run(['--help'])).toBe(0);
		expect(place.out).toContain('rotate-secret');
	});
});
