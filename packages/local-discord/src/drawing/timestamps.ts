import type { DrawContext } from './draw-context.js';

const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
	t: { timeStyle: 'short' },
	T: { timeStyle: 'medium' },
	d: { dateStyle: 'short' },
	D: { dateStyle: 'long' },
	f: { dateStyle: 'long', timeStyle: 'short' },
	F: { dateStyle: 'full', timeStyle: 'short' },
	s: { dateStyle: 'short', timeStyle: 'short' },
	S: { dateStyle: 'short', timeStyle: 'medium' },
};

const units = [
	['year', 365 * 24 * 3600],
	['month', 30 * 24 * 3600],
	['day', 24 * 3600],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const;

/**
 * A moment as Discord shows `<t:…:style>`: https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
 * `at` and `now` are milliseconds since the epoch.
 */
export function timestampText(
	at: number,
	style: string,
	context: Pick<DrawContext, 'now' | 'timeZone' | 'locale'>,
): string {
	if (style === 'R') return relativeText(at, context);
	return dateFormat(style in styles ? style : 'f', context).format(at);
}

// A page shows hundreds of times, and creating a formatter costs more than a thousand uses of it. There is one per
// language and style.
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function dateFormat(
	style: string,
	{ locale, timeZone }: Pick<DrawContext, 'timeZone' | 'locale'>,
): Intl.DateTimeFormat {
	const key = `${style} ${locale} ${timeZone}`;
	const known = dateFormats.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
	dateFormats.set(key, made);
	return made;
}

function relativeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
	const known = relativeFormats.get(String(locale));
	if (known !== undefined) return known;
	const made = new Intl.RelativeTimeFormat(locale);
	relativeFormats.set(String(locale), made);
	return made;
}

function relativeText(at: number, { now, locale }: Pick<DrawContext, 'now' | 'locale'>): string {
	const seconds = Math.round((at - now) / 1000);
	const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
	return relativeFormat(locale).format(Math.trunc(seconds / size), unit);
}
