/** The supported languages, as BCP 47 tags for Intl. English first: the fallback. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'pl', 'tr', 'ru', 'ja', 'zh-CN'] as const;

export type Language = (typeof languages)[number];

/**
 * The language for one of Discord's locales, such as `en-GB` or `es-419`: the same, else the same without its region,
 * else English, also for `zh-TW`. `undefined`: a server whose data Discord withholds, unlike in discord.js' types.
 */
export function languageOf(locale: string | undefined): Language {
	const named = (tag: string | undefined) => languages.find((language) => language === tag);
	return named(locale) ?? named(locale?.split('-')[0]) ?? 'en';
}
