import { realpath, stat } from 'node:fs/promises';
import { codeOf, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';

/**
 * Looks for the database without opening it; SQLite takes an empty file for a new one. Rejects with StoreRefusedError
 * if only its write-ahead log is there: SQLite deletes a log beside a new database, and with it the latest purchases.
 */
export async function findDatabase(path: string): Promise<'database' | 'empty' | 'none'> {
	// SQLite keeps its other files beside the file that a link leads to.
	const file = await realpath(path).catch(() => path);
	const logSize = (await sizeOf(`${file}-wal`)) ?? 0;
	// Read after the log's: another process may be making the database.
	const size = await sizeOf(file);
	if (size !== undefined && size > 0) return 'database';
	if (logSize === 0) return size === undefined ? 'none' : 'empty';
	throw new StoreRefusedError(
		`There is no database ${path}, but its write-ahead log ${path}-wal is there, with the latest purchases. Move the database back beside it, or restore a backup: npm run claims -- restore`,
	);
}

/** Rejects with StoreUnavailableError if there is no database at `path`, and as `findDatabase` does. */
export async function requireDatabase(path: string): Promise<void> {
	if ((await findDatabase(path)) === 'database') return;
	throw new StoreUnavailableError(
		`There is no database ${path}. The bot makes one when it first starts. If it has started before, check DATABASE_URL`,
	);
}

/** @returns undefined if there is no file */
async function sizeOf(file: string): Promise<number | undefined> {
	try {
		const found = await stat(file);
		// For a folder, opening fails with a reason.
		return found.isFile() ? found.size : 1;
	} catch (cause) {
		if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')) return undefined;
		throw new StoreUnavailableError(`The database file ${file} cannot be opened`, { cause });
	}
}
