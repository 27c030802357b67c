import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn, messagesOf } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';

// `src/i18n/translated-from.json`: the English that each translation was made from, as a hash. `KEY` holds for all
// languages, `KEY@LANG` for a language that differs. A line per entry in the order of the keys, so that branches merge.

/** Hashes by `KEY` and `KEY@LANG`. */
export type TranslatedFrom = Readonly<Record<string, string>>;

// The root of the repository: the tests run there, and so do the npm scripts.
const file = join('src', 'i18n', 'translated-from.json');

export function readTranslatedFrom(): TranslatedFrom {
	return JSON.parse(readFileSync(file, 'utf8')) as TranslatedFrom;
}

export function writeTranslatedFrom(record: TranslatedFrom): void {
	writeFileSync(file, `${JSON.stringify(record, null, '\t')}\n`);
}

const translations = languages.filter((language) => language !== 'en');

/** Short enough for a line, long enough that two versions of one text differ. */
function hashOf(english: string): string {
	return createHash('sha256').update(english).digest('hex').slice(0, 8);
}

function sourceOf(record: TranslatedFrom, language: Language, key: MessageKey): string | undefined {
	return record[`${key}@${language}`] ?? record[key];
}

/** Keys whose text in this language was made from another English text than today's. */
export function staleIn(record: TranslatedFrom, language: Language): readonly MessageKey[] {
	if (language === 'en') return [];
	return keys.filter(
		(key) =>
			messagesOf(language)[key] !== undefined &&
			sourceOf(record, language, key) !== hashOf(messageIn('en', key)),
	);
}

/** The record after these texts were translated; entries of texts that were removed are left out. */
export function markedTranslated(
	record: TranslatedFrom,
	marked: readonly Language[],
	markedKeys: readonly MessageKey[],
): TranslatedFrom {
	const entries = keys.flatMap((key) => {
		const isMarked = markedKeys.includes(key);
		const sources = translations.map((language) => {
			const isNew = isMarked && marked.includes(language);
			return [language, isNew ? hashOf(messageIn('en', key)) : sourceOf(record, language, key)] as const;
		});
		return entriesOf(key, sources);
	});
	return Object.fromEntries(entries);
}

/** The most frequent hash stands for all languages: the fewest lines. */
function entriesOf(
	key: MessageKey,
	sources: readonly (readonly [Language, string | undefined])[],
): readonly (readonly [string, string])[] {
	const count = (hash: string | undefined) => sources.filter(([, other]) => other === hash).length;
	const [[, common] = []] = sources
		.filter(([, hash]) => hash !== undefined)
		.toSorted(([, a], [, b]) => count(b) - count(a));
	if (common === undefined) return [];
	return [
		[key, common],
		...sources.flatMap(([language, hash]) =>
			hash === undefined || hash === common ? [] : [[`${key}@${language}`, hash] as const],
		),
	];
}
