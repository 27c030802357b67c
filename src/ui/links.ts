import { webAddress } from '../base/addresses.js';

/** Discord's limit for an embed or a gallery, in characters. */
const maxEmbedUrl = 2048;

/**
 * One URL that Discord considers malformed makes it reject the whole message. It requires a host with a top-level
 * domain, or an IP address; labels without `_` (bugsink#280, alertmanager-discord#19, gitea#11124, discord.js#7438); a
 * port of two digits or more.
 */
const takenHost =
	/^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])|\d+(?:\.\d+){3}|\[[0-9a-f:.]+\])$/;
/**
 * Characters that have to be encoded in a path, query or fragment (RFC 3986); URL leaves `[ ] | ^ { }` and more
 * unencoded.
 */
const oddCharacters = /[^a-z0-9\-._~!$&'()*+,;=:@/?%]|%(?![0-9a-f]{2})/gi;

/** Such a URL if it is loaded over an encrypted connection; else undefined. `longest`: 512 for a link button. */
export function secureUrl(text: string, longest?: number): string | undefined {
	const url = embedUrl(text, longest);
	return url?.startsWith('https://') ? url : undefined;
}

/** A URL that Discord accepts: http(s), well-formed, encoded, at most `longest` characters; else undefined. */
export function embedUrl(text: string | undefined, longest = maxEmbedUrl): string | undefined {
	// Most links are not set, and an invalid URL costs an exception with its stack.
	if (text === undefined || text === '') return undefined;
	const url = webAddress(text);
	if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
	// `https://discord.com@evil.example` leads to evil.example.
	if (url.username !== '' || url.password !== '') return undefined;
	if (!takenHost.test(url.hostname) || url.port.length === 1) return undefined;
	const encoded = (part: string): string => part.replaceAll(oddCharacters, encodeURIComponent);
	const hash = url.hash === '' ? '' : `#${encoded(url.hash.slice(1))}`;
	const href = `${url.origin}${encoded(url.pathname)}${encoded(url.search)}${hash}`;
	return href.length <= longest ? href : undefined;
}
