// Descriptions of real marketplaces come out of a rich-text editor.
const LOOKS_LIKE_HTML = /<\/?(?:p|br|div|span|ul|ol|li|h[1-6]|strong|b|em|i|a|img|table)\b[^<>]*>/i;
/** Far more than is ever shown, and little enough to be quick about. */
const LONGEST = 8_000;

const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	hellip: '…',
	ndash: '–',
	mdash: '—',
	copy: '©',
	reg: '®',
	trade: '™',
};

function decodeEntity(entity: string, name: string): string {
	if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
	const hexadecimal = /^#x/i.test(name);
	const point = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
	return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
}

/** The readable text of a description that may be HTML; other text comes back as it is. Not escaped. */
export function plainText(description: string): string {
	const text = description.slice(0, LONGEST);
	if (!LOOKS_LIKE_HTML.test(text)) return text;
	return text
		.replaceAll(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>/gi, '')
		.replaceAll('\n', ' ')
		.replaceAll(/<li\b[^<>]*>/gi, '\n• ')
		.replaceAll(/<br\s*\/?>|<\/(?:div|tr|h[1-6])>/gi, '\n')
		.replaceAll(/<\/(?:p|ul|ol|table)>/gi, '\n\n')
		.replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, '')
		.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, decodeEntity);
}
