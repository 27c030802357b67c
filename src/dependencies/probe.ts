export interface ProbeParts {
	/** Whether there is nothing left to find out. */
	readonly isUp: () => boolean;
	/** Uses the dependency; its result is reported by the operation itself. May reject. */
	readonly attempt: (signal: AbortSignal) => Promise<unknown>;
	readonly firstPauseMs: number;
	readonly maxPauseMs: number;
	/** Resolves after `ms` milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Uses a dependency again and again while it fails, so that its recovery is noticed even if no member uses it. */
export class Probe {
	readonly #parts: ProbeParts;
	readonly #stopping = new AbortController();
	#running: Promise<void> | undefined;

	constructor(parts: ProbeParts) {
		this.#parts = parts;
	}

	/** Begins, unless it has begun already. Ends by itself. */
	start(): void {
		if (this.#stopping.signal.aborted) return;
		this.#running ??= this.#run().finally(() => {
			this.#running = undefined;
		});
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#running;
	}

	async #run(): Promise<void> {
		const { isUp, attempt, firstPauseMs, maxPauseMs, delay } = this.#parts;
		const { signal } = this.#stopping;
		for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
			await delay(pauseMs, signal);
			if (isUp() || signal.aborted) return;
			// Reported where it is made.
			await attempt(signal).catch(() => {});
		}
	}
}
