/**
 * What was read of a text, for those that come again and again.
 * @param most how many texts are remembered at a time
 * @param longest the longest text that is remembered, in UTF-16 code units: whoever writes the texts could fill the
 * memory with longer ones
 */
export function memoize<Read>(
	read: (text: string) => Read,
	{ most, longest }: { readonly most: number; readonly longest: number },
): (text: string) => Read {
	const known = new Map<string, Read>();
	return (text) => {
		if (text.length > longest) return read(text);
		const before = known.get(text);
		if (before !== undefined || known.has(text)) return before as Read;
		const found = read(text);
		if (known.size >= most) known.clear();
		known.set(text, found);
		return found;
	};
}
