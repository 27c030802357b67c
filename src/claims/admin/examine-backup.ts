import { z } from 'zod';
import { AppError, ConfigError, codeOf, StoreRefusedError } from '../../base/errors.js';
import { listBackups } from '../../storage/backups.js';
import { decodeRow, endOfPrefix } from '../../storage/keyv-rows.js';
import { defaultNamespace } from '../../storage/keyv-store.js';
import { sqliteFileOf } from '../../storage/open.js';
import { SqliteConnection } from '../../storage/sqlite-connection.js';
import { isSound } from '../../storage/sqlite-damage.js';
import { findDatabase } from '../../storage/sqlite-file.js';
import { soundRow } from '../../storage/table.js';
import { ClaimKeys } from '../claim-keys.js';
import { currentFormat, formatKey, formatKind, formerFormats } from '../format.js';
import { claimPrefix } from '../record.js';
import { secretKey, secretKind } from '../secret-guard.js';

const values = z.array(z.object({ value: z.unknown() }));
const counted = z.tuple([z.object({ count: z.int() })]);

/**
 * `good`: this version can restore it, and the secret is that of its codes. `other-secret`: made with a different
 * CLAIM_SECRET, or while it was being changed. `newer-format`, `older-format`: of a version that this one can't read.
 * `foreign`: a database of another program.
 */
export type BackupState = 'good' | 'other-secret' | 'newer-format' | 'older-format' | 'damaged' | 'foreign';

export interface ExaminedBackup {
	readonly state: BackupState;
	/** Undefined if they can't be read. */
	readonly format?: number;
	readonly purchases?: number;
}

/** Looks at a backup as `restore` would, without changing it. Rejects with ConfigError if SQLite can't be loaded. */
export async function examineBackup(path: string, claimSecret: string): Promise<ExaminedBackup> {
	const { check } = new ClaimKeys(claimSecret);
	try {
		return await SqliteConnection.with(path, (file) => examine(file, check), 'OPEN_READONLY');
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return { state: 'damaged' };
	}
}

async function examine(backup: SqliteConnection, check: string): Promise<ExaminedBackup> {
	if (!(await isSound(backup))) return { state: 'damaged' };
	const note = await noteOf(backup);
	if (note === undefined) return { state: 'foreign' };
	const format = soundRow(formatKind, await rowIn(backup, formatKey))?.format;
	const facts = { ...(format !== undefined && { format }), purchases: await countClaims(backup) };
	if (note.check !== check || note.next !== undefined) return { ...facts, state: 'other-secret' };
	if ((format ?? 0) > currentFormat) return { ...facts, state: 'newer-format' };
	if ((format ?? currentFormat) < Math.min(...formerFormats)) return { ...facts, state: 'older-format' };
	return { ...facts, state: 'good' };
}

/** The note about the secret; undefined if the database is not the bot's. */
async function noteOf(backup: SqliteConnection) {
	try {
		return soundRow(secretKind, await rowIn(backup, secretKey));
	} catch (error) {
		if (codeOf(error) === 'SQLITE_ERROR') return undefined;
		throw error;
	}
}

/** Undefined for an absent row. Rejects with StoreCorruptError on an unreadable one. */
async function rowIn(backup: SqliteConnection, key: string): Promise<unknown> {
	const sql = 'SELECT value FROM keyv WHERE key = ?';
	const [row] = await backup.rows(values, sql, `${defaultNamespace}:${key}`);
	return row && decodeRow(row.value);
}

async function countClaims(backup: SqliteConnection): Promise<number> {
	const first = `${defaultNamespace}:${claimPrefix}`;
	const sql = 'SELECT COUNT(*) AS count FROM keyv WHERE key >= ? AND key < ?';
	return (await backup.rows(counted, sql, first, endOfPrefix(first)))[0].count;
}

/**
 * Rejects with StoreRefusedError if the SQLite database is missing or has no purchases, although a backup beside it has
 * some and CLAIM_SECRET fits: every used code could be verified again. Creates nothing.
 */
export async function refuseEmptyStart(databaseUrl: string, claimSecret: string): Promise<void> {
	const file = sqliteFileOf(databaseUrl);
	if (file === undefined || (await mayHavePurchases(file))) return;
	for (const { path, isReplaced } of await listBackups(file)) {
		const { state, purchases = 0 } = await examineBackup(path, claimSecret);
		// Those of another secret are another bot's, or that secret was given up.
		if (purchases === 0 || state === 'other-secret') continue;
		const away = isReplaced ? 'that file' : 'the folder `backups`';
		throw new StoreRefusedError(
			`The database ${file} is missing or has no purchases, but its backup ${path} has ${purchases}, and CLAIM_SECRET fits. Run \`npm run claims -- restore\`. To begin anew, move ${away} away`,
		);
	}
}

/** False if the database is missing or has no purchases. True if it can't be read: opening it says why. */
export async function mayHavePurchases(file: string): Promise<boolean> {
	if ((await findDatabase(file)) !== 'database') return false;
	try {
		return (await SqliteConnection.with(file, countClaims, 'OPEN_READONLY')) > 0;
	} catch (error) {
		if (error instanceof AppError) throw error;
		// A database without the bot's table.
		return codeOf(error) !== 'SQLITE_ERROR';
	}
}
