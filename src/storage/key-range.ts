/**
 * The keys that start with `prefix` are those from `prefix` up to, and without, this. Keys are ASCII, so the order is
 * the same by character and by byte. LIKE is no alternative: `_` and `%` in a prefix match anything.
 */
export function endOfPrefix(prefix: string): string {
	const last = prefix.length - 1;
	return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}
