import { ConfigError } from '../../base/errors.js';
import type { BackupFile } from '../../storage/backups/backup-file.js';
import { ClaimKeys } from '../claim-keys.js';
import { currentFormat, formatSchema, formerFormat } from '../format.js';
import { ofFormat8 } from '../migration-8.js';
import { recordIn } from '../record.js';
import { parseSecret } from '../secret-guard.js';
import { claimPrefix, formatKey, secretKey } from '../store-keys.js';
import { opensWith } from './admin-job.js';

/**
 * `good`: this version can restore it, and the secret opens its codes. `other-secret`: made with a different
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

/** How many purchases to decrypt. A matching secret check alone doesn't prove that the codes can be opened. */
const sampleSize = 200;

/** Opens a backup as `restore` would, without changing it. Rejects with ConfigError if no SQLite database can be opened. */
export async function examineBackup(
	open: () => Promise<BackupFile>,
	claimSecret: string,
): Promise<ExaminedBackup> {
	let backup: BackupFile | undefined;
	try {
		backup = await open();
		if (!(await backup.isSound())) return { state: 'damaged' };
		return await examine(backup, new ClaimKeys(claimSecret));
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return { state: 'damaged' };
	} finally {
		await backup?.close().catch(() => {});
	}
}

async function examine(backup: BackupFile, keys: ClaimKeys): Promise<ExaminedBackup> {
	const note = await noteOf(backup);
	if (note === undefined) return { state: 'foreign' };
	const format = formatSchema.optional().parse(await backup.get(formatKey))?.format;
	const facts = { ...(format !== undefined && { format }), purchases: await backup.count(claimPrefix) };
	if (note.check !== keys.check || note.next !== undefined) return { ...facts, state: 'other-secret' };
	if ((format ?? 0) > currentFormat) return { ...facts, state: 'newer-format' };
	if ((format ?? currentFormat) < formerFormat) return { ...facts, state: 'older-format' };
	return { ...facts, state: (await opens(backup, keys)) ? 'good' : 'damaged' };
}

/** The note about the secret; undefined if the database is not the bot's. */
async function noteOf(backup: BackupFile) {
	try {
		return parseSecret(await backup.get(secretKey));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR') return undefined;
		throw error;
	}
}

/** A few unreadable purchases don't make a backup useless: `restore` counts them. */
async function opens(backup: BackupFile, keys: ClaimKeys): Promise<boolean> {
	const sample = await backup.first(claimPrefix, sampleSize);
	const isOpen = sample.map((pair) => {
		const record = recordIn(ofFormat8(pair));
		if (record === undefined || record === 'damaged') return false;
		return opensWith(keys, pair.key.slice(claimPrefix.length), record.sealed);
	});
	return sample.length === 0 || isOpen.includes(true);
}
