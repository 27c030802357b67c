import type { Language } from '../../i18n/languages.js';
import { memoize } from './links.js';
import { nothing, timestamp } from './text.js';

/** Formats points in time, given in milliseconds since the epoch. */
export interface Moments {
	readonly date: (at: number) => string;
	/** Such as `3 months ago`. */
	readonly fromNow: (at: number) => string;
}

/** Timestamps that Discord renders in each reader's language and time zone. */
export const drawnMoments: Moments = {
	date: (at) => timestamp(at, 'D'),
	fromNow: (at) => timestamp(at, 'R'),
};

/** The last time that a Date can represent. */
const lastMoment = 8.64e15;

/** Creating a format takes longer than everything else in a message. */
const formatsOf = memoize(
	(language) => ({
		date: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
		relative: new Intl.RelativeTimeFormat(language),
	}),
	{ most: 20, longest: 10 },
);

/**
 * Plain words, in UTC: for the options of a select, where clients don't render timestamps.
 * @param now milliseconds since the epoch
 */
export function plainMoments(language: Language, now: number): Moments {
	return {
		date: (at) => (Math.abs(at) <= lastMoment ? formatsOf(language).date.format(at) : nothing),
		fromNow: (at) => formatsOf(language).relative.format(...largestUnit(at - now)),
	};
}

const unitsInSeconds = [
	['year', 31_536_000],
	['month', 2_592_000],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

function largestUnit(ms: number): [number, Intl.RelativeTimeFormatUnit] {
	const seconds = ms / 1_000;
	const [unit, length] = unitsInSeconds.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
	return [Math.trunc(seconds / length), unit];
}
