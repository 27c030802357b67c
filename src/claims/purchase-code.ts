declare const canonical: unique symbol;

/** Secret. A purchase code in its canonical form: one spelling for each purchase, whatever was typed. */
export type PurchaseCode = string & { readonly [canonical]: true };

/** Longer input is no code with something around it; a modal's field takes 4000 characters. */
const longestInput = 4_000;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidWord = new RegExp(`(?<![a-z0-9_-])${uuid}(?![a-z0-9_-])`);
const uuidAnywhere = new RegExp(uuid);
const plausible = /^[a-z0-9][a-z0-9_-]{4,126}[a-z0-9]$/;
/** `Purchase code: XYZ`, `key=XYZ`: what follows the sign. */
const labelled = /^[^:=]*\b(?:code|key|licen[cs]e|purchase)[^:=]*[:=]\s*(\S.*)$/s;
/** Quotes, brackets, Markdown: whatever can stand around a code and is not part of one. */
const wrapping = /^[^a-z0-9]+|[^a-z0-9]+$/g;

/**
 * Reads a code out of what a person typed or pasted. Invisible characters go, dashes of all kinds become `-`, upper
 * case becomes lower: the marketplace compares codes without regard to case, so that one purchase in two spellings
 * would otherwise verify two members. A UUID inside other text (a receipt line, `code: …`) is found; other text is
 * taken as a code where it could be one: 6 to 128 letters, digits, `-` and `_`. Undefined where there is no code.
 */
export function parsePurchaseCode(input: string): PurchaseCode | undefined {
	if (input.length > longestInput) return undefined;
	const text = input
		.normalize('NFKC')
		.replaceAll(/[\p{Cf}\p{Mn}\u115f\u1160\u2800]/gu, '')
		.replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
		.toLowerCase()
		.trim();
	const code =
		uuidWord.exec(text)?.[0] ?? codeInOtherForm(text) ?? uuidAnywhere.exec(text.replaceAll(/\s/g, ''))?.[0];
	return code as PurchaseCode | undefined;
}

function codeInOtherForm(text: string): string | undefined {
	const value = labelled.exec(text)?.[1] ?? text;
	const joined = value.replaceAll(/\s/g, '').replaceAll(wrapping, '');
	if (!plausible.test(joined)) return undefined;
	// A sentence joined up looks like a code too; a code that was broken by spaces has a digit somewhere.
	const isSentence = /\s/.test(value.trim()) && !/\d/.test(joined);
	return isSentence || uuidAnywhere.test(joined) ? undefined : joined;
}
