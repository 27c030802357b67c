import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';
import { losingWords, wrongForms } from './glossary.js';
import { missingLabels, typedOutPermissions } from './label-rules.js';
import { placeholdersOf, placesOf, readingsOf, wordsOf } from './message-parts.js';
import { found, isCommandName, keys, type Rule } from './text-rules.js';

/** Checks a text's words against the glossary's patterns. */
function plainWords(language: Language, key: MessageKey): string {
	// Names of settings are not ordinary words.
	return wordsOf(language, key).replaceAll(/`[^`]*`|\b[A-Z]+(?:_[A-Z]+)+\b/g, '…');
}

/** Placeholders for numbers, which must be formatted in the reader's language. */
const numbers = new Set(
	keys.flatMap((key) =>
		placeholdersOf('en', key)
			.filter((placeholder) => placeholder.endsWith(':number') || placeholder.endsWith(':plural'))
			.map((placeholder) => placeholder.replace(/:.*/, '')),
	),
);
/** Placeholders that share their name with a number but hold text, by key. */
const textsNamedLikeNumbers: ReadonlySet<string> = new Set(['stats.chartAlt days', 'list.sentences first']);

/** Half-width marks, and spaces next to full-width ones. */
const fullWidth = /[ぁ-ヿ一-鿿][:;,?!]|[，。；：？！、（] | [，。；：？！、）]/gu;

/** In Chinese a number has a space on either side, unless punctuation stands there. */
const unspacedNumber = /[一-鿿]#|#[一-鿿]/gu;

/** In Japanese a placeholder is next to a space, a mark or nothing, never a letter. */
function unspaced(language: Language, key: MessageKey): readonly string[] {
	const isGlued = (text: string | undefined) => /[ぁ-ヿ一-鿿A-Za-z]/.test(text ?? '');
	const glued = placesOf(language, key).filter((it) => isGlued(it.before.at(-1)) || isGlued(it.after[0]));
	return [...new Set(glued.map(({ name }) => `{${name}}`))];
}

const described: Readonly<Record<string, string>> = descriptions;

/** Texts over the limit in their description, such as `At most 80 characters`, not counting placeholder values. */
const tooLong: Rule = (language, key) => {
	const limit = Number(
		/\bAt most (\d+) characters\b/.exec(described[key] ?? '')?.[1] ?? Number.POSITIVE_INFINITY,
	);
	return readingsOf(language, key)
		.map((pieces) => pieces.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : 0), 0))
		.filter((length) => length > limit)
		.map((length) => `${length} characters`);
};

/** The checkable part of `src/i18n/glossary.md`. */
export const glossaryRules = {
	'losing word': (language, key) =>
		isCommandName(key) ? [] : found(plainWords(language, key), losingWords.get(language)),
	form: (language, key) =>
		isCommandName(key) ? [] : found(plainWords(language, key), wrongForms.get(language)),
	'label of Discord': missingLabels,
	'permission typed out': typedOutPermissions,
	'number without a format': (language, key) =>
		placeholdersOf(language, key).filter(
			(name) => numbers.has(name) && !textsNamedLikeNumbers.has(`${key} ${name}`),
		),
	'no-break space': (language, key) =>
		language === 'fr' && !isCommandName(key)
			? found(
					plainWords(language, key),
					/«(?!\u00a0)|(?<!\u00a0)»|(?<=[\p{L}\p{N})»*…_])[;?!]|(?<=\p{L}|\))[:](?!\/\/)/gu,
				)
			: [],
	'full-width marks': (language, key) =>
		(language === 'ja' || language === 'zh-CN') && !isCommandName(key)
			? found(messageIn(language, key), fullWidth)
			: [],
	'spaces around a number': (language, key) =>
		language === 'zh-CN' ? found(messageIn(language, key), unspacedNumber) : [],
	'space that begins a plural': (language, key) =>
		found(messageIn(language, key), /\b(?:zero|one|two|few|many|other|=\d+) \{ /g),
	'space beside a placeholder': (language, key) => (language === 'ja' ? unspaced(language, key) : []),
	'too long': tooLong,
} satisfies Record<string, Rule>;
