import { setImmediate } from 'node:timers/promises';

// Keeps a keystroke cheap, whatever a shop calls its items: only the first typeable words of a name count.
const wordsOfName = 8;
const maxWordLength = 20;
const minWordLength = 4;
const wordsOfQuery = 3;
/** Maximum words compared letter by letter for one query. Ordinary names need a few dozen. */
const maxComparedWords = 500;
const sliceLength = 500;
/** Distance of a name without a similar word. */
const none = 255;

interface Word {
	readonly text: string;
	/** Its letters as bits: words with many different letters can't be similar. */
	readonly letters: number;
	readonly names: number[];
}

/** Finds names by misspelt words. */
export class SimilarNames {
	readonly #count: number;
	readonly #byLength: ReadonlyMap<number, readonly Word[]>;

	private constructor(count: number, byLength: ReadonlyMap<number, readonly Word[]>) {
		this.#count = count;
		this.#byLength = byLength;
	}

	/** Built in slices. `names`: folded, words separated by one space. */
	static async of(names: readonly string[]): Promise<SimilarNames> {
		const words = new Map<string, Word>();
		for (const [index, name] of names.entries()) {
			for (const text of name.trim().split(' ', wordsOfName)) {
				if (text.length > maxWordLength) continue;
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
		return new SimilarNames(names.length, byLength);
	}

	/** Indexes of the names that contain each of these words exactly or nearly; best first. */
	find(wanted: readonly string[]): readonly number[] {
		const shown = wanted.filter(({ length }) => length <= maxWordLength).slice(0, wordsOfQuery);
		if (!shown.some(({ length }) => length >= minWordLength)) return [];
		const budget = { left: maxComparedWords };
		const all = shown.map((word) => this.#farFrom(word, budget));
		const byDistance = Array.from({ length: 2 * wordsOfQuery + 1 }, (): number[] => []);
		for (let name = 0; name < this.#count; name += 1) {
			let sum = 0;
			for (const far of all) sum += far[name] ?? none;
			byDistance[sum]?.push(name);
		}
		return byDistance.flat();
	}

	/** Distance between this word and the nearest word of each name. Compares as many words as the budget allows. */
	#farFrom(wanted: string, budget: { left: number }): Uint8Array {
		const far = new Uint8Array(this.#count).fill(none);
		const max = wanted.length < minWordLength ? 0 : wanted.length < 8 ? 1 : 2;
		const letters = lettersOf(wanted);
		for (let length = wanted.length - max; length <= wanted.length + max; length += 1) {
			for (const word of this.#byLength.get(length) ?? []) {
				if (bitsIn(word.letters ^ letters) > 2 * max) continue;
				if (budget.left === 0) return far;
				budget.left -= 1;
				const here = distance(wanted, word.text, max);
				if (here > max) continue;
				for (const name of word.names) far[name] = Math.min(here, far[name] ?? none);
			}
		}
		return far;
	}
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

/** Edit distance in which a swap of neighbours counts once; `max` + 1 if it is larger than `max`. */
export function distance(a: string, b: string, max: number): number {
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
		if (Math.min(...row) > max) return max + 1;
		[beforeLast, last] = [last, row];
	}
	return Math.min(last[b.length] ?? max + 1, max + 1);
}
