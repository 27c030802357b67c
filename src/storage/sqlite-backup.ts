import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import { connectSqlite } from './sqlite.js';

const checkResult = z.array(z.object({ quick_check: z.string() }));

/**
 * Copies a database that may be in use: the copy is the state at one moment, with everything that had been
 * acknowledged when this was called, and is on disk and checked when it resolves. Never writes over a file. Rejects
 * with StoreUnavailableError, and with StoreCorruptError where the copy is not sound.
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
	const [source, copy] = [resolve(file), resolve(target)];
	// Opening would make an empty database of it.
	if (!(await exists(source))) throw new StoreUnavailableError(`There is no database ${source}`);
	if (await exists(copy)) throw new StoreUnavailableError(`${copy} exists already: choose another name`);
	const partial = `${copy}.partial`;
	try {
		await rm(partial, { force: true });
		// Made first, so that nobody else can read it at any time; VACUUM INTO takes an empty file.
		await (await open(partial, 'wx', 0o600)).close();
		await run(source, 'VACUUM INTO ?', partial);
		await check(partial);
		await syncFile(partial);
		await rename(partial, copy);
		await syncFolder(dirname(copy));
	} catch (cause) {
		await rm(partial, { force: true });
		if (cause instanceof StoreCorruptError) throw cause;
		throw new StoreUnavailableError('The backup could not be written', { cause });
	}
}

async function check(file: string): Promise<void> {
	const [first] = checkResult.parse(await run(file, 'PRAGMA quick_check(1)'));
	if (first?.quick_check !== 'ok') throw new StoreCorruptError('The backup is not a sound database');
}

/** On a connection of its own: VACUUM fails where the same one has other statements under way. */
async function run(file: string, sql: string, ...parameters: string[]): Promise<unknown> {
	const adapter = connectSqlite(file);
	try {
		return await adapter.query(sql, ...parameters);
	} finally {
		await adapter.disconnect();
	}
}

async function exists(path: string): Promise<boolean> {
	return await stat(path).then(
		() => true,
		() => false,
	);
}

/** Waits until a file is on disk. */
export async function syncFile(path: string): Promise<void> {
	// Windows flushes only what is open for writing.
	await syncOpen(path, 'r+');
}

/** Waits until the names in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
	// Windows opens no folders, and its file system writes names down by itself.
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
