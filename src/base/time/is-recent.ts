/**
 * Whether `at` lies within the last `ms`. A time ahead of `now` is from before the clock was set back, and nothing says
 * how long ago that is: it is not recent. `at` and `now` in milliseconds since the epoch.
 */
export function isRecent(at: number, now: number, ms: number): boolean {
	return at <= now && now - at < ms;
}
