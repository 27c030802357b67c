import type { FieldError } from './api-error.js';

// The addresses that Discord accepts. A single bad one makes it refuse the whole message. None of this is documented;
// it was observed in embeds: bugsink#280 (a host without a top-level domain), alertmanager-discord#19 (`_` in a host),
// gitea#11124 (an IP address is fine), discord.js#7438. Discord behaves like Python's schematics with
// `URLType(fqdn=True)`, whose other rules are added here to be on the safe side.

type Path = readonly (string | number)[];

const label = '[a-z0-9\\u00a1-\\uffff](?:[a-z0-9\\u00a1-\\uffff-]{0,61}[a-z0-9\\u00a1-\\uffff])?';
const topLevel = '(?:[a-z\\u00a1-\\uffff]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])';
const wellFormed = new RegExp(
	[
		'^[a-z]+://',
		'(?:[^\\s:@/]+(?::[^\\s:@/]*)?@)?',
		`(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\]|(?:${label}\\.)+${topLevel})`,
		'(?::\\d{2,5})?',
		// All characters of RFC 3986 and beyond ASCII, except the space and `"<>[]\^`{|}`.
		"(?:[/?#][\\w\\-.~:/?#@!$&'()*+,;=%\\u00a1-\\uffff]*)?$",
	].join(''),
	'i',
);

/**
 * The reason why Discord would refuse an address in an embed. `attachment://` names a file, and is allowed only for
 * images.
 */
export function addressErrors(
	url: string | null | undefined,
	takesAttachment: boolean,
	path: Path,
): FieldError[] {
	if (url == null) return [];
	const pattern = takesAttachment ? /^(https?|attachment):\/\//i : /^https?:\/\//i;
	if (!pattern.test(url)) {
		const schemes = takesAttachment ? "'http', 'https', 'attachment'" : "'http', 'https'";
		return [{ path, code: 'URL_TYPE_INVALID_SCHEME', message: `Scheme must be one of (${schemes}).` }];
	}
	return isWellFormed(url) ? [] : [illFormed(path)];
}

/** True if Discord accepts a web address in an embed. Addresses of attachments are always accepted. */
export function isWellFormed(url: string): boolean {
	return !/^https?:/i.test(url) || wellFormed.test(url);
}

export function illFormed(path: Path): FieldError {
	return { path, code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };
}
