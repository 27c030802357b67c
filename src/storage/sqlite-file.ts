import { open, realpath, stat } from 'node:fs/promises';
import { StoreRefusedError, StoreUnavailableError } from '../base/errors.js';

/** `empty`: a file of 0 bytes, which SQLite takes for a new database. */
export type FoundFile = 'database' | 'empty' | 'none';

/**
 * Looks for the database at `path`, without opening it. Rejects with StoreRefusedError if only its write-ahead log or
 * journal is there: SQLite deletes a log beside a new database, and with it the latest purchases.
 */
export async function findDatabase(path: string): Promise<FoundFile> {
	// SQLite keeps its other files beside the file that a link leads to.
	const file = await realpath(path).catch(() => path);
	const size = await sizeOf(file);
	if (isDatabase(size)) return 'database';
	const left = await logWithPages(file);
	if (left === undefined) return size === undefined ? 'none' : 'empty';
	// Another process may have made the database, and changed it, since its size was read.
	if (isDatabase(await sizeOf(file))) return 'database';
	throw lonely(path, ...left);
}

function isDatabase(size: number | undefined): boolean {
	return size !== undefined && size > 0;
}

/** The name and the ending of the file that SQLite keeps beside the database `file`, if that file holds changes. */
async function logWithPages(file: string): Promise<readonly [name: string, end: string] | undefined> {
	if (await hasPages(`${file}-wal`)) return ['write-ahead log', '-wal'];
	if (await isJournalOfDatabase(`${file}-journal`)) return ['journal', '-journal'];
	return undefined;
}

/** Rejects with StoreUnavailableError if there is no database at `path`, and as `findDatabase` does. */
export async function requireDatabase(path: string): Promise<void> {
	if ((await findDatabase(path)) === 'database') return;
	throw new StoreUnavailableError(
		`There is no database ${path}. The bot makes one when it first starts. If it has started before, check DATABASE_URL`,
	);
}

function lonely(path: string, what: string, end: string): StoreRefusedError {
	return new StoreRefusedError(
		`There is no database ${path}, but its ${what} ${path}${end} is there, with the latest purchases. Move the database back beside it, or restore a backup: npm run claims -- restore`,
	);
}

/** Undefined if there is no file. */
async function sizeOf(file: string): Promise<number | undefined> {
	try {
		const found = await stat(file);
		// For a folder, opening fails with a reason.
		return found.isFile() ? found.size : 1;
	} catch (cause) {
		const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw new StoreUnavailableError(`The database file ${file} cannot be opened`, { cause });
	}
}

async function hasPages(log: string): Promise<boolean> {
	return ((await sizeOf(log)) ?? 0) > 0;
}

/** A journal of a database that had no pages is left by a process that was killed while it created that database. */
async function isJournalOfDatabase(journal: string): Promise<boolean> {
	if (!(await hasPages(journal))) return false;
	const handle = await open(journal).catch(() => undefined);
	// Another process has just finished with it.
	if (handle === undefined) return false;
	try {
		// The header: 8 bytes of magic or zeros, 4 of the count, 4 random ones, 4 of the database's size in pages.
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(20), 0, 20, null);
		const start = buffer.toString('hex', 0, 8);
		const isHeader = bytesRead === 20 && ['d9d505f920a163d7', '0000000000000000'].includes(start);
		return !isHeader || buffer.readUInt32BE(16) > 0;
	} finally {
		await handle.close();
	}
}
