import { type Language, languages } from './languages.js';
import { type MessageKey, messageIn } from './messages.js';

/** Discord's locales, besides English, for which the bot has texts. One unknown locale makes Discord reject all commands. */
type DiscordLocale = Exclude<Language, 'en' | 'es'> | 'es-ES' | 'es-419';

type Localizations = Partial<Record<DiscordLocale, string>>;

type CommandTextKey = Extract<MessageKey, `command.${string}` | 'moderation.menu'>;
type PathOf<Key, Text extends string> = Key extends `command.${infer Path}.${Text}` ? Path : never;

/** A command, subcommand or option by its path, such as `item.share`. */
export type CommandPath = PathOf<MessageKey, 'name'> & PathOf<MessageKey, 'description'>;

/** Name and description for a payload, in English and other languages. Names of staff commands stay English. */
export function commandText<Path extends CommandPath>(path: Path) {
	const name = messageIn('en', `command.${path}.name`);
	return {
		name,
		name_localizations: localizations(`command.${path}.name`),
		description: messageIn('en', `command.${path}.description`),
		description_localizations: localizations(`command.${path}.description`),
	};
}

/** A text's translations in Discord's languages, if they differ from English: Discord ignores the others. */
export function localizations(key: CommandTextKey): Localizations {
	const english = messageIn('en', key);
	return Object.fromEntries(
		languages.flatMap((language) => {
			const text = messageIn(language, key);
			return text === english ? [] : discordLocales(language).map((locale) => [locale, text] as const);
		}),
	);
}

function discordLocales(language: Language): readonly DiscordLocale[] {
	if (language === 'en') return [];
	return language === 'es' ? ['es-ES', 'es-419'] : [language];
}
