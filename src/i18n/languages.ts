/** The supported languages, as BCP 47 tags for Intl. English first: the fallback. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'pl', 'tr', 'ru', 'ja', 'zh-CN'] as const;

export type Language = (typeof languages)[number];

/**
 * The language for one of Discord's locales, such as `en-GB` or `es-419`: the same, else the same without its region,
 * else English, also for `zh-TW`. `undefined`: a server whose data Discord withholds, unlike in discord.js' types.
 */
export function languageOf(locale: string | undefined): Language {
	const exact = languages.find((language) => language === locale);
	if (exact !== undefined) return exact;
	const base = locale?.split('-')[0];
	return languages.find((language) => language === base) ?? 'en';
}
