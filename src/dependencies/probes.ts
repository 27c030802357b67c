import type { Clock } from '../base/clock.js';
import type { Dependency, DependencyState, DependencyStates, StateListener } from './dependency-states.js';

/** Pauses between probes, in milliseconds. Roles wait for the store; the shop and Discord limit their requests. */
const pauses = {
	database: { firstPauseMs: 500, maxPauseMs: 5_000 },
	shop: { firstPauseMs: 10_000, maxPauseMs: 120_000 },
	discord: { firstPauseMs: 30_000, maxPauseMs: 300_000 },
} as const satisfies Record<Dependency, object>;

export class Probes implements StateListener {
	readonly #states: Pick<DependencyStates, 'of' | 'follow'>;
	readonly #clock: Pick<Clock, 'delay'>;
	readonly #probes = new Map<Dependency, Probe>();

	constructor(states: Pick<DependencyStates, 'of' | 'follow'>, clock: Pick<Clock, 'delay'>) {
		this.#states = states;
		this.#clock = clock;
	}

	start(attempts: Readonly<Record<Dependency, Attempt>>): void {
		this.#states.follow(this);
		for (const dependency of ['database', 'shop', 'discord'] as const) {
			const parts = { dependency, states: this.#states, clock: this.#clock };
			const probe = new Probe({ ...parts, attempt: attempts[dependency], ...pauses[dependency] });
			this.#probes.set(dependency, probe);
			if (this.#states.of(dependency).status !== 'up') probe.start();
		}
	}

	noteChange(dependency: Dependency, state: DependencyState): void {
		if (state.status !== 'up') this.#probes.get(dependency)?.start();
	}

	async stop(): Promise<void> {
		await Promise.all([...this.#probes.values()].map((probe) => probe.stop()));
	}
}

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
