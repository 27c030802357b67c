import { ConfigError } from '../base/errors.js';

/**
 * Loads SQLite's driver and Keyv's adapter. Call it only for an SQLite database: the driver is machine code, which is
 * missing if npm runs no install scripts, and doesn't load on a system older than the one it was compiled on. Rejects
 * with ConfigError.
 */
export async function loadSqlite() {
	try {
		// One after the other: Node.js can't load a broken module from two sides, and ends with an uncaught error.
		const { default: sqlite3 } = await import('sqlite3');
		const { KeyvSqlite } = await import('@keyv/sqlite');
		return { sqlite3, KeyvSqlite };
	} catch (cause) {
		throw new ConfigError([
			`DATABASE_URL names an SQLite database, whose driver can’t be loaded here (${reasonIn(cause)}). Build it, with Python 3, make and a C++ compiler: npm rebuild sqlite3 --build-from-source --ignore-scripts=false`,
		]);
	}
}

/** The loader's message without the paths that it lists, which fill thirty lines. */
function reasonIn(cause: unknown): string {
	const [line = ''] = cause instanceof Error ? cause.message.split('\n') : [];
	return line.replace(/\.? Tried:$/, '').slice(0, 200) || 'for an unknown reason';
}
