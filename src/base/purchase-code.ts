/** A text pasted in place of a code. `count`: missing or extra characters compared with the usual form. */
export type PasteMistake =
	| { readonly kind: 'order-number' | 'email' | 'link' | 'license-key' | 'two-codes' | 'other' }
	| { readonly kind: 'missing' | 'too-many'; readonly count: number };

declare const canonical: unique symbol;

/** Secret. A purchase code in canonical form: one spelling for each purchase, whatever was typed. */
export type PurchaseCode = string & { readonly [canonical]: true };

export type ReadCode =
	| {
			readonly kind: 'code';
			readonly code: PurchaseCode;
			/** The unrepaired text, if `code` is a repair: a shop's codes may look like that. */
			readonly asTyped?: PurchaseCode;
	  }
	/** No code: this costs nothing, while a code that the marketplace refuses counts as a guess. */
	| { readonly kind: 'mistake'; readonly mistake: PasteMistake };

/** Longer input isn't a code with text around it; a modal's field accepts 4000 characters. */
const maxInputLength = 4_000;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidWord = new RegExp(`(?<![a-z0-9_-])${uuid}(?![a-z0-9_-])`, 'g');
const uuidAnywhere = new RegExp(uuid, 'g');
/** Fast path for the usual input, which needs no search. */
const uuidAlone = new RegExp(`^${uuid}$`, 'i');
/** Up to three characters that are no letters or digits, or look like a dash: ー, 一 and ㅡ of East Asian keyboards. */
const signs = String.raw`(?:[^\p{L}\p{N}]|[\u30fc\u4e00\u1173]){0,3}`;
/** A digit of a UUID, or a letter that is misread for one on paper: O for 0, I or l for 1. */
const digit = '[0-9a-filo]';
/** A UUID with misread digits, or whose dashes are missing or replaced. Captures what is in place of the first one. */
const spoiltUuid = new RegExp(
	`(?<![a-z0-9_-])${digit}{8}(${signs})${digit}{4}(?:${signs}${digit}{4}){2}${signs}${digit}{12}(?![a-z0-9_-])`,
	'gu',
);
const plausible = /^[a-z0-9][a-z0-9_-]{4,126}[a-z0-9]$/;
/** `Purchase code: XYZ`, `key=XYZ`: captures the value after the sign. */
const labelled = /^[^:=]*\b(?:code|key|licen[cs]e|purchase)[^:=]*[:=]\s*(\S.*)$/s;
/** Quotes, brackets, Markdown around a code. */
const wrapping = /^[^a-z0-9]+|[^a-z0-9]+$/g;

/**
 * Reads a code from typed or pasted text, in one spelling: the marketplace ignores case, so a purchase in two spellings
 * would verify two members. Finds a UUID in other text, even without its dashes or with an O for a 0: all codes seen
 * so far are UUIDs. Marketplaces differ, so other text is accepted too if it could be a code (6 to 128 letters, digits,
 * `-` and `_`), except order numbers and license keys in other shops' formats.
 */
export function readPurchaseCode(input: string): ReadCode {
	if (uuidAlone.test(input)) return oneOf([input.toLowerCase()]);
	if (input.length > maxInputLength) return mistaken({ kind: 'other' });
	const text = input
		.normalize('NFKC')
		.replaceAll(/[\p{Cf}\p{Mn}\u115f\u1160\u2800]/gu, '')
		.replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
		.toLowerCase()
		.trim();
	const whole = distinct(text.matchAll(uuidWord));
	if (whole.length > 0) return oneOf(whole);
	const value = labelled.exec(text)?.[1] ?? text;
	const other = codeInOtherForm(value);
	const spoilt = [...text.matchAll(spoiltUuid)].filter(isWhole).map(([match]) => match);
	if (spoilt.length > 0) {
		const asTyped = other !== undefined && spoilt.includes(other) ? other : undefined;
		return oneOf([...new Set(spoilt.map(regrouped))], asTyped);
	}
	const miscount = miscounted(value.replaceAll(wrapping, ''));
	if (miscount !== undefined) return mistaken(miscount);
	if (other !== undefined) return oneOf([other]);
	const scattered = distinct(text.replaceAll(/\s/g, '').matchAll(uuidAnywhere));
	return scattered.length > 0 ? oneOf(scattered) : mistaken(mistakeIn(text));
}

/** Like `readPurchaseCode`; undefined if no code is found. */
export function parsePurchaseCode(input: string): PurchaseCode | undefined {
	const reading = readPurchaseCode(input);
	return reading.kind === 'code' ? reading.code : undefined;
}

/** @returns true if both are spellings of one code */
export function isSameCode(one: string, other: string): boolean {
	const code = parsePurchaseCode(one);
	return code !== undefined && code === parsePurchaseCode(other);
}

/** @returns true for every form that `parsePurchaseCode` ever returned, so that older claims stay readable */
export function isCanonical(text: string): text is PurchaseCode {
	return plausible.test(text);
}

function mistaken(mistake: PasteMistake): ReadCode {
	return { kind: 'mistake', mistake };
}

function oneOf([code, ...more]: readonly string[], asTyped?: string): ReadCode {
	if (code === undefined || more.length > 0) return mistaken({ kind: 'two-codes' });
	const other = asTyped === undefined ? {} : { asTyped: asTyped as PurchaseCode };
	return { kind: 'code', code: code as PurchaseCode, ...other };
}

function distinct(matches: Iterable<RegExpExecArray>): readonly string[] {
	return [...new Set([...matches].map(([match]) => match))];
}

/** @returns false for a part of a longer code, whose next group follows after the same sign */
function isWhole({ 0: match, 1: sign = '', index, input }: RegExpExecArray): boolean {
	if (sign.trim() === '') return true;
	const before = input.slice(0, index);
	const after = input.slice(index + match.length);
	const isLonger =
		(after.startsWith(sign) && /^[0-9a-filo]{4}/.test(after.slice(sign.length))) ||
		(before.endsWith(sign) && /[0-9a-filo]{4}$/.test(before.slice(0, -sign.length)));
	return !isLonger;
}

function regrouped(spoilt: string): string {
	const digits = spoilt
		.replaceAll('o', '0')
		.replaceAll(/[il]/g, '1')
		.replaceAll(/[^0-9a-f]/g, '');
	return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

function codeInOtherForm(value: string): string | undefined {
	const joined = value.replaceAll(/\s/g, '').replaceAll(wrapping, '');
	if (!plausible.test(joined) || joined.search(uuidAnywhere) >= 0) return undefined;
	if (orderNumber.test(joined) || isKeyOfAnotherShop(joined)) return undefined;
	return isSentence(value, joined) ? undefined : joined;
}

/** A sentence without its spaces looks like a code too. A code broken by spaces has digits and no words. */
function isSentence(value: string, joined: string): boolean {
	return /\s/.test(value) && (!/\d/.test(joined) || /(?<!\S)\p{L}{5,}(?!\S)/u.test(value));
}

const groupLengths = [8, 4, 4, 4, 12] as const;
const digitsOfUuid = 32;

/** Only digits, maybe after a label: `12345678`, `#10293-2`, `Order no. 4711`. */
const orderNumber = /^(?:order|invoice|receipt|inv|ord)?[_-]?(?:number|no|nr|id)?[_-]?\d[\d_-]{0,23}$/;
/** The same in any language: up to two words and a long number. */
const numberAfterWords = /^(?:[^\s\d]+\s+){0,2}[^\s\d]{0,20}\d[\d\s_-]{3,23}$/;
const email = /^(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const link = /^(?:[a-z][a-z+.-]*:\/\/\S+|www\.\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\/\S*)$/;

/** Classifies a text in which no code was found, in lower case, with plain dashes and no invisible characters. */
function mistakeIn(text: string): PasteMistake {
	const cut = text
		.split(/\s/)
		.map((word) => miscounted(word.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')))
		.find((it) => it !== undefined);
	if (cut !== undefined) return cut;
	const word = text.replaceAll(/^[^a-z0-9]+|[^a-z0-9/]+$/g, '');
	if (email.test(word)) return { kind: 'email' };
	if (link.test(word)) return { kind: 'link' };
	const joined = word.replaceAll(/\s/g, '').replace(/.*[:=#][^a-z0-9]*/s, '');
	if (orderNumber.test(joined)) return { kind: 'order-number' };
	if (isKeyOfAnotherShop(joined)) return { kind: 'license-key' };
	return numberAfterWords.test(word) ? { kind: 'order-number' } : { kind: 'other' };
}

/** `ABCD-1234-EFGH-5678`: four to six groups of one length. */
function isKeyOfAnotherShop(code: string): boolean {
	const groups = code.split('-');
	const [length = 0, ...others] = new Set(groups.map((group) => group.length));
	return others.length === 0 && length >= 4 && length <= 8 && groups.length >= 4 && groups.length <= 6;
}

/**
 * Recognizes a damaged UUID: missing or extra characters in one group, a missing first or last group, or one digit too
 * few or too many without dashes. Other text is left for the shop to judge, whose codes may look different.
 */
function miscounted(value: string): PasteMistake | undefined {
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
