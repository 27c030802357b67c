import { type APIButtonComponentWithURL, ButtonStyle, ComponentType } from 'discord.js';
import { webAddress } from '../base/addresses.js';

/** Discord's limits, in characters. */
const maxButtonUrl = 512;
const maxEmbedUrl = 2048;

export interface NamedLink {
	readonly label: string;
	readonly url: string | undefined;
}

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

/** A URL that Discord accepts in an embed or a gallery: http(s), well-formed, encoded, not too long; else undefined. */
export function embedUrl(text: string | undefined): string | undefined {
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
	return href.length <= maxEmbedUrl ? href : undefined;
}

/** Link buttons. Undefined URLs and those that Discord would reject on a button are left out. */
export function linkButtons(links: readonly NamedLink[]): APIButtonComponentWithURL[] {
	return links.flatMap(({ label, url }) => {
		const address = embedUrl(url);
		if (address === undefined || address.length > maxButtonUrl) return [];
		return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url: address }];
	});
}
