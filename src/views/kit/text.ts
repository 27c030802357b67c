// Everything that the marketplace or a member wrote goes through this file before it is shown. Lengths are UTF-16
// code units, which is never less than Discord counts.

/** What stands where there is nothing to show. No word: that would have to agree with what is missing. */
export const nothing = '–';

const ellipsis = '…';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Shortens to at most `limit` code units, 1 or more, and ends with '…' where something was left out. Never splits a
 * surrogate pair, nor what a person sees as one character, unless that alone is longer than the limit.
 */
export function cut(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const room = limit - ellipsis.length;
	// Between two letters of ASCII there is always a boundary, and nothing has to be looked at before them.
	if (isAscii(text, room - 1) && isAscii(text, room)) return `${text.slice(0, room).trimEnd()}${ellipsis}`;
	let end = 0;
	// A description can be long: only as much as could fit is looked at.
	for (const { segment } of graphemes.segment(text.slice(0, limit + 1))) {
		if (end + segment.length > room) break;
		end += segment.length;
	}
	if (end === 0) end = splitsPair(text, room) ? room - 1 : room;
	return `${text.slice(0, end).trimEnd()}${ellipsis}`;
}

/** What a phone draws twice as wide as a Latin letter. */
const wide =
	/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff00-\uff60]/u;

/** Shortens to about so many columns of a screen, and ends with '…' where something was left out. */
export function cutToWidth(text: string, columns: number): string {
	let used = 0;
	// One character can be of many code units: only so many are looked at.
	for (const { segment, index } of graphemes.segment(text.slice(0, 10 * columns))) {
		used += wide.test(segment) ? 2 : 1;
		if (used > columns) return `${text.slice(0, index).trimEnd()}${ellipsis}`;
	}
	return cut(text, 10 * columns);
}

function isAscii(text: string, index: number): boolean {
	const code = text.charCodeAt(index);
	return code >= 0x20 && code < 0x7f;
}

/** Whether a cut before `index` splits a surrogate pair. A half that stands alone is no pair. */
function splitsPair(text: string, index: number): boolean {
	return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}

/**
 * Removes what could hide or reorder the surrounding text: control characters and bidirectional overrides. Text in a
 * right-to-left script keeps its direction by itself. Halves of surrogate pairs become U+FFFD.
 */
function clean(text: string): string {
	// Most names: there is nothing to remove.
	if (/^[ -~]*$/.test(text)) return beginning(text);
	return beginning(text)
		.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
		.replaceAll(/\t/g, ' ')
		.replaceAll(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
		.replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** What is looked at of a text, whatever its length: no message shows more than 4,000 characters. */
const longestLookedAt = 20_000;

function beginning(text: string): string {
	if (text.length <= longestLookedAt) return text;
	return text.slice(0, splitsPair(text, longestLookedAt) ? longestLookedAt - 1 : longestLookedAt);
}

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text on one line, trimmed, not escaped; '' where nothing in it can be seen, which Discord would refuse. */
export function oneLine(text: string): string {
	const line = clean(text).replaceAll(/\s+/g, ' ').trim();
	return visible.test(line) ? line : '';
}

/** The text with its paragraphs, trimmed, not escaped; '' where nothing in it can be seen. */
export function paragraphs(text: string): string {
	const block = clean(text)
		.replaceAll(/[^\S\n]+/g, ' ')
		.replaceAll(/ ?\n ?/g, '\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
	return visible.test(block) ? block : '';
}

/** Wherever `escapeText` could change something; most names have nothing of it. */
const escapable = /[\\*_~`|<[]|https?:\/\/|^[^\S\n]*(?:[#>+-]|\d+[.)])/im;

// A bare address is left as it is, so that it can still be tapped: Discord reads it up to its end as one link, so no
// formatting can begin inside. But two asterisks would end the bold print that it may stand in.
const bareLink = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+([/?#:](?:(?!\*\*)[^\s<>\\`|[\]])*)?$/i;

/**
 * Escapes all of Discord's formatting: emphasis, code, spoilers, masked links, mentions, timestamps, quotes,
 * headings, lists. `escapeMarkdown` of discord.js is not used: it leaves quotes, small print and mentions alone, and
 * it stops escaping underscores after a `<:`.
 */
export function escapeText(text: string): string {
	if (!escapable.test(text)) return text;
	return (
		text
			.split(/(\s+)/)
			// "https://discord.com@evil.example" reads like another address than it is; Discord links it within a word, too.
			.map((word) => word.replaceAll(/(https?:\/\/)[^\s/?#\\]*@/gi, '$1'))
			.map((word) => (bareLink.test(word) ? word : word.replaceAll(/[\\*_~`|<[]/g, '\\$&')))
			.join('')
			.replaceAll(/^([^\S\n]*)([#>+-]{1,3})(?=\s|$)/gm, '$1\\$2')
			.replaceAll(/^([^\S\n]*\d+)([.)])(?=\s|$)/gm, '$1\\$2')
	);
}

/** Cuts escaped text without leaving half of an escape at its end. */
function cutEscaped(text: string, limit: number): string {
	const short = cut(text, limit);
	if (short === text) return text;
	// An odd number of backslashes before the ellipsis: the last one has lost what it escaped.
	return short.replace(/(?<!\\)((?:\\\\)*)\\…$/, `$1${ellipsis}`);
}

/** Foreign text on one line, escaped and at most `limit` long; '' where there is nothing to see. */
export function foreignLine(text: string, limit: number): string {
	return cutEscaped(escapeText(oneLine(text)), limit);
}

/** Foreign text with its paragraphs, escaped and at most `limit` long; '' where there is nothing to see. */
export function foreignParagraphs(text: string, limit: number): string {
	return cutEscaped(escapeText(paragraphs(text)), limit);
}

/**
 * An amount with its currency, as people write it: `$29.00`. A code that Intl doesn't know as a currency is shown
 * behind the number, as it came; the result is escaped and at most 60 long.
 * @param language for Intl, such as `pt-BR`
 */
export function money(amount: number, currency: string | undefined, language: string): string {
	const code = oneLine(currency ?? '');
	if (/^[a-z]{3}$/i.test(code)) {
		return cut(new Intl.NumberFormat(language, { style: 'currency', currency: code }).format(amount), 60);
	}
	const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(amount);
	return cut(`${number} ${foreignLine(code, 20)}`.trim(), 60);
}

/**
 * A moment that each reader sees in their own language and time zone.
 * @param at milliseconds since the epoch
 * @param style `D` a date, `f` with the time, `R` relative to now
 */
export function timestamp(at: number, style: 'D' | 'f' | 'R'): string {
	return `<t:${Math.floor(at / 1000)}:${style}>`;
}
