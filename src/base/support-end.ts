/**
 * When the support of a purchase ends, in milliseconds since the epoch; undefined if it has none; `unknown` if the shop
 * has only sent a date that can't be read.
 */
export type SupportEnd = number | 'unknown' | undefined;

/** The end of support if it is known. */
export function knownEnd(end: SupportEnd): number | undefined {
	return end === 'unknown' ? undefined : end;
}
