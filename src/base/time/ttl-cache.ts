import { isRecent } from './is-recent.js';

/** Remembers answers for a while. Everybody who asks meanwhile shares one, also while it is being worked out. */
export class TtlCache<Answer> {
	readonly #forMs: number;
	readonly #now: () => number;
	readonly #known = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

	/** `now`: milliseconds since the epoch. */
	constructor(forMs: number, now: () => number) {
		this.#forMs = forMs;
		this.#now = now;
	}

	/** The remembered answer, or a new one. Rejections are not remembered. */
	async of(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const at = this.#now();
		const known = this.#known.get(key);
		if (known !== undefined && isRecent(known.at, at, this.#forMs)) return await known.answer;
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

	/** They are in the order in which they were asked for. */
	#forgetOld(now: number): void {
		for (const [key, { at }] of this.#known) {
			if (isRecent(at, now, this.#forMs)) return;
			this.#known.delete(key);
		}
	}
}
