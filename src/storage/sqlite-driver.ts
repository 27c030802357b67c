import { ConfigError } from '../base/errors.js';

/**
 * Loads SQLite's driver and Keyv's adapter. Call it only for an SQLite database: the driver is machine code, which is
 * missing if npm runs no install scripts, and doesn't load on a system older than the one it was compiled on. Rejects
 * with ConfigError.
 */
export async function loadSqlite() {
	try {
		const [{ default: sqlite3 }, { KeyvSqlite }] = await Promise.all([
			import('sqlite3'),
			import('@keyv/sqlite'),
		]);
		return { sqlite3, KeyvSqlite };
	} catch (cause) {
		throw new ConfigError([`DATABASE_URL names an SQLite database, whose driver ${faultOf(cause)}`]);
	}
}

function faultOf(cause: unknown): string {
	return `can’t be loaded here (${reasonIn(cause)}). Build it: npm rebuild sqlite3 --build-from-source`;
}

/** The loader's message without the paths that it lists, which fill thirty lines. */
function reasonIn(cause: unknown): string {
	const [line = ''] = cause instanceof Error ? cause.message.split('\n') : [];
	return line.slice(0, 200) || 'for an unknown reason';
}
