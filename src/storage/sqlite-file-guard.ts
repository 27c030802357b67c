import { statSync } from 'node:fs';
import { StoreUnavailableError } from '../base/errors.js';

/** A check of the disk costs 15 µs: fine once a second, noticeable once per statement. */
const lookEveryMs = 1_000;

/**
 * Detects that an open database was deleted, moved or replaced: SQLite would go on writing to the lost file. Create it
 * after the first statement, which makes the write-ahead log.
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
		// Windows doesn't let an open file be deleted or moved.
		if (process.platform === 'win32' || this.#now() - this.#goodAt < lookEveryMs) return;
		if (this.#openFile !== identityOf(this.#path) || this.#openLog !== identityOf(this.#log))
			throw new StoreUnavailableError('The database file was deleted, moved or replaced');
		this.#goodAt = this.#now();
	}
}

/** Identifies the file at `path`; undefined if it doesn't exist or isn't accessible. */
function identityOf(path: string): string | undefined {
	try {
		const { dev, ino } = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return undefined;
	}
}
