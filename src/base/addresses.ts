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
for (const [net, prefix, version] of [
	['10.0.0.0', 8, 'ipv4'],
	['127.0.0.0', 8, 'ipv4'],
	['172.16.0.0', 12, 'ipv4'],
	['192.168.0.0', 16, 'ipv4'],
	['::1', 128, 'ipv6'],
	['fc00::', 7, 'ipv6'],
] as const) {
	privateRanges.addSubnet(net, prefix, version);
}

/**
 * True for loopback and private addresses (RFC 1918, RFC 4193), `localhost`, `*.local`, `*.internal`, and names without
 * a dot, such as compose services. False for link-local addresses: cloud hosts serve credentials on one.
 * @param hostname as in a URL
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

/** Checks an address before its driver does, whose error would contain the password. */
export function isDatabaseAddress(text: string): boolean {
	const [, file] = /^sqlite:\/\/(.*)$/s.exec(text) ?? [];
	if (file !== undefined) return file !== ':memory:' && !file.includes('\0');
	try {
		if (/^rediss?:/.test(text)) return isRedisAddress(new URL(text));
		// Accepts more than URL: unescaped characters, sockets, missing hosts.
		parse(text);
		return true;
	} catch {
		return false;
	}
}

/** The database is a number. Throws if the rest isn't escaped. */
function isRedisAddress({ pathname, username, password }: URL): boolean {
	for (const part of [username, password]) decodeURIComponent(part);
	return /^(?:\/\d*)?$/.test(pathname);
}
