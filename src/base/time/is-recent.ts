/** A time later than `now` is not recent: it is from before the clock was set back. All in milliseconds. */
export function isRecent(at: number, now: number, ms: number): boolean {
	return at <= now && now - at < ms;
}
