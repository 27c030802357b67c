/** A text pasted in place of a code. `count`: missing or extra characters compared with the usual form. */
export type PasteMistake =
	| { readonly kind: 'order-number' | 'email' | 'link' | 'license-key' | 'two-codes' | 'other' }
	| { readonly kind: 'missing' | 'too-many'; readonly count: number };

const groupLengths = [8, 4, 4, 4, 12] as const;
const digitsOfUuid = 32;

/** Only digits, maybe after a label: `12345678`, `#10293-2`, `Order no. 4711`. */
const orderNumber = /^(?:order|invoice|receipt|inv|ord)?[_-]?(?:number|no|nr|id)?[_-]?\d[\d_-]{0,23}$/;
/** The same in any language: up to two words and a long number. */
const numberAfterWords = /^(?:[^\s\d]+\s+){0,2}[^\s\d]{0,20}\d[\d\s_-]{3,23}$/;
const email = /^(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const link = /^(?:[a-z][a-z+.-]*:\/\/\S+|www\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/\S*)$/;

/**
 * Classifies a text in which no code was found.
 * @param text normalized: no invisible characters, lower case, plain dashes
 */
export function mistakeIn(text: string): PasteMistake {
	const cut = text
		.split(/\s/)
		.map((word) => miscounted(word.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')))
		.find((it) => it !== undefined);
	if (cut !== undefined) return cut;
	const word = text.replaceAll(/^[^a-z0-9]+|[^a-z0-9/]+$/g, '');
	if (email.test(word)) return { kind: 'email' };
	if (link.test(word)) return { kind: 'link' };
	const joined = word.replaceAll(/\s/g, '').replace(/.*[:=#][^a-z0-9]*/s, '');
	if (isOrderNumber(joined) || numberAfterWords.test(word)) return { kind: 'order-number' };
	return isKeyOfAnotherShop(joined) ? { kind: 'license-key' } : { kind: 'other' };
}

export function isOrderNumber(text: string): boolean {
	return orderNumber.test(text);
}

/** `ABCD-1234-EFGH-5678`: four to six groups of one length. */
export function isKeyOfAnotherShop(code: string): boolean {
	const groups = code.split('-');
	const [length = 0, ...others] = new Set(groups.map((group) => group.length));
	return others.length === 0 && length >= 4 && length <= 8 && groups.length >= 4 && groups.length <= 6;
}

/**
 * Recognizes a damaged UUID: missing or extra characters in one group, a missing first or last group, or one digit too
 * few or too many without dashes. Deliberately narrow because a shop's codes may look different: any other text is left
 * for the shop to judge.
 * @param value lower case, plain dashes, a letter or digit at either end
 */
export function miscounted(value: string): PasteMistake | undefined {
	const text = value.includes('-') ? value.replaceAll(/\s/g, '') : value.replaceAll(/\s+/g, '-');
	if (!/^[0-9a-f]+(?:-[0-9a-f]+)*$/.test(text)) return undefined;
	const groups = text.split('-');
	if (!isNearlyUuid(groups.map(({ length }) => length))) return undefined;
	const off = groups.join('').length - digitsOfUuid;
	return { kind: off < 0 ? 'missing' : 'too-many', count: Math.abs(off) };
}

function isNearlyUuid(lengths: readonly number[]): boolean {
	const [only] = lengths;
	if (lengths.length === 1) return only === digitsOfUuid - 1 || only === digitsOfUuid + 1;
	const matches = (expected: readonly number[]): boolean =>
		lengths.length === expected.length && lengths.every((length, index) => length === expected[index]);
	if (matches(groupLengths.slice(0, -1)) || matches(groupLengths.slice(1))) return true;
	return (
		lengths.length === 5 && lengths.filter((length, index) => length !== groupLengths[index]).length === 1
	);
}
