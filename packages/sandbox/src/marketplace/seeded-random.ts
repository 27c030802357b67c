/** Numbers from 0 to 1 that are the same for the same seed: Mulberry32. Good enough for samples, not for secrets. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** One of `choices`. Throws if there is none. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
	const chosen = choices[Math.floor(random() * choices.length)];
	if (chosen === undefined) throw new RangeError('There is nothing to choose from');
	return chosen;
}
