import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { keyProtocolPrefix, socketProtocol } from './protocol.js';

/** Why a request is not answered. */
export type Refusal = 'wrong-host' | 'wrong-origin' | 'wrong-site' | 'wrong-key';

/**
 * Whether a request comes from this server's own page, or from whoever typed its address or followed a link to it:
 *
 * - `Host` tells a page elsewhere that has its own name point to 127.0.0.1 (DNS rebinding);
 * - `Origin` tells a page elsewhere, or on another port, that sends a request by script, and a sandboxed one (`null`);
 * - `Sec-Fetch-Site` tells it where a picture, a script or a frame asks, which send no Origin. Programs and old browsers
 *   send none; they meet the other walls.
 */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
	const { host, origin } = request.headers;
	if (host === undefined || !ownHosts(port).includes(host)) return 'wrong-host';
	if (origin !== undefined && origin !== `http://${host}`) return 'wrong-origin';
	const site = request.headers['sec-fetch-site'] ?? 'none';
	const isOwn = site === 'same-origin' || site === 'none';
	return isOwn || isNavigation(request) ? undefined : 'wrong-site';
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

/** A tab that follows a link from anywhere: it shows the page, and whoever made the link learns nothing of it. */
function isNavigation({ headers, url }: IncomingMessage): boolean {
	return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && url === '/';
}

/** Browsers leave the port out where it is HTTP's own. */
function ownHosts(port: number): readonly string[] {
	const names = ['127.0.0.1', 'localhost'];
	return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}
