import { parse } from 'pg-connection-string';
import { webAddress } from './web-address.js';

/**
 * Whether the drivers can read an address of a database: `sqlite://FILE`, `postgresql://…` or `redis://…`. Whether
 * anything is there is not asked. Otherwise a driver's own error would tell, with the password in it.
 */
export function isDatabaseAddress(text: string): boolean {
	const [, file] = /^sqlite:\/\/(.*)$/s.exec(text) ?? [];
	if (file !== undefined) return file !== ':memory:' && !file.includes('\0');
	return /^rediss?:/.test(text) ? isRedisAddress(text) : isPostgresAddress(text);
}

/** By its own parser, which takes what no other does: signs that are not escaped, sockets, hosts left out. */
function isPostgresAddress(text: string): boolean {
	try {
		parse(text);
		return true;
	} catch {
		return false;
	}
}

/** As node-redis reads it: the database has a number, and the rest is escaped. */
function isRedisAddress(text: string): boolean {
	const address = webAddress(text);
	if (address === undefined || !/^(?:\/\d*)?$/.test(address.pathname)) return false;
	try {
		decodeURIComponent(address.username);
		decodeURIComponent(address.password);
		return true;
	} catch {
		return false;
	}
}
