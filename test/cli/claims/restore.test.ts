import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../../src/base/errors.js';
import { alertKind } from '../../../src/messages/alerts.js';
import { SyncRows } from '../../../src/roles/sync-rows.js';
import { noteServed } from '../../../src/servers/served-guilds.js';
import { lastBackupAt } from '../../../src/storage/backups.js';
import { openStore } from '../../../src/storage/open.js';
import { guild, memberNumber } from '../../claims/sample-claims.js';
import { put } from '../../storage/put.js';
import { ClaimsPlace } from './claims-place.js';

const now = Date.UTC(2026, 10, 22, 4, 10, 17);
const otherSecret = 'another-secret-of-thirty-two-characters';
const keptName = 'claims-replaced-2026-11-22T041017Z.sqlite';

let place: ClaimsPlace;
const at = (name: string): string => place.at(name);
const run = (argv: readonly string[], change: Record<string, string> = {}) =>
	place.run(argv, { environment: { ...place.environment, ...change } });

/** Every file with its bytes, to show that a refusal changes none. */
async function contents(): Promise<Record<string, string>> {
	const names = (await readdir(place.folder)).sort();
	return Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, (await readFile(at(name))).toString('base64')])),
	);
}

/** A restore rejects with `error`, and changes no file. */
async function refuses(file: string, error: unknown, change: Record<string, string> = {}): Promise<void> {
	const before = await contents();
	await expect(run(['restore', at(file), '--yes'], change)).rejects.toThrow(error as Error);
	expect(await contents()).toEqual(before);
}

beforeEach(async () => {
	place = await ClaimsPlace.open(now);
	await place.withStore('claims.sqlite', (store) => noteServed(store, [guild]));
	await place.fill('claims.sqlite', 0, 5);
	await run(['backup', at('backup.sqlite')]);
	await place.fill('claims.sqlite', 5, 8);
});

describe('npm run claims -- restore', () => {
	it('replaces the database with the backup, keeps the old one next to it, and says so', async () => {
		expect(await run(['restore', at('backup.sqlite'), '--yes'])).toBe(0);
		expect(place.err).toContain('5 purchases are in');
		expect(place.err).toContain(keptName);
		expect(await place.claimsIn('claims.sqlite')).toBe(5);
		expect(await place.claimsIn(keptName)).toBe(8);
		expect((await stat(at('claims.sqlite'))).mode & 0o777).toBe(0o600);
		expect((await readdir(place.folder)).sort()).toEqual(['backup.sqlite', keptName, 'claims.sqlite']);
		expect(await run(['verify'])).toBe(0);
		// Undoing the restore takes the same command.
		expect(await run(['restore', at(keptName), '--yes'])).toBe(0);
		expect(await place.claimsIn('claims.sqlite')).toBe(8);
	});

	it('keeps every database that was replaced within one second', async () => {
		for (let turn = 0; turn < 3; turn += 1) {
			await place.fill('claims.sqlite', 10, 11 + turn);
			expect(await run(['restore', at('backup.sqlite'), '--yes'])).toBe(0);
		}
		const kept = (await readdir(place.folder)).filter((name) => name.includes('-replaced-')).sort();
		expect(await Promise.all(kept.map((name) => place.claimsIn(name)))).toEqual([9, 7, 8]);
	});

	it('includes the last writes if a bot’s files were copied while it ran', async () => {
		await mkdir(at('copied'));
		// Keeps the log, which the last process would merge when it closes the database.
		const store = await openStore(place.url('claims.sqlite'), () => {});
		await place.fill('claims.sqlite', 8, 9);
		for (const end of ['', '-wal']) {
			await writeFile(at(`copied/claims.sqlite${end}`), await readFile(at(`claims.sqlite${end}`)));
		}
		await store.close();
		expect(await run(['restore', at('copied/claims.sqlite'), '--yes'])).toBe(0);
		expect(await place.claimsIn('claims.sqlite')).toBe(9);
	});

	it('replaces a damaged database, whose log must not be applied to the new one', async () => {
		await writeFile(at('claims.sqlite'), 'nothing of this is a database '.repeat(200));
		await writeFile(at('claims.sqlite-wal'), 'left over');
		expect(await run(['restore', at('backup.sqlite'), '--yes'])).toBe(0);
		expect(await place.claimsIn('claims.sqlite')).toBe(5);
		expect(await readFile(at(`${keptName}-wal`), 'utf8')).toBe('left over');
		expect(place.err).toContain('could not be read in full');
	});

	/** The bot's tasks at its next start: the members whose roles it checks, and the news for staff. */
	const prepared = async () => {
		const waiting: string[] = [];
		let row: unknown;
		await place.withStore('claims.sqlite', async (store) => {
			for await (const { target } of new SyncRows(store, { now: () => now }).due())
				waiting.push(target.userId);
			row = await store.get('alert:operator:restored');
		});
		const { alert } = alertKind.schema.parse(row);
		return { waiting: waiting.sort(), alert };
	};

	it('has the roles checked for everyone whose purchases differ, and names these members to staff', async () => {
		await run(['restore', at('backup.sqlite'), '--yes']);
		// Claim 7 belongs to member 0, who keeps another one.
		const differing = [5, 6, 0].map(memberNumber).sort();
		const { waiting, alert } = await prepared();
		expect(waiting).toEqual(differing);
		expect(alert).toMatchObject({ kind: 'restored', gained: { named: [], more: 0 }, isComplete: true });
		expect(alert).toHaveProperty('lost.more', 0);
		expect(alert).toHaveProperty('lost.named', expect.arrayContaining(differing));
		expect(place.err).toContain('Members who lost a purchase (3): ');
	});

	it('keeps requests that the bot had no time for between two restores', async () => {
		await run(['restore', at('backup.sqlite'), '--yes']);
		await run(['backup', at('same.sqlite')]);
		await place.query('same.sqlite', `DELETE FROM keyv WHERE key LIKE 'claimcheck:sync:%'`);
		// Of a commit that had no room for them.
		const later = { v: 1, targets: [{ guildId: guild, userId: memberNumber(9) }] };
		await place.withStore('claims.sqlite', (store) => put(store, 'sync-later:a', later));
		await rm(at(keptName));
		await run(['restore', at('same.sqlite'), '--yes']);
		expect((await prepared()).waiting).toEqual([5, 6, 0, 9].map(memberNumber).sort());
		await place.withStore(keptName, async (kept) => expect(await kept.get('sync-later:a')).toEqual(later));
	});

	it.each<[string, () => Promise<void>, kept: string]>([
		['is lost, and only its log is left', () => writeFile(at('claims.sqlite-wal'), 'the latest'), '-wal'],
		['belongs to another secret', () => place.fill('claims.sqlite', 0, 1, otherSecret), ''],
	])('keeps a previous database, and can’t name affected members, if it %s', async (_, change, kept) => {
		await rm(at('claims.sqlite'));
		await change();
		expect(await run(['restore', at('backup.sqlite'), '--yes'])).toBe(0);
		expect(await place.claimsIn('claims.sqlite')).toBe(5);
		expect(place.err).toContain(`The previous database was kept as ${at(keptName)}${kept}\n`);
		expect(place.err).toContain('could not be read in full');
		expect((await prepared()).alert).toMatchObject({ lost: { named: [] }, isComplete: false });
	});

	it.each([
		['where there is none', () => rm(at('claims.sqlite'))],
		['in an empty file', () => writeFile(at('claims.sqlite'), '')],
	])('mentions no previous database %s', async (_, change) => {
		await change();
		expect(await run(['restore', at('backup.sqlite')])).toBe(0);
		expect(place.err).toContain('There was no database here.');
		expect((await prepared()).alert).toMatchObject({ lost: { named: [] }, isComplete: true });
	});

	it('cleans up after a restore that was killed', async () => {
		await writeFile(at('claims.sqlite.restoring'), 'half');
		expect(await run(['restore', at('backup.sqlite'), '--yes'])).toBe(0);
		expect((await readdir(place.folder)).filter((name) => name.includes('restoring'))).toEqual([]);
	});

	const cutOff = async () =>
		truncate(at('backup.sqlite'), Math.floor((await stat(at('backup.sqlite'))).size / 2));
	const noBackup = 'something else entirely '.repeat(400);
	const newer = `UPDATE keyv SET value = replace(value, '"format":', '"format":9') WHERE key LIKE '%format'`;

	it.each<[string, prepare: () => Promise<unknown>, error: unknown, file?: string]>([
		['a backup that is cut off', cutOff, StoreCorruptError],
		['another file', () => writeFile(at('photo.jpg'), noBackup), StoreCorruptError, 'photo.jpg'],
		['an empty file', () => writeFile(at('empty'), ''), StoreCorruptError, 'empty'],
		[
			'another database',
			() => place.query('other.sqlite', 'CREATE TABLE people (name TEXT)'),
			/none of Claimcheck’s/,
			'other.sqlite',
		],
		['a file that isn’t there', async () => {}, StoreUnavailableError, 'no-such-file'],
		[
			'a backup of a newer version',
			() => place.query('backup.sqlite', newer),
			/can’t be restored by this version, and nothing changed/,
		],
	])('refuses %s, and changes nothing', async (_, prepare, error, file = 'backup.sqlite') => {
		await prepare();
		await refuses(file, error);
	});

	const elsewhere = /pg_restore .* Redis restore its snapshot/;
	it.each([
		['with another secret', /with a different CLAIM_SECRET\. Nothing changed/, { CLAIM_SECRET: otherSecret }],
		['for PostgreSQL', elsewhere, { DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/0' }],
		['for Redis', elsewhere, { DATABASE_URL: 'redis://user:secret@127.0.0.1:1/0' }],
	])('refuses a backup %s', async (_, error, change) => {
		await refuses('backup.sqlite', error, change);
	});
});

describe('npm run claims -- backup', () => {
	it('is reported to the checkup', async () => {
		await place.withStore('claims.sqlite', async (store) => expect(await lastBackupAt(store)).toBe(now));
	});

	it('makes a file that can be renamed and moved alone', async () => {
		await rename(at('backup.sqlite'), at('moved'));
		expect(await run(['restore', at('moved'), '--yes'])).toBe(0);
	});
});
