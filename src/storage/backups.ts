import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { dayMs, type GuardedClock } from '../base/clock.js';
import { ConfigError, codeOf, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import { SqliteConnection } from './sqlite-connection.js';
import { fileDamage, findDamage, isSound } from './sqlite-damage.js';
import { findDatabase, requireDatabase } from './sqlite-file.js';
import type { Store } from './store.js';
import { defineKind, Table } from './table.js';

/** The folder for an SQLite database's backups, and the prefix of their names. */
export function backupPlace(file: string): { readonly folder: string; readonly stem: string } {
	const path = resolve(file);
	return { folder: join(dirname(path), 'backups'), stem: basename(path, extname(path)) };
}

/** With the time, since copying changes a file's date: `claimcheck-2026-11-22T041017Z.sqlite`. No reason: daily. */
export function backupPath(file: string, at: number, reason?: `before-format-${number}` | 'manual'): string {
	const { folder, stem } = backupPlace(file);
	// Windows doesn't allow colons.
	const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`;
	return join(folder, `${[stem, stamp, ...(reason === undefined ? [] : [reason])].join('-')}.sqlite`);
}

/** The time in the file's name, in milliseconds, because a copied file has another date; otherwise the file's. */
export async function backupTime(path: string): Promise<number> {
	const [, date, hours, minutes, seconds] =
		/(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(basename(path)) ?? [];
	const named = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
	return Number.isNaN(named) ? Math.round((await stat(path)).mtimeMs) : named;
}

export interface ListedBackup {
	readonly path: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The database that a restore replaced: the way back. */
	readonly isReplaced: boolean;
}

/** The backups of an SQLite database in their folder, and the databases that restores set aside; newest first. */
export async function listBackups(file: string): Promise<readonly ListedBackup[]> {
	const { folder, stem } = backupPlace(file);
	const end = extname(file);
	const [backups, replaced] = await Promise.all([
		filesIn(folder, (name) => name.endsWith('.sqlite')),
		filesIn(dirname(folder), (name) => name.startsWith(`${stem}-replaced-`) && name.endsWith(end || 'Z')),
	]);
	const listed = [
		...backups.map((path) => ({ path, isReplaced: false })),
		...replaced.map((path) => ({ path, isReplaced: true })),
	];
	const dated = await Promise.all(listed.map(async (each) => ({ ...each, at: await backupTime(each.path) })));
	return dated.toSorted((a, b) => b.at - a.at || basename(b.path).localeCompare(basename(a.path)));
}

/** The files of a folder with such names; none if there is no folder. */
async function filesIn(folder: string, isMeant: (name: string) => boolean): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter(isMeant).map((name) => join(folder, name));
}

/** @returns true if two existing files or folders are on one partition. Rejects with the file system's errors */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
	const [a, b] = await Promise.all([stat(one), stat(other)]);
	return a.dev === b.dev;
}

/** When the last backup was made, whatever made it, so that a check-up need not look for files. */
export const backupKind = defineKind({
	prefix: 'meta:backup',
	schema: z.strictObject({ v: z.literal(1), at: timestamp }),
	damaged: 'rejects',
});

/** As above, of backups on another disk than the database's. */
export const backupElsewhereKind = defineKind({ ...backupKind, prefix: 'meta:backup-elsewhere' });

/** @param isElsewhere on another disk than the database */
export async function noteBackup(store: Store, at: number, isElsewhere = false): Promise<void> {
	await store.transact(async (tx) => {
		for (const kind of isElsewhere ? [backupKind, backupElsewhereKind] : [backupKind])
			new Table(kind, store).put(tx, '', { v: 1, at });
	});
}

/** Milliseconds since the epoch; undefined if never. Rejects with the store's errors. */
export async function lastBackupAt(store: Store, kind = backupKind): Promise<number | undefined> {
	return (await new Table(kind, store).get(''))?.at;
}

/**
 * Copies a database that may be in use: a snapshot with everything acknowledged before the call, on disk and checked.
 * Never overwrites a file, and makes no folder but `backups`. Rejects with StoreCorruptError if either is damaged.
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
	const [source, copy] = [resolve(file), resolve(target)];
	await requireDatabase(source);
	// A log that lies there would be applied to the copy.
	if ((await findDatabase(copy)) !== 'none')
		throw new StoreUnavailableError(`${copy} exists already: choose another name`);
	const partial = `${copy}.partial`;
	// SQLite leaves its journal behind on a full disk, and would apply it to the next copy of that name.
	const clear = () => Promise.all([partial, `${partial}-journal`].map((path) => rm(path, { force: true })));
	const { folder } = backupPlace(source);
	try {
		if (dirname(copy) === folder) await mkdir(folder, { recursive: true, mode: 0o700 });
		await clear();
		// Created first, so that other users can't read it at any time; VACUUM INTO accepts an empty file.
		await (await open(partial, 'wx', 0o600)).close();
		await SqliteConnection.with(source, (connection) => connection.run('VACUUM INTO ?', partial));
		if (!(await SqliteConnection.with(partial, isSound)))
			throw new StoreCorruptError('The backup is not a valid database');
		await syncFile(partial);
		await rename(partial, copy);
		await syncFolder(dirname(copy));
	} catch (cause) {
		await clear().catch(() => {});
		if (cause instanceof ConfigError) throw cause;
		const isCorrupt = codeOf(cause) === 'SQLITE_CORRUPT';
		if (!isCorrupt && !(cause instanceof StoreCorruptError))
			throw new StoreUnavailableError('The backup could not be written', { cause });
		// A copy has the damage of its source, unless the copy's disk is at fault.
		const damage = isCorrupt
			? fileDamage(source)
			: await SqliteConnection.with(source, (connection) => findDamage(connection, source));
		throw damage === undefined ? cause : new StoreCorruptError(damage.says, { cause });
	}
}

const keptDays = 14;
/** For backups made before a change of the database format: the way back to the previous version. */
const keptDaysBeforeFormat = 90;

/** The end of a name that may be deleted. A killed process leaves a partial file. */
const ownEnd =
	/^-\d{4}-[01]\d-[0-3]\dT[0-2]\d[0-5]\d[0-5]\dZ(-before-format-\d+)?\.sqlite(\.partial(-journal)?)?$/;

interface BackupsGround {
	readonly store: Store;
	readonly clock: GuardedClock;
	readonly logger: Logger;
}

/** Makes a backup of an SQLite file if there is none from today, and deletes old ones. Rejects as `backupSqlite`. */
export async function makeDailyBackup(file: string, ground: BackupsGround): Promise<void> {
	const { folder, stem } = backupPlace(file);
	const isOwn = (name: string) => name.startsWith(stem) && ownEnd.test(name.slice(stem.length));
	const own = await Promise.all(
		(await filesIn(folder, isOwn)).map(async (path) => ({ path, at: await backupTime(path) })),
	);
	const now = ground.clock.now();
	if (own.some(({ path, at }) => path.endsWith('Z.sqlite') && now - at < dayMs)) return;
	const target = backupPath(file, now);
	await backupSqlite(file, target);
	await noteBackup(ground.store, now);
	ground.logger.info({ target }, 'Backed up the database');
	// Only after success: while backups fail, the old ones are all there is. Nor by a clock that may be off.
	if (!ground.clock.isTrusted()) return;
	for (const { path, at } of own) {
		const days = path.includes('-before-format-') ? keptDaysBeforeFormat : keptDays;
		if (now - at > days * dayMs) await rm(path, { force: true });
	}
}

export async function syncFile(path: string): Promise<void> {
	// Windows flushes only files that are open for writing.
	await syncOpen(path, 'r+');
}

/** Flushes a folder's names to disk. */
export async function syncFolder(path: string): Promise<void> {
	// Windows can't open folders, and its file system records names by itself.
	if (process.platform !== 'win32') await syncOpen(path, 'r');
}

async function syncOpen(path: string, flags: string): Promise<void> {
	const handle = await open(path, flags);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
