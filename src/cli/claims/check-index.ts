import { resolve } from 'node:path';
import { StoreCorruptError } from '../../base/errors.js';
import { sqliteFileOf } from '../../storage/open.js';
import { connectSqlite } from '../../storage/sqlite.js';
import { damageText, findDamage, rebuildIndex } from '../../storage/sqlite-damage.js';
import { requireDatabase } from '../../storage/sqlite-file.js';

export interface CheckedIndex {
	/** Rows that no lookup finds. */
	readonly lacking: number;
	readonly isMended: boolean;
}

/**
 * Compares an SQLite database's index with its table and, if `repair` is set, rebuilds one that lacks rows. Rejects with
 * StoreCorruptError if only a backup helps.
 */
export async function checkIndex(databaseUrl: string, repair: boolean): Promise<CheckedIndex> {
	const file = sqliteFileOf(databaseUrl);
	if (file === undefined) return { lacking: 0, isMended: false };
	const path = resolve(file);
	await requireDatabase(path);
	const adapter = await connectSqlite(path);
	try {
		const damage = await findDamage(adapter);
		if (damage.kind === 'none') return { lacking: 0, isMended: false };
		if (damage.kind === 'file') throw new StoreCorruptError(damageText(path, damage));
		if (!repair) return { lacking: damage.lacking, isMended: false };
		if (await rebuildIndex(adapter)) return { lacking: damage.lacking, isMended: true };
		throw new StoreCorruptError(damageText(path, { kind: 'file' }));
	} finally {
		await adapter.disconnect();
	}
}
