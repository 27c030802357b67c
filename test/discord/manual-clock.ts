/** A clock that only a test moves: each wait ends when its time has come. */
export class ManualClock {
	#now = 1_000_000;
	#timers: { readonly at: number; readonly end: () => void }[] = [];

	readonly now = (): number => this.#now;

	readonly delay = (ms: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve) => {
			this.#timers.push({ at: this.#now + ms, end: resolve });
			signal?.addEventListener('abort', () => resolve());
		});

	/** Moves on, from timer to timer, and lets what waits there happen. */
	async advance(ms: number): Promise<void> {
		const until = this.#now + ms;
		for (;;) {
			await settle();
			const due = this.#timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);
			const [next] = due;
			if (next === undefined) break;
			this.#timers = this.#timers.filter((timer) => timer !== next);
			this.#now = Math.max(this.#now, next.at);
			next.end();
		}
		this.#now = until;
	}
}

async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
