import type { Clock } from '../clock.js';

/**
 * Caches answers for a while. Concurrent callers share one, even while it is pending. Rejections are not cached.
 * @returns a function that returns the cached answer of a key, or a new one if there is none or `isFresh` is wanted
 */
export function ttlCache<Answer>(forMs: number, { now }: Pick<Clock, 'now'>) {
	/** In order of age. */
	const known = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
	return async (key: string, ask: () => Promise<Answer>, isFresh = false): Promise<Answer> => {
		const at = now();
		for (const [old, cached] of known) {
			// A time in the future comes from a clock that was ahead.
			if (Math.abs(at - cached.at) < forMs) break;
			known.delete(old);
		}
		const cached = known.get(key);
		if (!isFresh && cached !== undefined) return await cached.answer;
		const answer = ask();
		known.delete(key);
		known.set(key, { at, answer });
		try {
			return await answer;
		} catch (error) {
			if (known.get(key)?.answer === answer) known.delete(key);
			throw error;
		}
	};
}
