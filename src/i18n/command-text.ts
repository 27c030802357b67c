import { readLanguageFile } from './language-files.js';
import { type Language, languages } from './languages.js';
import { type MessageKey, type Messages, messageIn } from './messages.js';

/**
 * Discord's locales that the bot has texts for besides English. Arabic is not one of them: Discord's own specification
 * names it, but its documented list for localizations doesn't, and one unknown locale makes Discord refuse all commands.
 */
type DiscordLocale = Exclude<Language, 'en' | 'es' | 'ar'> | 'es-ES' | 'es-419';

/** The texts that Discord shows to people of other languages. */
type Localizations = Partial<Record<DiscordLocale, string>>;

type NameKey = Extract<MessageKey, `command.${string}.name`>;
type DescriptionKey = Extract<MessageKey, `command.${string}.description`>;
type ToldKey = Extract<MessageKey, `command.${string}` | 'moderation.menu'>;
type WithName<Key> = Key extends `command.${infer Path}.name` ? Path : never;
type WithDescription<Key> = Key extends `command.${infer Path}.description` ? Path : never;

/** A command, subcommand or option by its path, such as `item.share`. */
export type CommandPath = WithName<NameKey> & WithDescription<DescriptionKey>;

/**
 * Name and description of a command or option, for its payload: in English, and in Discord's other languages. Staff's
 * commands have no names in the other languages' texts, and so keep the English ones.
 */
export function commandText<Path extends CommandPath>(path: Path) {
	const name = messageIn('en', `command.${path}.name`);
	return {
		name,
		name_localizations: localizations(`command.${path}.name`),
		description: messageIn('en', `command.${path}.description`),
		description_localizations: localizations(`command.${path}.description`),
	};
}

const isTold = (key: string): boolean => key.startsWith('command.') || key === 'moderation.menu';

/**
 * What Discord is told in each language, and nothing else: the commands have their texts at each start, the other nine
 * tenths of a language wait until somebody speaks it.
 */
const told: ReadonlyMap<Language, Messages> = new Map(
	languages
		.filter((language) => discordLocales(language).length > 0)
		.map((language) => {
			const texts = Object.entries(readLanguageFile(language)).filter(([key]) => isTold(key));
			return [language, Object.fromEntries(texts)];
		}),
);

/** A text in those of Discord’s other languages in which it differs: Discord ignores the others. */
export function localizations(key: ToldKey): Localizations {
	const english = messageIn('en', key);
	return Object.fromEntries(
		[...told].flatMap(([language, texts]) => {
			const text = texts[key] ?? english;
			return text === english ? [] : discordLocales(language).map((locale) => [locale, text] as const);
		}),
	);
}

function discordLocales(language: Language): readonly DiscordLocale[] {
	switch (language) {
		case 'en':
		case 'ar':
			return [];
		case 'es':
			return ['es-ES', 'es-419'];
		default:
			return [language];
	}
}
