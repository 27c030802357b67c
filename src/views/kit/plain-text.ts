import { decodeHTMLStrict } from 'entities/decode';

// Real marketplaces' descriptions come from a rich-text editor.
const looksLikeHtml = /<\/?(?:p|br|div|span|ul|ol|li|h[1-6]|strong|b|em|i|a|img|table)\b[^<>]*>/i;
/** Far more than is ever shown, and still fast to process. */
const longest = 8_000;

/** The readable text of a description that may be HTML; other text is returned unchanged. Not escaped. */
export function plainText(description: string): string {
	const text = description.slice(0, longest);
	// A text with a bare `<` has not been through an editor that writes `&lt;`.
	if (!looksLikeHtml.test(text)) return text.includes('<') ? text : decodeHTMLStrict(text);
	const words = text
		.replaceAll(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>/gi, '')
		.replaceAll('\n', ' ')
		.replaceAll(/<li\b[^<>]*>/gi, '\n• ')
		.replaceAll(/<br\s*\/?>|<\/(?:div|tr|h[1-6])>/gi, '\n')
		.replaceAll(/<\/(?:p|ul|ol|table)>/gi, '\n\n')
		.replaceAll(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, '');
	// Last, and once: a decoded reference is text, never a tag.
	return decodeHTMLStrict(words);
}
