import type { Clock } from '../base/clock.js';
import type { Dependency, DependencyStates } from './dependency-states.js';

/** Uses a dependency; the operation itself reports its result. May reject. */
export type Attempt = () => Promise<unknown>;

export interface ProbeParts {
	readonly dependency: Dependency;
	readonly states: Pick<DependencyStates, 'of'>;
	readonly attempt: Attempt;
	readonly firstPauseMs: number;
	readonly maxPauseMs: number;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Uses a failing dependency repeatedly, so that its recovery is noticed even if no member uses it. */
export class Probe {
	readonly #parts: ProbeParts;
	readonly #stopping = new AbortController();
	#running: Promise<void> | undefined;

	constructor(parts: ProbeParts) {
		this.#parts = parts;
	}

	/** Starts, unless already running. Ends by itself. */
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
		const { dependency, states, attempt, firstPauseMs, maxPauseMs, clock } = this.#parts;
		const { signal } = this.#stopping;
		for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
			await clock.delay(pauseMs, signal);
			if (states.of(dependency).status === 'up' || signal.aborted) return;
			// The attempt reports its own failures.
			await attempt().catch(() => {});
		}
	}
}
