import { decodeHTMLStrict } from 'entities/decode';
import type { Translator } from '../i18n/translator.js';

// Everything written by the marketplace or a member goes through this file before it is shown. Lengths are UTF-16 code
// units, never less than Discord's count.

/** Placeholder for an empty value. Not a word, which would have to agree with the missing noun. */
export const nothing = '–';

const ellipsis = '…';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Shortens to at most `limit` code units, 1 or more, and ends with '…' if something was left out. Never splits a
 * surrogate pair or a grapheme, unless that alone is longer than the limit.
 */
export function cut(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const room = limit - ellipsis.length;
	let end = 0;
	// A description can be long: segment only what could fit.
	for (const { segment } of graphemes.segment(text.slice(0, limit + 1))) {
		if (end + segment.length > room) break;
		end += segment.length;
	}
	if (end === 0) end = splitsPair(text, room) ? room - 1 : room;
	return `${text.slice(0, end).trimEnd()}${ellipsis}`;
}

/** Characters that phones draw twice as wide as a Latin letter. */
const wide =
	/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff00-\uff60]/u;

/** Shortens to about `columns` screen columns, and ends with '…' if something was left out. */
export function cutToWidth(text: string, columns: number): string {
	let used = 0;
	// One grapheme can have many code units: segment a bounded part.
	for (const { segment, index } of graphemes.segment(text.slice(0, 10 * columns))) {
		used += wide.test(segment) ? 2 : 1;
		if (used > columns) return `${text.slice(0, index).trimEnd()}${ellipsis}`;
	}
	return cut(text, 10 * columns);
}

/** True if a cut before `index` splits a surrogate pair. An unpaired half doesn't count. */
function splitsPair(text: string, index: number): boolean {
	return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}

/**
 * Removes characters that could hide or reorder the surrounding text: control characters and bidirectional overrides.
 * Text in a right-to-left script keeps its direction anyway. Unpaired surrogates become U+FFFD.
 */
function clean(text: string): string {
	return text
		.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
		.replaceAll(/\t/g, ' ')
		.replaceAll(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
		.replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** Letters and signs, without the Hangul fillers and the Braille blank, which count as such but are invisible. */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text on one line, trimmed, not escaped; '' if nothing in it is visible, which Discord would reject. */
export function oneLine(text: string): string {
	const line = clean(text).replaceAll(/\s+/g, ' ').trim();
	return visible.test(line) ? line : '';
}

/** The text with its paragraphs, trimmed, not escaped; '' if nothing in it is visible. */
export function paragraphs(text: string): string {
	const block = clean(text)
		.replaceAll(/[^\S\n]+/g, ' ')
		.replaceAll(/ ?\n ?/g, '\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
	return visible.test(block) ? block : '';
}

// A bare URL stays unescaped, so that it remains clickable: Discord parses it to its end as one link, so no formatting
// can begin inside. But two asterisks would end surrounding bold text.
const bareLink = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+([/?#:](?:(?!\*\*)[^\s<>\\`|[\]])*)?$/i;

/**
 * Escapes all of Discord's formatting: emphasis, code, spoilers, masked links, mentions, timestamps, quotes, headings,
 * lists. `escapeMarkdown` of discord.js is not used: it leaves quotes, small print and mentions alone, and it stops
 * escaping underscores after a `<:`.
 */
export function escapeText(text: string): string {
	return (
		text
			.split(/(\s+)/)
			// "https://discord.com@evil.example" disguises its host; Discord links it within a word, too.
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
	// An odd number of backslashes before the ellipsis: the last one has lost the character it escaped.
	return short.replace(/(?<!\\)((?:\\\\)*)\\…$/, `$1${ellipsis}`);
}

/** Untrusted text on one line, escaped and at most `limit` long; '' if nothing is visible. */
export function foreignLine(text: string, limit: number): string {
	return cutEscaped(escapeText(oneLine(text)), limit);
}

/**
 * An amount with its currency: `$29.00`. A currency code unknown to Intl is shown behind the number, as received; the
 * result is escaped and at most 60 long.
 * @param language for Intl, such as `pt-BR`
 */
export function money(amount: number, currency: string | undefined, language: string): string {
	return cutEscaped(escapeText(plainMoney(amount, currency, language)), 60);
}

/** Like `money`, for unformatted text: not escaped. `stripIfInteger`: `$29` for `$29.00`. */
export function plainMoney(
	amount: number,
	currency: string | undefined,
	language: string,
	trailingZeroDisplay: 'auto' | 'stripIfInteger' = 'auto',
): string {
	const code = oneLine(currency ?? '');
	if (/^[a-z]{3}$/i.test(code)) {
		const options = { style: 'currency', currency: code, trailingZeroDisplay } as const;
		return cut(new Intl.NumberFormat(language, options).format(amount), 60);
	}
	const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(amount);
	return cut(`${number} ${cut(code, 20)}`.trim(), 60);
}

/**
 * A time that each reader sees in their own language and time zone.
 * @param at milliseconds since the epoch
 * @param style `D` a date, `d` a short one, `s` with the time, `f` a long one with the time, `R` relative to now
 */
export function timestamp(at: number, style: 'D' | 'd' | 's' | 'f' | 'R'): string {
	return `<t:${Math.floor(at / 1000)}:${style}>`;
}

/** The parts in a line, with dots between them; '' if all are empty. */
export function dotted(...parts: readonly (string | undefined | false)[]): string {
	return parts.filter(Boolean).join(' · ');
}

/** The text as the beginning of a sentence. */
export function capitalized(t: Translator, text: string): string {
	return text.charAt(0).toLocaleUpperCase(t.language) + text.slice(1);
}

/** Joins whole sentences with the language's spacing; '' if all are empty. */
export function sentences(t: Translator, all: readonly (string | undefined | false)[]): string {
	return all
		.filter((sentence): sentence is string => Boolean(sentence))
		.reduce((before, after) => (before === '' ? after : t('list.sentences', { before, after })), '');
}

/** The username of a member by id, untrusted text; undefined if unknown. */
export type NameOf = (userId: string) => string | undefined;

/** Discord's limit for a username. */
const maxLength = 32;

/**
 * A mention without a ping, with the username beside it: `@Maya (maya)`. Clients show `@unknown-user` for a user they
 * don't have in memory, such as a member who has left.
 * @param name untrusted text; undefined if unknown
 */
export function memberWithName(userId: string, name: string | undefined): string {
	const shown = foreignLine(name ?? '', maxLength);
	return shown === '' ? `<@${userId}>` : `<@${userId}> (${shown})`;
}

// Real marketplaces' descriptions come from a rich-text editor.
const looksLikeHtml = /<\/?(?:p|br|div|span|ul|ol|li|h[1-6]|strong|b|em|i|a|img|table)\b[^<>]*>/i;
/** Far more than is ever shown, and still fast to process. */
const longest = 8_000;

/** The readable text of a description that may be HTML; other text is returned unchanged. Not escaped. */
export function plainText(description: string): string {
	const text = description.slice(0, longest);
	// A text with a bare `<` has not been through an editor that writes `&lt;`.
	if (!looksLikeHtml.test(text)) return text.includes('<') ? text : decodeHTMLStrict(text);
	const words = text
		.replaceAll(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>/gi, '')
		.replaceAll('\n', ' ')
		.replaceAll(/<li\b[^<>]*>/gi, '\n• ')
		.replaceAll(/<br\s*\/?>|<\/(?:div|tr|h[1-6])>/gi, '\n')
		.replaceAll(/<\/(?:p|ul|ol|table)>/gi, '\n\n')
		.replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, '');
	// Last, and once: a decoded reference is text, never a tag.
	return decodeHTMLStrict(words);
}
