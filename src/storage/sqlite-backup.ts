import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import { SqliteConnection } from './sqlite-connection.js';
import { fileDamage, findDamage, isCorrupt, isSound } from './sqlite-damage.js';
import { findDatabase, requireDatabase } from './sqlite-file.js';

/**
 * Copies a database that may be in use. The copy is a consistent snapshot with everything acknowledged before the call;
 * it is on disk and checked when the promise resolves. Never overwrites a file. Rejects with StoreUnavailableError, and
 * with StoreCorruptError if the database or the copy is damaged.
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
	try {
		await clear();
		// Created first, so that other users can't read it at any time; VACUUM INTO accepts an empty file.
		await (await open(partial, 'wx', 0o600)).close();
		await SqliteConnection.with(source, (connection) => connection.rows('VACUUM INTO ?', partial));
		if (!(await SqliteConnection.with(partial, isSound))) throw new StoreCorruptError(unsound);
		await syncFile(partial);
		await rename(partial, copy);
		await syncFolder(dirname(copy));
	} catch (cause) {
		await clear();
		if (cause instanceof ConfigError) throw cause;
		if (cause instanceof StoreCorruptError || isCorrupt(cause)) throw await corruption(source, cause);
		throw new StoreUnavailableError('The backup could not be written', { cause });
	}
}

const unsound = 'The backup is not a valid database';

/** A copy has the damage of its source, unless the copy's disk is at fault. */
async function corruption(source: string, cause: unknown): Promise<StoreCorruptError> {
	const damage = isCorrupt(cause)
		? fileDamage(source)
		: await SqliteConnection.with(source, (connection) => findDamage(connection, source));
	return new StoreCorruptError(damage?.says ?? unsound, { cause });
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
