import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn, messagesOf } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';

// `src/i18n/translated-from.json` has a hash of the English text from which each translation was made. `KEY` applies to
// all languages, `KEY@LANG` to a language that differs. One entry per line, in key order, so that branches merge.

/** Hashes by `KEY` and `KEY@LANG`. */
export type TranslatedFrom = Readonly<Record<string, string>>;

// The root of the repository, where the tests and the npm scripts run.
const file = join('src', 'i18n', 'translated-from.json');

export function readTranslatedFrom(): TranslatedFrom {
	return JSON.parse(readFileSync(file, 'utf8')) as TranslatedFrom;
}

export function writeTranslatedFrom(record: TranslatedFrom): void {
	writeFileSync(file, `${JSON.stringify(record, null, '\t')}\n`);
}

const translations = languages.filter((language) => language !== 'en');

/** Short enough for a line, long enough to tell two versions of one text apart. */
function hashOf(english: string): string {
	return createHash('sha256').update(english).digest('hex').slice(0, 8);
}

function sourceOf(record: TranslatedFrom, language: Language, key: MessageKey): string | undefined {
	return record[`${key}@${language}`] ?? record[key];
}

/** Keys whose text in this language was made from an outdated English text. */
export function staleIn(record: TranslatedFrom, language: Language): readonly MessageKey[] {
	if (language === 'en') return [];
	return keys.filter(
		(key) =>
			messagesOf(language)[key] !== undefined &&
			sourceOf(record, language, key) !== hashOf(messageIn('en', key)),
	);
}

/** The record after these texts were translated, without entries for removed texts. */
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

/** Uses the most frequent hash for all languages, which needs the fewest lines. */
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
