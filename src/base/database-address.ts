import { parse } from 'pg-connection-string';
import { webAddress } from './web-address.js';

/** Checks an address before a driver does: the driver's error would contain the password. */
export function isDatabaseAddress(text: string): boolean {
	const [, file] = /^sqlite:\/\/(.*)$/s.exec(text) ?? [];
	if (file !== undefined) return file !== ':memory:' && !file.includes('\0');
	return /^rediss?:/.test(text) ? isRedisAddress(text) : isPostgresAddress(text);
}

/** Uses its own parser, which accepts more than others: unescaped characters, sockets, missing hosts. */
function isPostgresAddress(text: string): boolean {
	try {
		parse(text);
		return true;
	} catch {
		return false;
	}
}

/** As node-redis reads it: the database is a number, and the rest is escaped. */
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
