import type { IncomingMessage } from 'node:http';

/**
 * True if the request comes from another web page. Any browser on this machine would let such a page open, say, a
 * gateway socket, log in with the token that every test uses, and read along. A bot is not a web page; some clients
 * send this server's own address as their origin.
 */
export function isFromForeignPage({ headers }: IncomingMessage): boolean {
	const { origin, host } = headers;
	return origin !== undefined && origin !== `http://${host}`;
}
