import { statSync } from 'node:fs';
import { StoreUnavailableError } from '../base/errors.js';
import type { Store } from './store.js';

/** A look at the disk costs 15 µs: one a second is nothing, one for each statement would be felt. */
const lookEveryMs = 1_000;

/**
 * The store in an open SQLite file, for as long as that is the one that stands at `path`, with its write-ahead log. Once
 * it was deleted, moved or replaced SQLite goes on writing into what no start will ever find, so every call rejects with
 * StoreUnavailableError instead, within a second, and until the file is back. `now`: milliseconds of any clock. To be
 * called once a statement has been run: the first one makes the log.
 */
export function whileFileStands(store: Store, path: string, now: () => number): Store {
	// Windows lets nobody delete or move a file that is open.
	if (process.platform === 'win32') return store;
	const log = `${path}-wal`;
	const openFile = identityOf(path);
	const openLog = identityOf(log);
	let goodAt = Number.NEGATIVE_INFINITY;

	const isThere = (): boolean => openFile === identityOf(path) && openLog === identityOf(log);
	const look = (): void => {
		if (now() - goodAt < lookEveryMs) return;
		if (!isThere()) throw new StoreUnavailableError('The database file was deleted, moved or replaced');
		goodAt = now();
	};

	return {
		async get(key) {
			look();
			return await store.get(key);
		},
		async getMany(keys) {
			look();
			return await store.getMany(keys);
		},
		async compareAndSet(key, expected, next) {
			look();
			return await store.compareAndSet(key, expected, next);
		},
		async *list(prefix, after) {
			look();
			yield* store.list(prefix, after);
		},
		async respell(key) {
			look();
			await store.respell(key);
		},
		async overwrite(key, next) {
			look();
			await store.overwrite(key, next);
		},
		async ping() {
			look();
			await store.ping();
		},
		close: () => store.close(),
	};
}

/** Which file stands at `path`; undefined where there is none, or none that can be seen. */
function identityOf(path: string): string | undefined {
	try {
		const { dev, ino } = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return undefined;
	}
}
