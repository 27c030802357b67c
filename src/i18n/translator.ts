import { IntlMessageFormat } from 'intl-messageformat';
import { wayOfRunning, withOwnCommands } from '../base/terminal.js';
import { type Language, languageOf } from './languages.js';
import { type MessageKey, messageIn } from './messages.js';

/** The values of a text's placeholders. Callers escape untrusted text in them; it is not parsed as a message. */
type MessageValues = Readonly<Record<string, string | number>>;

/** Formats a command for a text, by its path, such as `setup server`. */
export type CommandMention = (path: string) => string;

/** For texts where it can't be clicked. */
export const inCode: CommandMention = (path) => `\`/${path}\``;

/** For a terminal or a log, without Markdown. */
export const plainCommand: CommandMention = (path) => `/${path}`;

/** Translates into one language. Throws if a text's placeholder has no value. */
export interface Translator {
	readonly language: Language;
	(key: MessageKey, values?: MessageValues): string;
	/** Several names in a sentence: `A, B, and C`. */
	list(names: readonly string[]): string;
}

/** A parsed text, and the commands that it names, by their placeholders. */
interface ParsedMessage {
	readonly message: IntlMessageFormat;
	readonly commands: readonly (readonly [placeholder: string, path: string])[];
}

/** By language and key. On first use: parsing all languages would slow the start down for texts that are never read. */
const parsed = new Map<string, ParsedMessage>();
/** Making one takes longer than everything else in a message. */
const listFormats = new Map<Language, Intl.ListFormat>();
const way = wayOfRunning();

/**
 * The translator for one of Discord's locales; English if it isn't supported.
 * @param mention fills the placeholders of commands: `{command_setup_server}` is the command `setup server`
 */
export function translatorFor(locale: string | undefined, mention: CommandMention = inCode): Translator {
	const language = languageOf(locale);
	const translate = (key: MessageKey, values?: MessageValues): string => {
		const { message, commands } = parse(language, key);
		const mentions = commands.map(([placeholder, path]) => [placeholder, mention(path)] as const);
		return String(message.format({ ...values, ...Object.fromEntries(mentions) }));
	};
	const list = (names: readonly string[]): string => {
		const format = listFormats.get(language) ?? new Intl.ListFormat(language);
		listFormats.set(language, format);
		return format.format(names);
	};
	return Object.assign(translate, { language, list });
}

function parse(language: Language, key: MessageKey): ParsedMessage {
	const id = `${language} ${key}`;
	const known = parsed.get(id);
	if (known !== undefined) return known;
	// Texts name the bot's programs as npm runs them.
	const text = withOwnCommands(messageIn(language, key), way);
	// Tags are Discord's (`<t:…>`, `<@…>`), not ICU's.
	const message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
	const commands = [...text.matchAll(/\{(command_(\w+))\}/g)].map(
		([, placeholder = '', path = '']) => [placeholder, path.replaceAll('_', ' ')] as const,
	);
	const made = { message, commands };
	parsed.set(id, made);
	return made;
}
