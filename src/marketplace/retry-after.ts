/**
 * The delay that a server asks for, in milliseconds from `now`, or undefined if it gives none. Reads both forms of RFC
 * 9110, section 10.2.3: seconds and an HTTP date. `now` in milliseconds since the epoch.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// A letter is required because Date.parse would read '-5' as a year.
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
