/** Exclusive upper bound of the ASCII keys with a prefix. Not LIKE: `_` and `%` in a prefix match anything. */
export function endOfPrefix(prefix: string): string {
	const last = prefix.length - 1;
	return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}
