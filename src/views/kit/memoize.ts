/**
 * Caches the results of a pure function of text.
 * @param most the number of cached texts
 * @param longest the longest cached text, in UTF-16 code units: authors of longer ones could fill the memory
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
