import { constants, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { ConfigError, codeOf, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import { syncFile, syncFolder } from './backups.js';
import { SqliteConnection } from './sqlite-connection.js';
import { isSound } from './sqlite-damage.js';

/** Suffixes of files that SQLite may leave beside a database. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Copies a backup next to the database that it will replace, for `replaceDatabase` or `discard`. Rejects with
 * StoreUnavailableError if the backup can't be read, and with StoreCorruptError if it is damaged.
 */
export async function prepareRestore(backup: string, database: string): Promise<string> {
	const [source, target] = [resolve(backup), resolve(database)];
	if (!(await isFile(source))) throw new StoreUnavailableError(`There is no file ${source}`);
	const copy = `${target}.restoring`;
	try {
		await mkdir(dirname(target), { recursive: true });
		// A killed restore may have left one.
		await discard(copy);
		// If the files of a stopped bot were copied, the latest writes are in the log.
		for (const end of ['', '-wal'])
			if (await isFile(source + end)) await copyPrivately(source + end, copy + end);
		await assertSound(copy, source);
		return copy;
	} catch (cause) {
		await discard(copy);
		if (cause instanceof StoreCorruptError || cause instanceof ConfigError) throw cause;
		throw new StoreUnavailableError('The backup could not be copied', { cause });
	}
}

export async function discard(copy: string): Promise<void> {
	for (const end of ['', ...companions]) await rm(copy + end, { force: true });
}

/**
 * Atomically replaces the database by a prepared copy. Rejects with StoreUnavailableError, without any change, if a bot
 * uses it. @returns where the former one is, or its log if only that was there; undefined if there was neither
 */
export async function replaceDatabase(
	copy: string,
	database: string,
	now: number,
): Promise<string | undefined> {
	const target = resolve(database);
	// Also checkpoints the log, so that everything is in the one file.
	if ((await closeLog(copy)) !== 'closed') {
		throw new StoreUnavailableError('The copy of the backup could not be closed');
	}
	await syncFile(copy);
	const kept = await setAside(target, now);
	await rename(copy, target);
	await syncFolder(dirname(target));
	return kept;
}

/** Gives the file a second name, so that a database always exists: a bot would create an empty one. */
async function setAside(target: string, now: number): Promise<string | undefined> {
	const found = await filesOf(target);
	if (found.length === 0) return undefined;
	if ((await closeLog(target)) === 'used') {
		throw new StoreUnavailableError('A bot uses this database: stop it, then restore again');
	}
	// An earlier restore may have set one aside in the same second: the next free second names this one.
	let at = now;
	while ((await filesOf(keptName(target, at))).length > 0) at += 1_000;
	const kept = keptName(target, at);
	if (found.includes('')) {
		// Not every file system supports links.
		await link(target, kept).catch(() => copyFile(target, kept, constants.COPYFILE_EXCL));
		await syncFile(kept);
	}
	// The log of an unreadable or lost database would be applied to the new one, so it is moved away.
	for (const end of await filesOf(target)) if (end !== '') await rename(target + end, kept + end);
	return found.includes('') ? kept : `${kept}${found[0]}`;
}

/** Leaves WAL mode, which requires exclusive access. `damaged`: no database, so no process uses it. */
async function closeLog(file: string): Promise<'closed' | 'used' | 'damaged'> {
	try {
		await SqliteConnection.with(file, (connection) => connection.run('PRAGMA journal_mode = DELETE'));
		return 'closed';
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return codeOf(error) === 'SQLITE_BUSY' ? 'used' : 'damaged';
	}
}

/** The endings of a database's files that exist; the database's own is empty. */
async function filesOf(database: string): Promise<readonly string[]> {
	const ends = ['', ...companions];
	const isThere = await Promise.all(ends.map((end) => isFile(database + end)));
	return ends.filter((_, index) => isThere[index]);
}

/** Rejects with StoreCorruptError: a file that opens may lack pages, or have an index that doesn't match its table. */
async function assertSound(file: string, source: string): Promise<void> {
	const check = (connection: SqliteConnection) => isSound(connection, 'integrity_check');
	const sound = await SqliteConnection.with(file, check).catch((error: unknown) => {
		if (error instanceof ConfigError) throw error;
		return false;
	});
	if (!sound)
		throw new StoreCorruptError(
			`${source} is damaged or incomplete. Choose another backup: npm run claims -- backups`,
		);
}

async function copyPrivately(from: string, to: string): Promise<void> {
	// Created first, so that other users can't read it at any time.
	await (await open(to, 'wx', 0o600)).close();
	await copyFile(from, to);
}

/** `data/claimcheck-replaced-2026-11-22T041017Z.sqlite`, without colons, which Windows doesn't allow. */
function keptName(target: string, now: number): string {
	const end = extname(target);
	const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
	return join(dirname(target), `${basename(target, end)}-replaced-${at}Z${end}`);
}

async function isFile(path: string): Promise<boolean> {
	return await stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
