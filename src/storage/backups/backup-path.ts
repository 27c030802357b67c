import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { timestamp } from '../../base/row-fields.js';
import type { Store } from '../store.js';
import { defineKind, Table } from '../table.js';

/** Suffix of a backup's name. Daily backups have none; only they are deleted after 14 days. */
export type BackupReason = `before-format-${number}` | 'manual';

/** The folder for an SQLite database's backups, and the prefix of their names. */
export function backupPlace(file: string): { readonly folder: string; readonly stem: string } {
	const path = resolve(file);
	return { folder: join(dirname(path), 'backups'), stem: basename(path, extname(path)) };
}

/** Contains the time, as in `claimcheck-2026-11-22T041017Z.sqlite`, because copying changes a file's date. */
export function backupPath(file: string, at: number, reason?: BackupReason): string {
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
export async function filesIn(
	folder: string,
	isMeant: (name: string) => boolean,
): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter(isMeant).map((name) => join(folder, name));
}

/** True if two existing files or folders are on one disk, or one partition of it. Rejects with the file system's errors. */
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

/** Records the time of a backup. `isElsewhere`: on another disk than the database. */
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
