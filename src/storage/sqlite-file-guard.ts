import { statSync } from 'node:fs';
import { StoreUnavailableError } from '../base/errors.js';

/** A look at the disk costs 15 µs: one a second is nothing, one for each statement would be felt. */
const lookEveryMs = 1_000;

/**
 * An open SQLite file, with its write-ahead log. Once it was deleted, moved or replaced SQLite goes on writing into what
 * no start will ever find. Create it once a statement has been run: the first one makes the log.
 */
export class SqliteFileGuard {
	readonly #path: string;
	readonly #log: string;
	readonly #now: () => number;
	readonly #openFile: string | undefined;
	readonly #openLog: string | undefined;
	#goodAt = Number.NEGATIVE_INFINITY;

	/** @param now milliseconds of any clock */
	constructor(path: string, now: () => number) {
		this.#path = path;
		this.#log = `${path}-wal`;
		this.#now = now;
		this.#openFile = identityOf(this.#path);
		this.#openLog = identityOf(this.#log);
	}

	/** Throws StoreUnavailableError within a second of the loss, and until the file is back at its path. */
	assertInPlace(): void {
		// Windows lets nobody delete or move a file that is open.
		if (process.platform === 'win32' || this.#now() - this.#goodAt < lookEveryMs) return;
		if (this.#openFile !== identityOf(this.#path) || this.#openLog !== identityOf(this.#log))
			throw new StoreUnavailableError('The database file was deleted, moved or replaced');
		this.#goodAt = this.#now();
	}
}

/** Which file stands at `path`; undefined if there is none, or none that can be seen. */
function identityOf(path: string): string | undefined {
	try {
		const { dev, ino } = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return undefined;
	}
}
