import type { IncomingMessage } from 'node:http';

/**
 * Whether a web page elsewhere asks, which any browser on this machine lets it do: a socket of the gateway, say, to log
 * in with the token that every test uses, and to read along. A bot is no web page; some clients name this server's own
 * address as their origin.
 */
export function isFromForeignPage({ headers }: IncomingMessage): boolean {
	const { origin, host } = headers;
	return origin !== undefined && origin !== `http://${host}`;
}
