declare const canonical: unique symbol;

/** Secret. A purchase code in its canonical form: one spelling for each purchase, whatever was typed. */
export type PurchaseCode = string & { readonly [canonical]: true };

/** Longer input isn't a code with text around it; a modal's field takes 4000 characters. */
const longestInput = 4_000;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidWord = new RegExp(`(?<![a-z0-9_-])${uuid}(?![a-z0-9_-])`);
const uuidAnywhere = new RegExp(uuid);
const plausible = /^[a-z0-9][a-z0-9_-]{4,126}[a-z0-9]$/;
/** `Purchase code: XYZ`, `key=XYZ`: what follows the sign. */
const labelled = /^[^:=]*\b(?:code|key|licen[cs]e|purchase)[^:=]*[:=]\s*(\S.*)$/s;
/** Only digits, maybe after a label: `12345678`, `#10293-2`, `Order no. 4711`. */
const orderNumber = /^(?:order|invoice|receipt|inv|ord)?[_-]?(?:number|no|nr|id)?[_-]?\d[\d_-]{0,23}$/;
/** Quotes, brackets, Markdown: whatever can stand around a code and is not part of one. */
const wrapping = /^[^a-z0-9]+|[^a-z0-9]+$/g;

/**
 * Reads a code out of what a person typed or pasted. Invisible characters go, dashes of all kinds become `-`, upper
 * case becomes lower: the marketplace compares codes without regard to case, so that one purchase in two spellings
 * would otherwise verify two members. A UUID inside other text (a receipt line, `code: …`) is found: every code that
 * is known is one. Other text counts as a code if it could be one, 6 to 128 letters, digits, `-` and `_`, since
 * servers differ; order numbers and licence keys as other shops print them don't. Undefined if there is no code: that
 * costs a member nothing, while a code that the marketplace refuses counts as a guess.
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

/**
 * Whether a text has a form that `parsePurchaseCode` returns or ever returned: its rules can get stricter, and older
 * claims must stay readable.
 */
export function isCanonical(text: string): text is PurchaseCode {
	return plausible.test(text);
}

function codeInOtherForm(text: string): string | undefined {
	const value = labelled.exec(text)?.[1] ?? text;
	const joined = value.replaceAll(/\s/g, '').replaceAll(wrapping, '');
	if (!plausible.test(joined) || uuidAnywhere.test(joined)) return undefined;
	if (orderNumber.test(joined) || isKeyOfAnotherShop(joined)) return undefined;
	return isSentence(value.trim(), joined) ? undefined : joined;
}

/** `ABCD-1234-EFGH-5678`: four to six groups of one length. */
function isKeyOfAnotherShop(code: string): boolean {
	const groups = code.split('-');
	const length = groups[0]?.length ?? 0;
	const isEven = groups.every((group) => group.length === length);
	return isEven && length >= 4 && length <= 8 && groups.length >= 4 && groups.length <= 6;
}

/**
 * A sentence or receipt line without its spaces looks like a code too; a code broken by spaces has digits and no
 * words.
 */
function isSentence(value: string, joined: string): boolean {
	return /\s/.test(value) && (!/\d/.test(joined) || /(?<!\S)\p{L}{5,}(?!\S)/u.test(value));
}
