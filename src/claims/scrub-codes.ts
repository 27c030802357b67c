// Free text may contain a code by mistake. It is searched in normalized form, replaced in its own spelling.

const scrubbed = '…';

/** A UUID as the parser finds it: inside a longer word, with letters misread for digits, with spaces from a PDF. */
const hex = (count: number): string => `[0-9a-filo](?:\\s*[0-9a-filo]){${count - 1}}`;
const looseUuid = new RegExp([8, 4, 4, 4, 12].map(hex).join('\\s*-\\s*'), 'gi');
/** A UUID with other separators. The boundaries keep two adjacent snowflakes from matching. */
const regroupedUuid =
	/(?<![0-9a-z])[0-9a-filo]{8}[^0-9a-z]{1,3}(?:[0-9a-filo]{4}[^0-9a-z]{1,3}){3}[0-9a-filo]{12}(?![0-9a-z])/gi;
const word = /[0-9a-z](?:[0-9a-z_-]*[0-9a-z])?/gi;
/** `code: XYZ`, `key = XYZ`: the label shows that a code follows, so less evidence is needed. */
const labelled = /\b(?:code|key|licen[cs]e)\s*[:=]\s*([0-9a-z][0-9a-z_-]{4,126}[0-9a-z])(?![0-9a-z_-])/gi;
/** Groups with spaces between them, as in `ABC 123 DEF`, `AB12 - CD34` or `A B 1 2 C 3`. */
const spaced = /(?<![0-9a-z_-])[0-9a-z]{1,12}(?:\s*-\s*[0-9a-z]{1,12}|\s+[0-9a-z]{1,12})+(?![0-9a-z_-])/gi;

/**
 * Replaces everything that looks like a purchase code by `…`: UUIDs in any spelling (spaces inside, dashes of all
 * kinds, invisible characters, upper case, full-width letters), and words of 6 to 128 letters, digits, `-` and `_` that
 * mix letters and digits unlike an ordinary word. Words, dates, order numbers, Discord's ids and mentions stay. A code
 * without digits looks like a word and stays too. Pure and idempotent.
 */
export function scrubCodes(text: string): string {
	const { letters, starts, ends } = foldedLetters(text);
	const found: [from: number, to: number][] = [];
	const add = (index: number, length: number): void => {
		found.push([starts[index] ?? 0, ends[index + length - 1] ?? text.length]);
	};
	for (const pattern of [looseUuid, regroupedUuid]) {
		for (const match of letters.matchAll(pattern)) add(match.index, match[0].length);
	}
	for (const match of letters.matchAll(word)) {
		if (isCodeLike(match[0])) add(match.index, match[0].length);
	}
	for (const match of letters.matchAll(labelled)) {
		const value = match[1] ?? '';
		if (hasMixture(value)) add(match.index + match[0].length - value.length, value.length);
	}
	for (const match of letters.matchAll(spaced)) {
		for (const { index, length } of spacedCodes(match[0])) add(match.index + index, length);
	}
	return replaced(text, found);
}

/** @returns true if `scrubCodes` would change the text */
export function holdsCode(text: string): boolean {
	return scrubCodes(text) !== text;
}

/** The text as the parser reads it: for each UTF-16 unit, its start and end in the original. */
function foldedLetters(text: string): { letters: string; starts: number[]; ends: number[] } {
	let letters = '';
	const starts: number[] = [];
	const ends: number[] = [];
	let at = 0;
	for (const character of text) {
		const end = at + character.length;
		const units = folded(character);
		letters += units;
		starts.push(...Array<number>(units.length).fill(at));
		ends.push(...Array<number>(units.length).fill(end));
		at = end;
	}
	return { letters, starts, ends };
}

/** As in `parsePurchaseCode`: compatibility forms become plain, invisible characters are removed, dashes become `-`. */
function folded(character: string): string {
	if (/[\x20-\x7e\n]/.test(character)) return character;
	return character
		.normalize('NFKC')
		.replaceAll(/[\p{Cf}\p{Mn}\u115f\u1160\u2800]/gu, '')
		.replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-');
}

/** @returns true for `AB12-CD34-EF56`, `0f8fad5b`; false for `Ticket-4711`, `windows11`, `2024-03-01` */
function isCodeLike(token: string): boolean {
	if (token.length < 6) return false;
	const groups = token.split(/[_-]+/);
	if (groups.some((group) => group.length >= 40 && new Set(group.toLowerCase()).size >= 8)) return true;
	if (!/\d/.test(token)) return isLetterKey(token, groups);
	if (!/[a-z]/i.test(token)) return token.length > 24;
	const isUpper = token === token.toUpperCase();
	if (/^(?:inv|ord|order|invoice|receipt)[_-]?\d[\d_-]*$/i.test(token)) return false;
	if (isUpper && token.length >= 8 && /\d(?:.*\d){2}/.test(token)) return true;
	const withDigits = groups.filter((group) => /\d/.test(group));
	const mixed = withDigits.filter((group) => /[a-z]/i.test(group));
	if (mixed.some((group) => !isWordWithNumber(group))) return true;
	if (mixed.length > 0 && withDigits.length > 1) return true;
	if (areEven(groups)) return true;
	if (mixed.length > 0) return false;
	// Separate words and numbers, as in `Ticket-4711`, unless a word is too short or a number too long.
	return groups.some((group) => (/\d/.test(group) ? group.length > 4 : group.length < 3));
}

/** `ABCD-EFGH-1234`: three or more groups of equal length. */
function areEven(groups: readonly string[]): boolean {
	return groups.length > 2 && groups.every(({ length }) => length >= 4 && length === groups[0]?.length);
}

/** `windows11`, `ticket4711`, `15minutes`: one word and a short number. */
function isWordWithNumber(group: string): boolean {
	const [, before = '', number = '', after = ''] = /^([a-z]*)(\d{1,4})([a-z]*)$/i.exec(group) ?? [];
	const letters = before + after;
	if (number === '' || (before !== '' && after !== '')) return false;
	// Capitals only are not a word: ABCDE123.
	return number.length <= 2 || (letters.length >= 5 && letters !== letters.toUpperCase());
}

/** Letters alone are words, except capitals in even groups (`ABCD-EFGH-IJKL`) or almost without vowels. */
function isLetterKey(token: string, groups: readonly string[]): boolean {
	if (token !== token.toUpperCase()) return false;
	const unspeakable = /[BCDFGHJKLMNPQRSTVWXZ]{7}/.exec(token)?.[0] ?? '';
	return areEven(groups) || new Set(unspeakable).size > 3;
}

/** A digit among letters, or capitals only: enough evidence after a label such as "code:". */
function hasMixture(value: string): boolean {
	if (!/[a-z]/i.test(value)) return false;
	return /\d/.test(value) || value === value.toUpperCase();
}

/** Runs of groups that together make up a code. */
function spacedCodes(text: string): readonly { index: number; length: number }[] {
	const groups = [...text.matchAll(/[0-9a-z]+/gi)].map((match) => ({ index: match.index, text: match[0] }));
	const codes: { index: number; length: number }[] = [];
	let first = 0;
	while (first < groups.length) {
		let last = first;
		const size = groups[first]?.text.length;
		const belongs = (group: { text: string } | undefined): boolean =>
			group !== undefined && group.text.length === size && isPartOfKey(group.text);
		while (belongs(groups[last])) last += 1;
		const run = groups.slice(first, last);
		const [start, end] = [run[0], run.at(-1)];
		if (start !== undefined && end !== undefined && isSpacedKey(run.map((group) => group.text))) {
			codes.push({ index: start.index, length: end.index + end.text.length - start.index });
		}
		first = Math.max(last, first + 1);
	}
	return codes;
}

/** A single character, or a group that isn't a lower-case word. */
const isPartOfKey = (group: string): boolean =>
	group.length === 1 || /\d/.test(group) || group === group.toUpperCase();

function isSpacedKey(groups: readonly string[]): boolean {
	const joined = groups.join('');
	if (joined.length < 6 || !/\d/.test(joined) || !/[a-z]/i.test(joined)) return false;
	const size = groups[0]?.length ?? 0;
	if (size === 1) return true;
	const areMixed = groups.every((group) => /\d/.test(group) && /[a-z]/i.test(group));
	return size >= 3 && (groups.length >= 3 || (groups.length === 2 && areMixed));
}

function replaced(text: string, found: readonly (readonly [from: number, to: number])[]): string {
	let clean = '';
	let done = 0;
	for (const [from, to] of [...found].sort(([a], [b]) => a - b)) {
		if (to <= done) continue;
		// Overlapping or adjacent matches become one.
		if (from > done || clean === '') clean += text.slice(done, from) + scrubbed;
		done = to;
	}
	return clean + text.slice(done);
}
