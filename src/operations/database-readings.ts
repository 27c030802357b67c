import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { TtlCache } from '../base/time/ttl-cache.js';
import { lastBackupAt } from '../storage/backups/last-backup.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';

/** Whoever reaches the health port must not keep the store busy. */
const rememberedMs = 30_000;

/** The last backup and the free space, for the metrics. Both are of a SQLite database: others have their own tools. */
export function databaseReadings(
	databaseUrl: string,
	parts: { readonly store: () => Pick<Store, 'get'>; readonly now: () => number },
) {
	const file = sqliteFileOf(databaseUrl);
	const none = async () => undefined;
	if (file === undefined) return { lastBackupAt: none, diskFree: none };
	const recent = new TtlCache<number>(rememberedMs, parts.now);
	let last: number | undefined;
	return {
		async lastBackupAt() {
			try {
				last = await recent.of('backup', async () => (await lastBackupAt(parts.store())) ?? 0);
			} catch {
				// The store's state says so.
			}
			return last;
		},
		async diskFree() {
			try {
				const { bavail, bsize } = await statfs(dirname(resolve(file)));
				return bavail * bsize;
			} catch {
				return undefined;
			}
		},
	};
}
