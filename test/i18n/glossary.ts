import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../src/i18n/languages.js';

// `src/i18n/glossary.md` as data. The page is written for translators and parsed unchanged.

// The root of the repository, where the tests and the npm scripts run.
const page = readFileSync(join('src', 'i18n', 'glossary.md'), 'utf8');

const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

function section(number: number): string {
	const [, text] = page.split(new RegExp(`^## ${number}\\. .*$`, 'm'));
	if (text === undefined) throw new Error(`The glossary has no section ${number}`);
	const [own = ''] = text.split(/^## /m);
	return own;
}

/** A pattern for each language, from matches of its tag and its pattern. */
function patternsIn(matches: Iterable<RegExpExecArray>, flags: string): ReadonlyMap<Language, RegExp> {
	const patterns = [...matches].flatMap(([, language = '', pattern = '']) =>
		isLanguage(language) ? [[language, new RegExp(pattern, flags)] as const] : [],
	);
	return new Map(patterns);
}

const [words = '', formLine = ''] = section(4).split(/^Form/m);

/** Section 4: the forbidden words, as patterns with the flags that the page names. */
export const losingWords = patternsIn(words.matchAll(/^([a-z]{2}(?:-[A-Z]{2})?) (\S.*)$/gm), 'giu');

/** The last line of section 4: the form of a text. */
export const wrongForms = patternsIn(formLine.matchAll(/([a-z]{2}(?:-[A-Z]{2})?) `([^`]+)`/g), 'gu');

const tables = section(2)
	.split(/\n\n+/)
	.filter((block) => block.startsWith('|en|'));

/** Discord's own labels in a language other than English, by their English name, from the tables of section 2. */
export function labelsIn(language: Language): ReadonlyMap<string, string> {
	return new Map(
		tables.flatMap((table) => {
			const rows = table.split('\n').map(cellsOf);
			const [, ...english] = rows[0] ?? [];
			const row = rows.find(([name = '']) => name.split(' ')[0] === language) ?? [];
			return english.map((label, index) => [label, row[index + 1] ?? ''] as const);
		}),
	);
}

function cellsOf(row: string): readonly string[] {
	return row.split('|').slice(1, -1);
}
