import type { Clock } from '../clock.js';

/** Caches answers for a while. Concurrent callers share one, even while it is pending. */
export class TtlCache<Answer> {
	readonly #forMs: number;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #known = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

	constructor(forMs: number, clock: Pick<Clock, 'now'>) {
		this.#forMs = forMs;
		this.#clock = clock;
	}

	/** The cached answer, or a new one if there is none or `isFresh` is wanted. Rejections are not cached. */
	async of(key: string, ask: () => Promise<Answer>, isFresh = false): Promise<Answer> {
		const at = this.#clock.now();
		const known = this.#known.get(key);
		if (!isFresh && known !== undefined && at - known.at < this.#forMs) return await known.answer;
		const answer = ask();
		this.#forgetOld(at);
		this.#known.delete(key);
		this.#known.set(key, { at, answer });
		try {
			return await answer;
		} catch (error) {
			if (this.#known.get(key)?.answer === answer) this.#known.delete(key);
			throw error;
		}
	}

	/** Entries are in order of age. */
	#forgetOld(now: number): void {
		for (const [key, { at }] of this.#known) {
			if (now - at < this.#forMs) return;
			this.#known.delete(key);
		}
	}
}
