import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { keyProtocolPrefix, socketProtocol } from './protocol.js';

/** Why a request is not answered. */
export type Refusal = 'wrong-host' | 'wrong-origin' | 'wrong-key';

/**
 * Whether a request reached this server by its own address. A page elsewhere that has its name point to 127.0.0.1 (DNS
 * rebinding) is told by the Host header, a page elsewhere that sends requests here by the Origin header.
 */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
	const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
	const { host, origin } = request.headers;
	if (host === undefined || !hosts.includes(host)) return 'wrong-host';
	if (origin !== undefined && origin !== `http://${host}`) return 'wrong-origin';
	return undefined;
}

/** As `refusalOf`, and whether the socket's subprotocols carry the page's key. A socket has to name its origin. */
export function socketRefusalOf(request: IncomingMessage, port: number, key: string): Refusal | undefined {
	const refusal = refusalOf(request, port);
	if (refusal !== undefined) return refusal;
	if (request.headers.origin === undefined) return 'wrong-origin';
	const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
	const given = offered.find((part) => part.startsWith(keyProtocolPrefix))?.slice(keyProtocolPrefix.length);
	return offered.includes(socketProtocol) && isKey(given, key) ? undefined : 'wrong-key';
}

/** Compares in a time that tells nothing of the key. */
export function isKey(given: string | undefined, key: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return given !== undefined && timingSafeEqual(digest(given), digest(key));
}
