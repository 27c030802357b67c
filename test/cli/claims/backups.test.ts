import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import { currentFormat } from '../../../src/claims/format.js';
import { runClaims } from '../../../src/cli/claims/run-claims.js';
import type { CommandProcess } from '../../../src/cli/claims/session.js';
import { UsageError } from '../../../src/cli/program/run-program.js';
import { openStore } from '../../../src/storage/open.js';
import { connectSqlite } from '../../../src/storage/sqlite.js';
import { makeClaim } from '../../claims/admin/admin-place.js';
import { claimSecret } from '../../claims/sample-claims.js';
import { compareAndSet } from '../../storage/compare-and-set.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const firstDay = Date.UTC(2026, 10, 20, 4, 10, 17);
const dayMs = 86_400_000;

let folder: string;
let out: string;
let err: string;
/** Called with each line on standard error before the command goes on. */
let onLine: (line: string) => void;

const at = (name: string): string => join(folder, name);
const nameOf = (day: number): string => `backups/claims-2026-11-${19 + day}T041017Z-manual.sqlite`;

const capture = (onText: (text: string) => void) =>
	new Writable({
		write(chunk, _encoding, done) {
			onText(String(chunk));
			done();
		},
	});

async function run(
	argv: readonly string[],
	change: Partial<CommandProcess> = {},
	secret = claimSecret,
): Promise<number> {
	out = '';
	err = '';
	return await runClaims(
		{
			environment: { DATABASE_URL: `sqlite://${at('claims.sqlite')}`, CLAIM_SECRET: secret },
			stdin: typed(''),
			stdout: capture((text) => {
				out += text;
			}),
			stderr: capture((text) => {
				err += text;
				onLine(text);
			}),
			clock: { now: () => firstDay + 9 * dayMs, delay: async () => {} },
			...change,
		},
		argv,
	);
}

async function* typed(text: string): AsyncGenerator<string> {
	yield text;
}

/** On a terminal, with this typed. */
const person = (text: string): Partial<CommandProcess> => ({ isTerminal: true, stdin: typed(text) });

async function fill(from: number, to: number, secret = claimSecret): Promise<void> {
	const store = await openStore(`sqlite://${at('claims.sqlite')}`, () => {}, { create: true });
	const report = { damaged: () => {} };
	const claims = await openClaimStore({ store, claimSecret: secret, clock: { now: () => 1 }, report });
	for (let n = from; n < to; n += 1) await makeClaim(claims, n);
	await store.close();
}

const backUp = (day: number) =>
	run(['backup'], { clock: { now: () => firstDay + (day - 1) * dayMs, delay: async () => {} } });

async function claimsIn(name: string): Promise<number> {
	const adapter = await connectSqlite(at(name));
	const rows = await adapter.query(`SELECT key FROM keyv WHERE key LIKE 'claimcheck:claim:%'`);
	await adapter.disconnect();
	return rows.length;
}

/** The lines of a list, without the spaces that align them and the folder. */
const lines = (text: string): string[][] =>
	text
		.trimEnd()
		.split('\n')
		.map((line) => line.trim().split(/ {2,}/))
		.map((cells) => [
			...cells.slice(0, -1),
			cells.at(-1)?.replace(/^.*(?=backups\/|claims-replaced)/, '') ?? '',
		]);

async function setFormat(name: string, format: number): Promise<void> {
	const adapter = await connectSqlite(at(name));
	await adapter.query(
		`UPDATE keyv SET value = '{"value":{"format":${format}}}' WHERE key = 'claimcheck:meta:format'`,
	);
	await adapter.disconnect();
}

/** In rows that the examination doesn't read. */
async function damageMiddle(file: string): Promise<void> {
	const handle = await open(file, 'r+');
	await handle.write(Buffer.alloc(100_000, 0xff), 0, 100_000, 500_000);
	await handle.close();
}

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	onLine = () => {};
	await fill(0, 1);
	await backUp(1);
	await fill(1, 5);
	await backUp(2);
	await fill(5, 8);
});
afterEach(() => rm(folder, { recursive: true }));

const good = 'your secret opens it';
const format = `format ${currentFormat}`;
const [first, second] = [
	[expect.stringMatching(/^20 Nov 2026, \d\d:\d\d$/), '1 purchase', format, good, nameOf(1)],
	[expect.stringMatching(/^21 Nov 2026, \d\d:\d\d$/), '5 purchases', format, good, nameOf(2)],
];

describe('npm run claims -- backups', () => {
	it('lists them on a line each, newest first, and changes none', async () => {
		const before = await readdir(at('backups'));
		expect(await run(['backups'])).toBe(0);
		expect(lines(out)).toEqual([second, first]);
		expect(err).toBe('');
		expect(await readdir(at('backups'))).toEqual(before);
	});

	it('says what is wrong with each that can’t be restored', async () => {
		const store = await openStore(`sqlite://${at('claims.sqlite')}`, () => {});
		await compareAndSet(store, 'filler:1', undefined, 'x'.repeat(1_000_000));
		await store.close();
		for (const day of [3, 4, 5, 6]) await backUp(day);
		await damageMiddle(at(nameOf(3)));
		await setFormat(nameOf(4), currentFormat + 1);
		await setFormat(nameOf(5), 6);
		await rm(at(nameOf(6)));
		const other = await connectSqlite(at(nameOf(6)).replace('-manual', ''));
		await other.query('CREATE TABLE people (name TEXT)');
		await other.disconnect();
		await writeFile(at('backups/notes.sqlite'), 'nothing of this is a database '.repeat(200));
		await utimes(at('backups/notes.sqlite'), firstDay / 1_000, firstDay / 1_000 - 60);
		// The newest is none of this bot's.
		expect(await run(['backups'])).toBe(1);
		expect(lines(out).map((cells) => cells.slice(1))).toEqual([
			['not a backup of this bot', nameOf(6).replace('-manual', '')],
			['8 purchases', 'format 6', 'needs an older version of the bot', nameOf(5)],
			['8 purchases', `format ${currentFormat + 1}`, 'needs a newer version of the bot', nameOf(4)],
			['damaged', nameOf(3)],
			second.slice(1),
			first.slice(1),
			['damaged', 'backups/notes.sqlite'],
		]);
	});

	it('says of which the secret is another, and of a note that lies: no purchase opens', async () => {
		expect(await run(['backups'], {}, otherSecret)).toBe(1);
		expect(lines(out).map((cells) => cells.at(-2))).toEqual([
			'made with another secret',
			'made with another secret',
		]);
		const adapter = await connectSqlite(at(nameOf(2)));
		await adapter.query(`UPDATE keyv SET value = replace(value, '"sealed":"v1.', '"sealed":"v1.x')`);
		await adapter.disconnect();
		expect(await run(['backups'])).toBe(1);
		expect(lines(out)[0]?.at(-2)).toBe('damaged');
	});

	it('lists the databases that restores set aside, too', async () => {
		await run(['restore', at(nameOf(1)), '--yes']);
		await run(['backups']);
		const note = `${good} (set aside by a restore)`;
		expect(lines(out)[0]?.slice(1)).toEqual([
			'8 purchases',
			format,
			note,
			'claims-replaced-2026-11-29T041017Z.sqlite',
		]);
	});

	it('says where there is none, and that other databases have their own', async () => {
		await rm(at('backups'), { recursive: true });
		expect(await run(['backups'])).toBe(0);
		expect(err).toContain('There are no backups beside the database. The last one, of 21 Nov');
		const fresh = { DATABASE_URL: `sqlite://${at('fresh.sqlite')}`, CLAIM_SECRET: claimSecret };
		expect(await run(['backups'], { environment: fresh })).toBe(0);
		expect(err).toBe('There are no backups yet. Make one: npm run claims -- backup\n');
		for (const kind of ['postgresql', 'redis']) {
			const environment = { DATABASE_URL: `${kind}://user:secret@127.0.0.1:1/0`, CLAIM_SECRET: claimSecret };
			await expect(run(['backups'], { environment })).rejects.toThrow(UsageError);
		}
	});
});

describe('npm run claims -- restore without a name', () => {
	it('offers those that can be restored by number', async () => {
		await backUp(3);
		await truncate(at(nameOf(3)), 10_000);
		expect(await run(['restore'], person('2\ny\n'))).toBe(0);
		expect(err).toMatch(
			/This backup has 1 purchase, the database has 8, the newest of .*1970.*\. Replace it\? \[y\/N\] /,
		);
		expect(lines(err.split('Which one?')[0] ?? '').map((cells) => cells[0])).toEqual([
			expect.stringContaining('22 Nov'),
			'1',
			'2',
		]);
		expect(await claimsIn('claims.sqlite')).toBe(1);
	});

	it.each(['\n', '3\n', 'yes\n', '0\n', '-1\n', ''])('changes nothing on the answer %j', async (answer) => {
		expect(await run(['restore'], person(answer))).toBe(1);
		expect(err).toContain(
			answer.trim() === '' ? 'Nothing changed\n' : `Nothing changed: the numbers are 1 to 2, not ${answer}`,
		);
		expect(await claimsIn('claims.sqlite')).toBe(8);
	});

	it.each(['\n', 'n\n', 'no\n', ''])(
		'replaces nothing on the answer %j to what it would replace',
		async (answer) => {
			expect(await run(['restore'], person(`1\n${answer}`))).toBe(1);
			expect(err).toMatch(/Replace it\? \[y\/N\] Nothing changed\n$/);
			expect(await run(['restore', at(nameOf(1))], person(answer))).toBe(1);
			expect(await claimsIn('claims.sqlite')).toBe(8);
		},
	);

	it('does not replace a database without a terminal to ask, unless --yes is given', async () => {
		await expect(run(['restore', at(nameOf(1))])).rejects.toThrow('No terminal to ask. Add --yes');
		expect(await claimsIn('claims.sqlite')).toBe(8);
	});

	it('says so where none can be restored', async () => {
		expect(await run(['restore'], person('1\n'), otherSecret)).toBe(1);
		expect(err).toContain('None of them can be restored. Nothing changed');
		await rm(at('backups'), { recursive: true });
		await expect(run(['restore'], person('1\n'))).rejects.toThrow(/There are no backups beside the database/);
	});

	it('lists them without a terminal, and says how to name one', async () => {
		expect(await run(['restore'])).toBe(64);
		expect(lines(out)).toEqual([second, first]);
		expect(err).toMatch(/^Name one: npm run claims -- restore \S+T041017Z-manual\.sqlite --yes\n$/);
		expect(await claimsIn('claims.sqlite')).toBe(8);
	});
});

describe('a restored database that fails its check', () => {
	const harm: Readonly<Record<string, () => void>> = {
		'that is damaged, with a log': () => {
			writeFileSync(at('claims.sqlite'), 'x'.repeat(40_000));
			writeFileSync(at('claims.sqlite-wal'), 'of the damaged one');
		},
		'with pages that are none': () => {
			const handle = openSync(at('claims.sqlite'), 'r+');
			writeSync(handle, Buffer.alloc(8_192, 0xff), 0, 8_192, 4_096);
			closeSync(handle);
		},
	};

	it.each(Object.entries(harm))('%s gives the place back to the one before', async (_, damage) => {
		onLine = (line) => {
			if (line.startsWith('Checking')) damage();
		};
		expect(await run(['restore', at(nameOf(1)), '--yes'])).toBe(65);
		expect(err).toContain('The check failed: ');
		expect(err).toContain('The previous database has been put back, and nothing changed');
		expect(err).not.toContain('Restored');
		expect(await claimsIn('claims.sqlite')).toBe(8);
		expect((await readdir(folder)).sort()).toEqual(['backups', 'claims.sqlite']);
		expect(await run(['verify'])).toBe(0);
		onLine = () => {};
		expect(await run(['restore', at(nameOf(1)), '--yes'])).toBe(0);
	});

	it('in which purchases are missing gives it back, too', async () => {
		const adapter = await connectSqlite(at(nameOf(1)));
		await adapter.query(`DELETE FROM keyv WHERE key LIKE 'claimcheck:claim:%'`);
		await adapter.disconnect();
		const poorer = readFileSync(at(nameOf(1)));
		onLine = (line) => {
			if (line.startsWith('Checking')) writeFileSync(at('claims.sqlite'), poorer);
		};
		expect(await run(['restore', at(nameOf(2)), '--yes'])).toBe(65);
		expect(err).toContain('The check failed: 0 of 5 purchases can be read there');
		expect(await claimsIn('claims.sqlite')).toBe(8);
	});

	it('is removed where there was none before, so that no bot starts with it', async () => {
		for (const end of ['', '-wal', '-shm']) await rm(at(`claims.sqlite${end}`), { force: true });
		onLine = (line) => {
			if (line.startsWith('Checking')) writeFileSync(at('claims.sqlite'), 'x'.repeat(40_000));
		};
		expect(await run(['restore', at(nameOf(1)), '--yes'])).toBe(65);
		expect(err).toContain('there is none, as before');
		expect(await readdir(folder)).toEqual(['backups']);
	});
});
