import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';
import { placesOf } from './message-parts.js';
import type { Rule } from './text-rules.js';

// Discord writes a relative time as “in 10 minutes” or “2 years ago”, so no preposition may precede it. Japanese and
// Chinese have no prepositions that would be wrong there.

const described: Readonly<Record<string, string>> = descriptions;

/** `{when}` if it stands for a date and time. */
const isRelative = (key: MessageKey) => !/\{when\}, a date/.test(described[key] ?? '');

const wrongBefore: Readonly<Partial<Record<Language, string>>> = {
	en: 'until|till|up to|since|from|of|at|on|in|for|within|before|after|ends',
	de: 'bis|bis zum|seit|ab|um|am|von|vom|in|vor',
	fr: 'jusqu’à|depuis|dès|d[eu]|à|au|le|dans|en|avant|après',
	es: 'hasta|desde|en|a|al|el|antes de',
	'pt-BR': 'até|desde|em|n[oa]|a|às|antes de',
	it: 'fino (?:a|al)|da|dal|in|a|il|entro|tra|fra',
	pl: 'do|od|o|w|we|z|za|przed|po',
	ru: 'до|с|со|по|от|через|в|к|за|на',
};

/** Turkish uses postpositions: “10 dakika içinde kadar”. */
const wrongAfter: Readonly<Partial<Record<Language, RegExp>>> = {
	tr: /^ ?(?:kadar|beri|itibaren|içinde|sonra|önce)(?!\p{L})/u,
};

function prepositions(language: Language, key: MessageKey): readonly string[] {
	// That pattern matches nothing.
	const words = wrongBefore[language] ?? '(?!)';
	const end = new RegExp(`(?<!\\p{L})(?:${words})[:：]?[\\s\\u00a0\\u2068*]*$`, 'iu');
	const wrong = placesOf(language, key).filter(
		({ name, before, after }) => name === 'when' && (end.test(before) || wrongAfter[language]?.test(after)),
	);
	return [...new Set(wrong.map(({ before }) => `${before}{when}`))];
}

export const momentRules = {
	'preposition before a relative time': (language, key) =>
		messageIn(language, key).includes('{when}') && isRelative(key) ? prepositions(language, key) : [],
} satisfies Record<string, Rule>;
