/**
 * How long a server asks clients to wait, in milliseconds from `now`, or undefined if it doesn't say. Both forms of
 * RFC 9110, section 10.2.3, are read: seconds and an HTTP date. `now` in milliseconds since the epoch.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// A letter is demanded since Date.parse would take '-5' for a year.
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
