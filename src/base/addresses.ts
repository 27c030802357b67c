import { BlockList, isIP } from 'node:net';
import { parse } from 'pg-connection-string';

/**
 * Parses an address; undefined if it is invalid. `URL.canParse` is not used: on Node 20 and 22 it turns false for every
 * host with letters outside ASCII once V8 has optimised its caller (AikidoSec/firewall-node#1086).
 */
export function webAddress(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

const privateRanges = new BlockList();
for (const [net, prefix] of [
	['10.0.0.0', 8],
	['127.0.0.0', 8],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const) {
	privateRanges.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
	['::1', 128],
	['fc00::', 7],
] as const) {
	privateRanges.addSubnet(net, prefix, 'ipv6');
}

/**
 * @returns true if the host is on this machine or in a private network, judged by its name or address: loopback and
 * private addresses (RFC 1918, RFC 4193), `localhost`, `*.local`, `*.internal`, and names without a dot, such as
 * compose services. False for link-local addresses: cloud hosts serve credentials on one. `hostname` in URL's form.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
	const version = isIP(host);
	if (version !== 0) return privateRanges.check(host, version === 4 ? 'ipv4' : 'ipv6');
	const name = host.replace(/\.$/, '');
	return !name.includes('.') || /\.(?:localhost|local|internal)$/.test(name);
}

/** See channels, send messages, embed links, manage roles: the minimum that works. */
const permissions = '268454912';

/** The page on which a server's manager invites the bot. */
export function inviteUrl(applicationId: string): string {
	return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}

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
