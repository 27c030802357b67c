import { webAddress } from '../base/addresses.js';
import { ConfigError } from '../base/errors.js';
import type { Settings } from '../config.js';
import type { SqliteOptions } from './sqlite.js';
import type { Store, StoreWarning } from './store.js';

const sqlitePrefix = 'sqlite://';

/**
 * Opens `sqlite://FILE` (relative to the working directory, `sqlite:///…` absolute), `postgresql://…` or `redis://…`.
 * Calls `warn` for server settings that can lose data. Rejects with ConfigError if the address is invalid, with
 * StoreUnavailableError if the server doesn't respond, and with StoreRefusedError if it must not be used. No error
 * contains the address: it can hold a password.
 */
export async function openStore(
	databaseUrl: string,
	warn: StoreWarning,
	options?: Omit<SqliteOptions, 'namespace'>,
): Promise<Store> {
	const sqliteFile = sqliteFileOf(databaseUrl);
	// Loads only the adapter in use: each brings a driver that takes as long to load as all of the bot's own code.
	if (sqliteFile !== undefined) {
		const { openSqlite } = await import('./sqlite.js');
		return await openSqlite(sqliteFile, warn, options);
	}
	switch (webAddress(databaseUrl)?.protocol) {
		case undefined:
			throw unusable('is not a complete address');
		case 'postgres:':
		case 'postgresql:': {
			const { openPostgres } = await import('./postgres.js');
			return await openPostgres(databaseUrl, warn, options);
		}
		case 'redis:':
		case 'rediss:': {
			const { openRedis } = await import('./redis.js');
			return await openRedis(databaseUrl, warn, options);
		}
		default:
			throw unusable('must start with sqlite://, postgresql:// or redis://');
	}
}

/** @returns undefined if the address names another kind of database */
export function sqliteFileOf(databaseUrl: string): string | undefined {
	if (!databaseUrl.startsWith(sqlitePrefix)) return undefined;
	const file = databaseUrl.slice(sqlitePrefix.length);
	if (file === '' || file === ':memory:')
		throw unusable('must name a file, because purchases in memory end with the process');
	return file;
}

/** The SQLite file that the bot backs up; undefined if the settings name none, or no backups are wanted. */
export function fileToBackUp(settings: Pick<Settings, 'DATABASE_URL' | 'BACKUPS'>): string | undefined {
	return settings.BACKUPS ? sqliteFileOf(settings.DATABASE_URL) : undefined;
}

function unusable(problem: string): ConfigError {
	return new ConfigError([`DATABASE_URL ${problem}`]);
}
