import { setImmediate } from 'node:timers/promises';

/** Words of names, found although they are misspelt. */
export interface SimilarNames {
	/** The names, by their place in the list, in which each of these words stands as it is or nearly so; best first. */
	find(words: readonly string[]): readonly number[];
}

// Bounds, so that a keystroke costs little whatever a shop calls its items: names are of words that a person would
// type, and only so many of them count.
const wordsOfName = 8;
const longestWord = 20;
const shortestWord = 4;
const wordsOfQuery = 3;
/** Words that are looked at letter by letter for one query. Ordinary names need a few dozen. */
const mostCompared = 500;
const sliceLength = 500;
/** Of a name without a word like the wanted one. */
const none = 255;

interface Word {
	readonly text: string;
	/** Which letters it has, as bits: two words with other letters can't be similar. */
	readonly letters: number;
	readonly names: number[];
}

/** Built in slices. `names`: folded, words separated by one space. */
export async function buildSimilarNames(names: readonly string[]): Promise<SimilarNames> {
	const words = new Map<string, Word>();
	for (const [index, name] of names.entries()) {
		for (const text of name.trim().split(' ', wordsOfName)) {
			if (text.length > longestWord) continue;
			const known = words.get(text) ?? { text, letters: lettersOf(text), names: [] };
			if (known.names.at(-1) !== index) known.names.push(index);
			words.set(text, known);
		}
		if (index % sliceLength === sliceLength - 1) await setImmediate();
	}
	const byLength = new Map<number, Word[]>();
	for (const word of words.values()) {
		const alike = byLength.get(word.text.length) ?? [];
		alike.push(word);
		byLength.set(word.text.length, alike);
	}

	/** How far the nearest word of each name is from this one. Compares as many words as are left. */
	function farFrom(wanted: string, budget: { left: number }): Uint8Array {
		const far = new Uint8Array(names.length).fill(none);
		const most = wanted.length < shortestWord ? 0 : wanted.length < 8 ? 1 : 2;
		const letters = lettersOf(wanted);
		for (let length = wanted.length - most; length <= wanted.length + most; length += 1) {
			for (const word of byLength.get(length) ?? []) {
				if (bitsIn(word.letters ^ letters) > 2 * most) continue;
				if (budget.left === 0) return far;
				budget.left -= 1;
				const here = distance(wanted, word.text, most);
				if (here > most) continue;
				for (const name of word.names) far[name] = Math.min(here, far[name] ?? none);
			}
		}
		return far;
	}

	return {
		find(wanted) {
			const shown = wanted.filter(({ length }) => length <= longestWord).slice(0, wordsOfQuery);
			if (!shown.some(({ length }) => length >= shortestWord)) return [];
			const budget = { left: mostCompared };
			const all = shown.map((word) => farFrom(word, budget));
			const byDistance = Array.from({ length: 2 * wordsOfQuery + 1 }, (): number[] => []);
			for (let name = 0; name < names.length; name += 1) {
				let sum = 0;
				for (const far of all) sum += far[name] ?? none;
				byDistance[sum]?.push(name);
			}
			return byDistance.flat();
		},
	};
}

function lettersOf(text: string): number {
	let letters = 0;
	for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) % 31);
	return letters;
}

function bitsIn(number: number): number {
	let bits = 0;
	for (let left = number >>> 0; left !== 0; left &= left - 1) bits += 1;
	return bits;
}

/**
 * How many letters have to be put in, left out, changed or swapped with their neighbour to make one word of the other;
 * `most` + 1 where it is more than that.
 */
export function distance(a: string, b: string, most: number): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const row = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const isSame = a[i - 1] === b[j - 1];
			let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
				best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
			}
			row.push(best);
		}
		if (Math.min(...row) > most) return most + 1;
		[beforeLast, last] = [last, row];
	}
	return Math.min(last[b.length] ?? most + 1, most + 1);
}
