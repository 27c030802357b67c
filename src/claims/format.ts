import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { backupPath, backupSqlite } from '../storage/backups.js';
import type { Store } from '../storage/store.js';
import { defineKind, rowIn, soundRow } from '../storage/table.js';
import { migrate, migrationKey, migrationKind } from './migration.js';

/** The storage format that this version writes. */
export const currentFormat = 9;
/** The others that it can read, in order to convert them. */
export const formerFormats: readonly number[] = [7, 8];

export const formatKey = 'meta:format';

export const formatKind = defineKind({
	prefix: formatKey,
	/** Strict, because older versions reject a row with any other field. */
	schema: z.strictObject({ format: z.int().positive() }),
	damaged: 'rejects',
});

export interface FormatOptions {
	/** The SQLite file, of which a backup is made before anything is changed. Default: none. */
	readonly file?: string | undefined;
	readonly logger?: Pick<Logger, 'info'>;
	/** For the wait until processes of the version before have ended. Default: no other process uses the store. */
	readonly clock?: Pick<Clock, 'now' | 'delay'>;
}

/**
 * Initializes an empty store, converts one of the version before, also after a kill, and refuses any other with
 * StoreRefusedError. The new number is noted first, so that processes of the version before end.
 */
export async function bringToFormat(
	store: Store,
	{ file, logger, clock }: FormatOptions = {},
): Promise<void> {
	const from = formatIn(await store.get(formatKey));
	if (from !== undefined && formerFormats.includes(from)) {
		const backup = file && (await backUp(file, clock?.now() ?? 0));
		const how = backup === undefined ? ' without a backup: a dump of it is yours to make' : '';
		logger?.info(
			{ from, to: currentFormat, backup },
			`Upgrading the database${how}. Older versions will reject it from now on`,
		);
	}
	const unfinished = await store.transact(async (tx) => {
		const format = formatIn(await tx.get(formatKey));
		if (format !== undefined && !formerFormats.includes(format)) {
			assertKnown(format);
			return soundRow(migrationKind, await tx.get(migrationKey));
		}
		tx.put(formatKey, { format: currentFormat });
		if (format === undefined) return undefined;
		const note = { v: 1 as const, begunAt: clock?.now() ?? 0 };
		tx.put(migrationKey, note);
		return note;
	});
	if (unfinished === undefined) return;
	logger?.info('Converting the database, once processes of older versions have ended');
	const migrated = await migrate(store, unfinished.begunAt, clock, logger);
	await store.transact(async (tx) => tx.remove(migrationKey));
	logger?.info(migrated, 'The database is converted');
}

async function backUp(file: string, at: number): Promise<string> {
	const backup = backupPath(file, at, `before-format-${currentFormat}`);
	await backupSqlite(file, backup).catch((cause: unknown) => {
		throw new StoreUnavailableError(
			'The database could not be backed up before its format change, so it was not upgraded. Free up space, or set BACKUPS=false',
			{ cause },
		);
	});
	return backup;
}

/** Checks without a write, for a process that is running. Rejects with StoreRefusedError. */
export async function refuseNewerFormat(store: Store): Promise<void> {
	const format = formatIn(await store.get(formatKey));
	if (format !== undefined && format > currentFormat) assertKnown(format);
}

/** Like `refuseNewerFormat`, also for rows that are still to be converted: nothing would be found in them. */
export async function refuseOtherFormat(store: Store): Promise<void> {
	const [stored, unfinished] = await store.getMany([formatKey, migrationKey]);
	const format = formatIn(stored);
	if (format === undefined) return;
	if (formerFormats.includes(format) || (format === currentFormat && unfinished !== undefined)) {
		throw new StoreRefusedError(
			`The database is still to be converted to format ${currentFormat}, or is being converted: start the bot, and try again once it is ready`,
		);
	}
	assertKnown(format);
}

function assertKnown(format: number): void {
	if (format === currentFormat) return;
	throw new StoreRefusedError(
		format > currentFormat
			? `The database has format ${format}, and this version reads up to ${currentFormat}: start the version that wrote it, or a newer one`
			: `The database has format ${format}, and this version converts formats ${formerFormats.join(' and ')}: start the version of commit a3a65e2f once before, which brings it to format 7`,
	);
}

function formatIn(stored: unknown): number | undefined {
	const row = rowIn(formatKind, { key: formatKey, value: stored });
	if (row !== 'damaged') return row?.format;
	throw new StoreRefusedError("The database's note of its format is damaged: restore a backup");
}
