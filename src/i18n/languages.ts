/** The supported languages, as BCP 47 tags for Intl. English first: the fallback. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'pl', 'tr', 'ru', 'ja', 'zh-CN'] as const;

export type Language = (typeof languages)[number];

/**
 * The language for one of Discord's locales, such as `en-GB`, `es-419` or `sv-SE`: the same, else the same without its
 * region, else English. Simplified and traditional Chinese never replace each other. Undefined for a server whose data
 * Discord withholds, although discord.js types it as known.
 */
export function languageOf(locale: string | undefined): Language {
	const exact = languages.find((language) => language === locale);
	if (exact !== undefined) return exact;
	const base = locale?.split('-')[0];
	return languages.find((language) => language === base) ?? 'en';
}
