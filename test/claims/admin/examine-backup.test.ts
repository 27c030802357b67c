import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineBackup } from '../../../src/claims/admin/examine-backup.js';
import { currentFormat } from '../../../src/claims/format.js';
import { backupSqlite } from '../../../src/storage/backups.js';
import { runSql } from '../../storage/run-sql.js';
import { claimSecret } from '../sample-claims.js';
import { fillDatabase } from './admin-place.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const good = { state: 'good', format: currentFormat, purchases: 3 };

let folder: string;
let whole: string;
let copies = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
	whole = join(folder, 'backup.sqlite');
	const database = join(folder, 'claims.sqlite');
	await fillDatabase(database, 3);
	await backupSqlite(database, whole);
});
afterAll(() => rm(folder, { recursive: true }));

/** The backup, changed by these statements. */
async function changed(...statements: readonly string[]): Promise<string> {
	copies += 1;
	const path = join(folder, `${copies}.sqlite`);
	await copyFile(whole, path);
	await runSql(path, ...statements);
	return path;
}

const set = (key: string, value: string) =>
	`UPDATE keyv SET value = ${value} WHERE key GLOB 'claimcheck:${key}'`;
const examined = (path: string, secret = claimSecret) => examineBackup(path, secret);

describe('a backup', () => {
	const without = (key: string) => `DELETE FROM keyv WHERE key GLOB 'claimcheck:${key}'`;
	const format = currentFormat + 1;

	it.each<[what: string, statements: readonly string[], expected: object]>([
		['good if the secret is that of its purchases', [], good],
		['good without any purchases', [without('claim:*')], { ...good, purchases: 0 }],
		['good without a note of its format', [without('meta:format')], { state: 'good', purchases: 3 }],
		[
			'of neither secret if it was made while the secret was being changed',
			[set('meta:secret', `json_set(value, '$.value.next', 'the next check')`)],
			{ ...good, state: 'other-secret' },
		],
		[
			'of a newer version',
			[set('meta:format', `json_set(value, '$.value.format', ${format})`)],
			{ state: 'newer-format', format, purchases: 3 },
		],
		['foreign without a table of the bot', ['DROP TABLE keyv'], { state: 'foreign' }],
		['foreign without a note of a secret', [without('meta:secret')], { state: 'foreign' }],
		['damaged if that note cannot be read', [set('meta:secret', `'gibberish'`)], { state: 'damaged' }],
		[
			'damaged if the note of its format cannot be read',
			[set('meta:format', `json_set(value, '$.value.format', 'one')`)],
			{ state: 'damaged' },
		],
	])('is %s', async (_, statements, expected) => {
		expect(await examined(await changed(...statements))).toStrictEqual(expected);
	});

	it('of another secret is recognized', async () => {
		expect(await examined(whole, otherSecret)).toStrictEqual({ ...good, state: 'other-secret' });
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
