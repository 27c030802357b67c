import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import { type Language, languages } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn, messages } from '../../src/i18n/messages.js';
import { labelsIn, losingWords, wrongForms } from './glossary.js';
import { type Piece, placeholdersOf, pluralCategoriesOf, readingsOf, wordsOf } from './message-parts.js';

// What makes a text wrong, as far as a machine can tell. The tests and `npm run check:texts` go by the same rules.

/** One thing that is wrong with a text. */
export interface Fault {
	readonly key: MessageKey;
	/** The rule's name. */
	readonly rule: string;
	/** The word, placeholder or label that is at fault. */
	readonly hit: string;
}

/** Resolves to what is at fault in a language's own text, nothing where it is right. */
type Rule = (language: Language, key: MessageKey) => readonly string[];

/** Whether English has such a text. */
export const isKey = (key: string): key is MessageKey => Object.hasOwn(messages.en, key);

export const keys: readonly MessageKey[] = Object.keys(messages.en).filter(isKey);

/** Every fault of the texts that the language has. */
export function faultsIn(language: Language, rules: Readonly<Record<string, Rule>>): readonly Fault[] {
	return keys
		.filter((key) => messages[language][key] !== undefined)
		.flatMap((key) =>
			Object.entries(rules).flatMap(([rule, faults]) =>
				faults(language, key).map((hit) => ({ key, rule, hit })),
			),
		);
}

/** The names of commands and options follow Discord's rules, and no others. */
export const isCommandName = (key: MessageKey) => /^command\..+\.name$/.test(key);

const found = (text: string, pattern: RegExp | undefined) =>
	pattern === undefined ? [] : [...text.matchAll(pattern)].map(([hit]) => hit);

/** A text's words as the glossary's patterns want them. */
function plainWords(language: Language, key: MessageKey): string {
	const words = wordsOf(language, key).replaceAll(/`[^`]*`/g, '…');
	return language === 'ar' ? words.replaceAll(/\p{Mn}/gu, '') : words;
}

/** The table names permissions as Discord does, the keys as the code does. */
const permissionKeys: ReadonlyMap<string, string> = new Map([
	['permission.Administrator', 'Administrator'],
	['permission.ManageGuild', 'Manage Server'],
	['permission.ManageRoles', 'Manage Roles'],
	['permission.ManageChannels', 'Manage Channels'],
	['permission.ViewChannel', 'View Channel'],
	['permission.SendMessages', 'Send Messages'],
	['permission.EmbedLinks', 'Embed Links'],
]);

/** Where a text sends people in Discord's own settings. */
const places = ['Server Settings', 'Integrations'];

const labels = new Map(languages.map((language) => [language, labelsIn(language)]));
const labelOf = (language: Language, english: string) =>
	language === 'en' ? english : (labels.get(language)?.get(english) ?? '');

/** What Discord calls a permission. No client speaks Arabic: its readers get the word, and what they see there. */
function permissionLabel(language: Language, english: string): string {
	const label = labelOf(language, english);
	return language === 'ar' ? `${label} (\u2068${english}\u2069)` : label;
}

/** A text that is right or wrong about Discord's labels: those that it should have and hasn't. */
function missingLabels(language: Language, key: MessageKey): readonly string[] {
	const permission = permissionKeys.get(key);
	if (permission !== undefined) {
		const label = permissionLabel(language, permission);
		return messageIn(language, key) === label ? [] : [label];
	}
	return places
		.filter((place) => wordsOf('en', key).includes(place))
		.map((place) => labelOf(language, place))
		.filter((label) => !wordsOf(language, key).includes(label));
}

/** The names of permissions. An administrator is a person too, and so is no name. */
const permissions = keys.filter(
	(key) => /^permission\.(?!Administrator$|Unknown$)/.test(key) && wordsOf('en', key).includes(' '),
);

/** In some languages the words of a name are everyday words: there only what is meant as a name counts. */
function typedOutPermissions(language: Language, key: MessageKey): readonly string[] {
	if (key.startsWith('permission.')) return [];
	const words = wordsOf(language, key);
	return permissions
		.filter(
			(permission) =>
				wordsOf('en', key).includes(messageIn('en', permission)) ||
				words.includes(`**${messageIn(language, permission)}**`),
		)
		.map((permission) => messageIn(language, permission))
		.filter((name) => words.includes(name));
}

/** Placeholders that stand for a number: each of them takes the form that the reader's language writes. */
const numbers = new Set(
	keys.flatMap((key) =>
		placeholdersOf('en', key)
			.filter((placeholder) => placeholder.endsWith(':number') || placeholder.endsWith(':plural'))
			.map((placeholder) => placeholder.replace(/:.*/, '')),
	),
);
/** Those that share their name with a number and are text, by their key. */
const textsNamedLikeNumbers: ReadonlySet<string> = new Set(['stats.chartAlt days', 'list.sentences first']);

/**
 * Placeholders that hold our own words or what Discord draws (a mention, a moment). All others are foreign text, which
 * would reorder a sentence that runs from right to left.
 */
const ownWords = new Set([
	...['by', 'member', 'to', 'role', 'roles', 'channel', 'channels', 'userId', 'roleId', 'channelId'],
	...['when', 'date', 'days', 'average', 'share', 'permission', 'permissions', 'powers', 'purchase'],
	...['change', 'policy', 'reason', 'trouble', 'what', 'differences', 'first', 'second'],
]);

/** What stands outside isolates and should not, in one reading of an Arabic text. */
function unisolated(pieces: readonly Piece[]): readonly string[] {
	let depth = 0;
	return pieces.flatMap((piece) => {
		if (piece.kind === 'placeholder') {
			return depth > 0 || piece.isNumber || ownWords.has(piece.name) ? [] : [`{${piece.name}}`];
		}
		return piece.text.split(/([\u2068\u2069])/).flatMap((text) => {
			if (text === '\u2068') depth += 1;
			if (text === '\u2069') depth -= 1;
			return depth > 0 ? [] : found(text, /\p{Script=Latin}+/gu);
		});
	});
}

/** Half-width marks and spaces beside full-width ones. Japanese has a space before a placeholder, after a mark too. */
const fullWidth = {
	ja: /[ぁ-ヿ一-鿿][:;,?!]|[，。；：？！、] (?=.)/gu,
	'zh-CN': /[ぁ-ヿ一-鿿][:;,?!]|[，。；：？！、] /gu,
};

/** In Japanese a placeholder has a space, a mark or nothing beside it, never a word's letter. */
function unspaced(pieces: readonly Piece[]): readonly string[] {
	const letter = /[ぁ-ヿ一-鿿A-Za-z]/;
	return pieces.flatMap((piece, index) => {
		if (piece.kind === 'text') return [];
		const before = pieces[index - 1];
		const after = pieces[index + 1];
		const isGlued =
			(before?.kind === 'text' && letter.test(before.text.slice(-1))) ||
			(after?.kind === 'text' && letter.test(after.text.slice(0, 1)));
		return isGlued ? [`{${piece.name}}`] : [];
	});
}

/** What a description says of a text's length: `At most 80 characters`. */
function longestOf(key: MessageKey): number {
	const [, characters] = /\bAt most (\d+) characters\b/.exec(descriptions[key]) ?? [];
	return characters === undefined ? Number.POSITIVE_INFINITY : Number(characters);
}

/** Without what the placeholders stand for: the views cut that. */
const lengthOf = (pieces: readonly Piece[]) =>
	pieces.reduce((length, piece) => length + (piece.kind === 'text' ? piece.text.length : 0), 0);

/** The integers that decide between the categories of any of the languages. */
const integers = Array.from({ length: 201 }, (_, number) => number);

function categoriesOf(language: Language): readonly string[] {
	const rules = new Intl.PluralRules(language);
	return [...new Set([...integers.map((number) => rules.select(number)), 'other'])];
}

/** `src/i18n/glossary.md`, as far as it can be checked. */
export const glossaryRules = {
	'losing word': (language, key) =>
		// The English texts are older than the glossary: only their form is held to it.
		isCommandName(key) || language === 'en'
			? []
			: found(plainWords(language, key), losingWords.get(language)),
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
	'isolated in Arabic': (language, key) =>
		language === 'ar' && !isCommandName(key)
			? [...new Set(readingsOf(language, key).flatMap(unisolated))]
			: [],
	'full-width marks': (language, key) =>
		language === 'ja' || language === 'zh-CN' ? found(plainWords(language, key), fullWidth[language]) : [],
	'space beside a placeholder': (language, key) =>
		language === 'ja' ? [...new Set(readingsOf(language, key).flatMap(unspaced))] : [],
	'too long': (language, key) =>
		readingsOf(language, key)
			.map(lengthOf)
			.filter((length) => length > longestOf(key))
			.map((length) => `${length} characters`),
} satisfies Record<string, Rule>;

/** Discord's formatting, which a translation keeps: bold, code, headings, small print, lines, mentions. */
const marks = [/\*\*/g, /`/g, /^#+ /gm, /^-# /gm, /\n/g, /<@&/g, /<@\{/g, /<#/g];

const countMarks = (text: string) => marks.map((mark) => [...text.matchAll(mark)].length);

const isSentence = (key: MessageKey) => [...wordsOf('en', key).matchAll(/\p{L}{2,}/gu)].length > 3;

/** What a translation needs to work where the English text does. */
export const translationRules = {
	placeholders: (language, key) => {
		const own = placeholdersOf(language, key);
		const english = placeholdersOf('en', key);
		return [
			...own.filter((name) => !english.includes(name)),
			...english.filter((name) => !own.includes(name)).map((name) => `lacks ${name}`),
		];
	},
	// Where English tells nothing apart (`=0 {none} other {…}`), no other language has to.
	'plural category': (language, key) =>
		pluralCategoriesOf('en', key).some((categories) => categories.length > 1)
			? pluralCategoriesOf(language, key).flatMap((own) =>
					categoriesOf(language).filter((category) => !own.includes(category)),
				)
			: [],
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
