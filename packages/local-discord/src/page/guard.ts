import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { keyProtocolPrefix, socketProtocol } from './protocol.js';

/** The page's addresses. */
export interface PagePlace {
	/** The address on 127.0.0.1. */
	readonly port: number;
	/** The exact name under which a proxy forwards that port over HTTPS; undefined if none does. */
	readonly forwardedHost?: string | undefined;
}

/**
 * False unless a request comes from this server's own page, from a typed address or from a followed link:
 *
 * - `Host` reveals another page whose own name points to 127.0.0.1 (DNS rebinding);
 * - `Origin` reveals a script request by another page or from another port, and by a sandboxed page (`null`);
 * - `Sec-Fetch-Site` reveals images, scripts and frames of other pages, which send no Origin. Programs and old
 * browsers don't send it; the other checks cover them.
 *
 * A proxy that forwards the port replaces `Host`, `Origin`, both or neither, and reports the requested name in
 * `X-Forwarded-Host`, which must be the configured one as well.
 */
export function isFromPage(request: IncomingMessage, { port, forwardedHost }: PagePlace): boolean {
	const { host, origin } = request.headers;
	const asked = forwardedHost === undefined ? undefined : request.headers['x-forwarded-host'];
	const own = ownHosts(port);
	if (host === undefined || !(own.includes(host) || host === forwardedHost)) return false;
	if (asked !== undefined && asked !== forwardedHost) return false;
	const isForwarded = forwardedHost !== undefined && (host === forwardedHost || asked === forwardedHost);
	const origins = isForwarded
		? [`https://${forwardedHost}`, ...own.flatMap((each) => [`http://${each}`, `https://${each}`])]
		: [`http://${host}`];
	if (origin !== undefined && !origins.includes(origin)) return false;
	const site = request.headers['sec-fetch-site'] ?? 'none';
	return site === 'same-origin' || site === 'none' || isNavigation(request);
}

/** Like `isFromPage`, but a socket must also send an origin, and the page's key among its subprotocols. */
export function maySocketOpen(request: IncomingMessage, place: PagePlace, key: string): boolean {
	if (!isFromPage(request, place) || request.headers.origin === undefined) return false;
	const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
	const given = offered.find((part) => part.startsWith(keyProtocolPrefix))?.slice(keyProtocolPrefix.length);
	return offered.includes(socketProtocol) && isKey(given, key);
}

/** Compares in constant time. */
export function isKey(given: string | undefined, key: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return given !== undefined && timingSafeEqual(digest(given), digest(key));
}

/** A tab that follows a link from anywhere: it shows the page, and the link's author learns nothing about it. */
function isNavigation({ headers, url }: IncomingMessage): boolean {
	return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && url === '/';
}

/** Browsers omit the port if it is HTTP's default. */
function ownHosts(port: number): readonly string[] {
	const names = ['127.0.0.1', 'localhost'];
	return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}
