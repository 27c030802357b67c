import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineBackup } from '../../../src/claims/admin/examine-backup.js';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import { currentFormat } from '../../../src/claims/format.js';
import { BackupFile } from '../../../src/storage/backups/backup-file.js';
import { openStore } from '../../../src/storage/open.js';
import { connectSqlite } from '../../../src/storage/sqlite.js';
import { backupSqlite } from '../../../src/storage/sqlite-backup.js';
import { claimSecret, codeNumber } from '../sample-claims.js';
import { keys, makeClaim } from './admin-place.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const good = { state: 'good', format: currentFormat, purchases: 3 };

let folder: string;
let whole: string;
let copies = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	whole = join(folder, 'backup.sqlite');
	const database = join(folder, 'claims.sqlite');
	const store = await openStore(`sqlite://${database}`, () => {}, { create: true });
	const report = { damaged: () => {} };
	const claims = await openClaimStore({ store, claimSecret, clock: { now: () => 1 }, report });
	for (const n of [1, 2, 3]) await makeClaim(claims, n);
	await store.close();
	await backupSqlite(database, whole);
});
afterAll(() => rm(folder, { recursive: true }));

/** The backup, changed by these statements. */
async function changed(...statements: readonly string[]): Promise<string> {
	copies += 1;
	const path = join(folder, `${copies}.sqlite`);
	await copyFile(whole, path);
	const adapter = await connectSqlite(path);
	for (const statement of statements) await adapter.query(statement);
	await adapter.disconnect();
	return path;
}

const set = (key: string, value: string) =>
	`UPDATE keyv SET value = ${value} WHERE key GLOB 'claimcheck:${key}'`;
const examined = (path: string, secret = claimSecret) => examineBackup(() => BackupFile.open(path), secret);

describe('a backup', () => {
	it('is good if the secret opens its purchases', async () => {
		expect(await examined(whole)).toStrictEqual(good);
	});

	it('is good without any purchases', async () => {
		const path = await changed(`DELETE FROM keyv WHERE key GLOB 'claimcheck:claim:*'`);
		expect(await examined(path)).toStrictEqual({ ...good, purchases: 0 });
	});

	it('is good without a note of its format', async () => {
		const path = await changed(`DELETE FROM keyv WHERE key = 'claimcheck:meta:format'`);
		expect(await examined(path)).toStrictEqual({ state: 'good', purchases: 3 });
	});

	it('is good, and counts every purchase, while one of them opens', async () => {
		const path = await changed(
			set(`claim:${keys.hash(codeNumber(1))}`, `'gibberish'`),
			set(`claim:${keys.hash(codeNumber(2))}`, `json_set(value, '$.value.sealed', 'v1.AAAA')`),
		);
		expect(await examined(path)).toStrictEqual(good);
	});

	it.each([
		['can be read', `'gibberish'`],
		['has the shape of one', `json_set(value, '$.value.locked', 'no')`],
		['opens', `json_set(value, '$.value.sealed', '${keys.seal('0'.repeat(64), codeNumber(1))}')`],
	])('is damaged if none of its purchases %s', async (_, value) => {
		const path = await changed(set('claim:*', value));
		expect(await examined(path)).toStrictEqual({ ...good, state: 'damaged' });
	});

	it('of another secret is recognized', async () => {
		expect(await examined(whole, otherSecret)).toStrictEqual({ ...good, state: 'other-secret' });
	});

	it('made while the secret was being changed opens with neither secret', async () => {
		const path = await changed(set('meta:secret', `json_set(value, '$.value.next', 'the next check')`));
		expect(await examined(path)).toStrictEqual({ ...good, state: 'other-secret' });
	});

	it('of a newer version is recognized', async () => {
		const format = currentFormat + 1;
		const path = await changed(set('meta:format', `json_set(value, '$.value.format', ${format})`));
		expect(await examined(path)).toStrictEqual({ state: 'newer-format', format, purchases: 3 });
	});

	it.each([
		['has no table of the bot', 'DROP TABLE keyv'],
		['has no note of a secret', `DELETE FROM keyv WHERE key = 'claimcheck:meta:secret'`],
	])('is foreign if it %s', async (_, statement) => {
		expect(await examined(await changed(statement))).toStrictEqual({ state: 'foreign' });
	});

	it.each([
		['of its secret', set('meta:secret', `'gibberish'`)],
		['of its format', set('meta:format', `json_set(value, '$.value.format', 'one')`)],
	])('is damaged, and not foreign, if the note %s cannot be read', async (_, statement) => {
		expect(await examined(await changed(statement))).toStrictEqual({ state: 'damaged' });
	});

	it('is damaged if pages are broken that no purchase is in', async () => {
		const path = await changed(`INSERT INTO keyv VALUES ('claimcheck:filler:1', hex(zeroblob(300000)))`);
		expect(await examined(path)).toStrictEqual(good);
		const file = await open(path, 'r+');
		await file.write(Buffer.alloc(100_000, 0xff), 0, 100_000, 300_000);
		await file.close();
		expect(await examined(path)).toStrictEqual({ state: 'damaged' });
	});

	it('is damaged if it is no database', async () => {
		const path = join(folder, 'notes.sqlite');
		await writeFile(path, 'no database '.repeat(500));
		expect(await examined(path)).toStrictEqual({ state: 'damaged' });
	});
});
