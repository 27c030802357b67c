import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import { connectSqlite, makeFolder } from './sqlite.js';
import { syncFile, syncFolder } from './sqlite-backup.js';
import { isBusy } from './sqlite-connection.js';

const checkResult = z.array(z.object({ integrity_check: z.string() }));

/** What SQLite may leave beside a database. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Copies a backup beside the database that it is to replace, and checks the copy. Nothing else is touched: whoever
 * calls may look at the copy, then `replaceDatabase` with it, or `discard` it. Rejects with StoreUnavailableError
 * where the backup can't be read, and with StoreCorruptError where it is no sound database.
 */
export async function prepareRestore(backup: string, database: string): Promise<string> {
	const [source, target] = [resolve(backup), resolve(database)];
	if (!(await isFile(source))) throw new StoreUnavailableError(`There is no file ${source}`);
	// Two at a time would write into each other's copy.
	const copy = `${target}.restoring-${process.pid}`;
	try {
		await makeFolder(dirname(target));
		await clearLeftovers(target);
		await copyPrivately(source, copy);
		// Whoever copied the files of a stopped bot has its latest writes there.
		if (await isFile(`${source}-wal`)) await copyPrivately(`${source}-wal`, `${copy}-wal`);
		await check(copy, source);
		return copy;
	} catch (cause) {
		await discard(copy);
		if (cause instanceof StoreCorruptError) throw cause;
		throw new StoreUnavailableError('The backup could not be copied', { cause });
	}
}

/** Copies whose process was killed. */
async function clearLeftovers(target: string): Promise<void> {
	for (const name of await readdir(dirname(target))) {
		const pid = name.startsWith(`${basename(target)}.restoring-`) ? /\d+$/.exec(name)?.[0] : undefined;
		if (pid !== undefined && !isAlive(Number(pid))) await discard(join(dirname(target), name));
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Removes a prepared copy. */
export async function discard(copy: string): Promise<void> {
	for (const end of ['', ...companions]) await rm(copy + end, { force: true });
}

/**
 * Puts a prepared copy in the place of the database, in one step: a kill leaves either the former one or the new one.
 * Resolves to where the former one is kept; undefined where there was none. Rejects with StoreUnavailableError, and
 * nothing changed, where a bot uses the database.
 */
export async function replaceDatabase(
	copy: string,
	database: string,
	now: number,
): Promise<string | undefined> {
	const target = resolve(database);
	const kept = (await isFile(target)) ? keptName(target, now) : undefined;
	// Also writes everything into the one file, so that nothing of it stays behind.
	if ((await closeLog(copy)) !== 'closed') {
		throw new StoreUnavailableError('The copy of the backup could not be closed');
	}
	await syncFile(copy);
	if (kept !== undefined) await setAside(target, kept);
	await rename(copy, target);
	await syncFolder(dirname(target));
	return kept;
}

/** A second name for the former file, so that there is a database at any moment: a bot would make an empty one. */
async function setAside(target: string, kept: string): Promise<void> {
	const state = await closeLog(target);
	if (state === 'used') {
		throw new StoreUnavailableError('A bot uses this database: stop it, then restore again');
	}
	// Of a database that can't be opened, the log stays: the new one would take it for its own.
	for (const end of companions) {
		if (await isFile(target + end)) await rename(target + end, kept + end);
	}
	// Not every file system has links.
	await link(target, kept).catch(async () => {
		await copyPrivately(target, kept);
		await syncFile(kept);
	});
}

/**
 * Leaves WAL mode, for which SQLite has to have the file to itself. `used`: somebody else has it open. `damaged`:
 * it is no database any more, so nobody can be using it.
 */
async function closeLog(file: string): Promise<'closed' | 'used' | 'damaged'> {
	const adapter = connectSqlite(file);
	try {
		await adapter.query('PRAGMA journal_mode = DELETE');
		return 'closed';
	} catch (error) {
		return isBusy(error) ? 'used' : 'damaged';
	} finally {
		await adapter.disconnect().catch(() => {});
	}
}

/** Whether a process has the database open. If none has, its write-ahead log has been taken into the file. */
export async function isInUse(file: string): Promise<boolean> {
	return (await closeLog(file)) === 'used';
}

/** Whole pages may be missing, or an index may not fit its table, in a file that opens well. */
async function check(copy: string, source: string): Promise<void> {
	const adapter = connectSqlite(copy);
	const unsound = `${source} is not a whole, sound SQLite database: take another backup`;
	try {
		const [first] = checkResult.parse(await adapter.query('PRAGMA integrity_check(1)'));
		if (first?.integrity_check !== 'ok') throw new StoreCorruptError(unsound);
	} catch (cause) {
		if (cause instanceof StoreCorruptError) throw cause;
		throw new StoreCorruptError(unsound, { cause });
	} finally {
		await adapter.disconnect().catch(() => {});
	}
}

async function copyPrivately(from: string, to: string): Promise<void> {
	await rm(to, { force: true });
	// Made first, so that nobody else can read it at any time.
	await (await open(to, 'wx', 0o600)).close();
	await copyFile(from, to);
}

/** `data/claimcheck-replaced-2026-11-22T041017Z.sqlite`, without the colons that Windows doesn't take. */
function keptName(target: string, now: number): string {
	const end = extname(target);
	const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
	return join(dirname(target), `${basename(target, end)}-replaced-${at}Z${end}`);
}

/** Whether there is a file under this path. */
export async function isFile(path: string): Promise<boolean> {
	return await stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
