import type { Clock } from '../base/clock.js';
import type { Dependency, DependencyState, DependencyStates, StateListener } from './dependency-states.js';
import { type Attempt, Probe } from './probe.js';

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
