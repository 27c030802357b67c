import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { ConfigError, StoreCorruptError, StoreUnavailableError } from '../base/errors.js';
import { connectSqlite, makeFolder } from './sqlite.js';
import { syncFile, syncFolder } from './sqlite-backup.js';
import { isBusy } from './sqlite-connection.js';
import { requireDatabase } from './sqlite-file.js';

const checkResult = z.array(z.object({ integrity_check: z.string() }));

/** Suffixes of files that SQLite may leave beside a database. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Copies a backup next to the database that it will replace, and checks the copy. Changes nothing else: the caller may
 * inspect the copy, then pass it to `replaceDatabase` or `discard`. Rejects with StoreUnavailableError if the backup
 * can't be read, and with StoreCorruptError if it is damaged.
 */
export async function prepareRestore(backup: string, database: string): Promise<string> {
	const [source, target] = [resolve(backup), resolve(database)];
	if (!(await isFile(source))) throw new StoreUnavailableError(`There is no file ${source}`);
	// Two concurrent restores would write into each other's copy.
	const copy = `${target}.restoring-${process.pid}`;
	try {
		await makeFolder(dirname(target));
		await clearLeftovers(target);
		await copyPrivately(source, copy);
		// If the files of a stopped bot were copied, the latest writes are in the log.
		if (await isFile(`${source}-wal`)) await copyPrivately(`${source}-wal`, `${copy}-wal`);
		await checkSound(copy, source);
		return copy;
	} catch (cause) {
		await discard(copy);
		if (cause instanceof StoreCorruptError || cause instanceof ConfigError) throw cause;
		throw new StoreUnavailableError('The backup could not be copied', { cause });
	}
}

/** Removes copies left by killed processes. */
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

export async function discard(copy: string): Promise<void> {
	for (const end of ['', ...companions]) await rm(copy + end, { force: true });
}

/**
 * Atomically replaces the database by a prepared copy: a crash leaves either the previous one or the new one. Resolves
 * to the path of the previous one, where only its log may be, or to undefined if there was none. Rejects with
 * StoreUnavailableError, without any change, if a bot uses the database.
 */
export async function replaceDatabase(
	copy: string,
	database: string,
	now: number,
): Promise<string | undefined> {
	const target = resolve(database);
	const hasFormer = await hasAny(target);
	// Also checkpoints the log, so that everything is in the one file.
	if ((await closeLog(copy)) !== 'closed') {
		throw new StoreUnavailableError('The copy of the backup could not be closed');
	}
	await syncFile(copy);
	const kept = hasFormer ? await setAside(target, now) : undefined;
	await rename(copy, target);
	await syncFolder(dirname(target));
	return kept;
}

/**
 * Undoes `replaceDatabase`: the previous database is in its place again, or none if there was none. A crash leaves one
 * of the two. Rejects with StoreUnavailableError, without any change, if a bot uses the database.
 */
export async function undoReplacement(database: string, kept: string | undefined): Promise<void> {
	const target = resolve(database);
	if ((await closeLog(target)) === 'used') {
		throw new StoreUnavailableError(
			`A bot uses the restored database, so it stays: stop the bot, then restore ${kept ?? 'again'}`,
		);
	}
	// A log that was left would be applied to the previous database.
	for (const end of companions) await rm(target + end, { force: true });
	if (kept === undefined) {
		await rm(target, { force: true });
	} else {
		if (await isFile(kept)) await rename(kept, target);
		else await rm(target, { force: true });
		for (const end of companions) {
			if (await isFile(kept + end)) await rename(kept + end, target + end);
		}
	}
	await syncFolder(dirname(target));
}

/** Gives the file a second name, so that a database always exists: a bot would create an empty one. */
async function setAside(target: string, now: number): Promise<string> {
	const state = await closeLog(target);
	if (state === 'used') {
		throw new StoreUnavailableError('A bot uses this database: stop it, then restore again');
	}
	const kept = await keepUnderFreeName(target, now);
	// The log of an unreadable or lost database would be applied to the new one, so it is moved away.
	for (const end of companions) {
		if (await isFile(target + end)) await rename(target + end, kept + end);
	}
	return kept;
}

/** Never overwrites what an earlier restore set aside in the same second: the next free second names this one. */
async function keepUnderFreeName(target: string, now: number): Promise<string> {
	for (let at = now; ; at += 1_000) {
		const kept = keptName(target, at);
		if (await hasAny(kept)) continue;
		if (!(await isFile(target))) return kept;
		try {
			await link(target, kept);
			return kept;
		} catch {
			if (await isFile(kept)) continue;
		}
		// Not every file system supports links.
		await copyPrivately(target, kept);
		await syncFile(kept);
		return kept;
	}
}

/** Leaves WAL mode, which requires exclusive access. `damaged`: no database, so no process uses it. */
async function closeLog(file: string): Promise<'closed' | 'used' | 'damaged'> {
	let adapter: KeyvSqlite | undefined;
	try {
		await requireDatabase(file);
		adapter = await connectSqlite(file);
		await adapter.query('PRAGMA journal_mode = DELETE');
		return 'closed';
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return isBusy(error) ? 'used' : 'damaged';
	} finally {
		await adapter?.disconnect().catch(() => {});
	}
}

/** @returns true if the database or one of the files that SQLite keeps beside it exists */
async function hasAny(target: string): Promise<boolean> {
	const found = await Promise.all(['', ...companions].map((end) => isFile(target + end)));
	return found.includes(true);
}

/**
 * Rejects with StoreCorruptError, in which `source` names the file: one that opens may still lack pages, or have an
 * index that doesn't match its table.
 */
export async function checkSound(file: string, source: string): Promise<void> {
	const adapter = await connectSqlite(file);
	const unsound = `${source} is damaged or incomplete. Choose another backup: npm run claims -- backups`;
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

export async function isFile(path: string): Promise<boolean> {
	return await stat(path).then(
		(found) => found.isFile(),
		() => false,
	);
}
