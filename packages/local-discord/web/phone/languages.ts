/** Discord's locales and Arabic, by their own names. */
export const languages: readonly (readonly [locale: string, name: string])[] = [
	['ar', 'العربية'],
	['id', 'Bahasa Indonesia'],
	['bg', 'Български'],
	['cs', 'Čeština'],
	['da', 'Dansk'],
	['de', 'Deutsch'],
	['el', 'Ελληνικά'],
	['en-GB', 'English, UK'],
	['en-US', 'English, US'],
	['es-ES', 'Español'],
	['es-419', 'Español, LATAM'],
	['fr', 'Français'],
	['hi', 'हिन्दी'],
	['hr', 'Hrvatski'],
	['it', 'Italiano'],
	['ja', '日本語'],
	['ko', '한국어'],
	['lt', 'Lietuviškai'],
	['hu', 'Magyar'],
	['nl', 'Nederlands'],
	['no', 'Norsk'],
	['pl', 'Polski'],
	['pt-BR', 'Português do Brasil'],
	['ro', 'Română'],
	['ru', 'Русский'],
	['fi', 'Suomi'],
	['sv-SE', 'Svenska'],
	['th', 'ไทย'],
	['vi', 'Tiếng Việt'],
	['tr', 'Türkçe'],
	['uk', 'Українська'],
	['zh-CN', '中文'],
	['zh-TW', '繁體中文'],
];

/** How a language is written: Arabic turns the whole client around. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
	return locale === 'ar' ? 'rtl' : 'ltr';
}
