import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';
import { placeholdersOf, pluralCategoriesOf, wordsOf } from './message-parts.js';
import { found, type Rule } from './text-rules.js';

/** Integers that cover all plural categories of every language. */
const integers = Array.from({ length: 201 }, (_, number) => number);

function categoriesOf(language: Language): readonly string[] {
	const rules = new Intl.PluralRules(language);
	return [...new Set([...integers.map((number) => rules.select(number)), 'other'])];
}

/** Discord's formatting, which a translation keeps: bold, code, headings, small print, lines, mentions. */
const marks = [/\*\*/g, /`/g, /^#+ /gm, /^-# /gm, /\n/g, /<@&/g, /<@\{/g, /<#/g];

const countMarks = (text: string) => marks.map((mark) => [...text.matchAll(mark)].length);

const isSentence = (key: MessageKey) => [...wordsOf('en', key).matchAll(/\p{L}{2,}/gu)].length > 3;

/** A translation must have everything that makes the English text work. */
export const translationRules = {
	placeholders: (language, key) => {
		const own = placeholdersOf(language, key);
		const english = placeholdersOf('en', key);
		return [
			...own.filter((name) => !english.includes(name)),
			...english.filter((name) => !own.includes(name)).map((name) => `lacks ${name}`),
		];
	},
	// If English distinguishes no categories (`=0 {none} other {…}`), no other language has to.
	'plural category': (language, key) =>
		pluralCategoriesOf('en', key).some((categories) => categories.length > 1)
			? pluralCategoriesOf(language, key).flatMap((own) =>
					categoriesOf(language).filter((category) => !own.includes(category)),
				)
			: [],
	// For example `many` in French, which applies to a million.
	'plural category that no number needs': (language, key) =>
		pluralCategoriesOf(language, key).flatMap((own) =>
			own.filter((category) => !categoriesOf(language).includes(category)),
		),
	formatting: (language, key) => {
		const english = countMarks(messageIn('en', key));
		return countMarks(messageIn(language, key)).flatMap((count, index) =>
			count === english[index] ? [] : [String(marks[index])],
		);
	},
	'left in English': (language, key) =>
		isSentence(key) && messageIn(language, key) === messageIn('en', key) ? [messageIn('en', key)] : [],
	'isolates in pairs': (language, key) => {
		const text = messageIn(language, key);
		const isPaired = found(text, /\u2068/g).length === found(text, /\u2069/g).length;
		return [...(isPaired ? [] : ['U+2068 … U+2069']), ...found(text, /[\u202a-\u202e\u2066\u2067]/g)];
	},
} satisfies Record<string, Rule>;
