import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../base/clock.js';
import { TtlCache } from '../base/time/ttl-cache.js';
import { lastBackupAt } from '../storage/backups/last-backup.js';
import { sqliteFileOf } from '../storage/open.js';
import type { ListedStore } from '../storage/store.js';

/** Requests to the health port must not load the store. */
const rememberedMs = 30_000;

/** The last backup and the free space, for the metrics. Only for SQLite: other databases have their own tools. */
export class DatabaseReadings {
	readonly #file: string | undefined;
	readonly #store: ListedStore;
	readonly #recent: TtlCache<number>;
	#last: number | undefined;

	constructor(databaseUrl: string, store: ListedStore, clock: Pick<Clock, 'now'>) {
		this.#file = sqliteFileOf(databaseUrl);
		this.#store = store;
		this.#recent = new TtlCache<number>(rememberedMs, clock);
	}

	/** Milliseconds since the epoch, 0 if there is none; undefined if the database is backed up by its own tools. */
	async lastBackupAt(): Promise<number | undefined> {
		if (this.#file === undefined) return undefined;
		try {
			this.#last = await this.#recent.of('backup', async () => (await lastBackupAt(this.#store)) ?? 0);
		} catch {
			// Visible in the store's state.
		}
		return this.#last;
	}

	/** Free space on the database's disk, in bytes; undefined if it is on another machine. */
	async diskFree(): Promise<number | undefined> {
		if (this.#file === undefined) return undefined;
		try {
			const { bavail, bsize } = await statfs(dirname(resolve(this.#file)));
			return bavail * bsize;
		} catch {
			return undefined;
		}
	}
}
