import type { Clock } from '../base/clock.js';
import type { BackgroundTask } from '../base/time/periodic-task.js';
import type { Dependency, DependencyStates } from './dependency-states.js';

/** Pauses between probes, in milliseconds. Roles wait for the store; the shop and Discord limit their requests. */
const pauses = {
	database: { firstMs: 500, maxMs: 5_000 },
	shop: { firstMs: 10_000, maxMs: 120_000 },
	discord: { firstMs: 30_000, maxMs: 300_000 },
} as const satisfies Record<Dependency, object>;

/** Uses a dependency; the operation itself reports its result. May reject. */
export type Attempt = () => Promise<unknown>;

/** Uses a failing dependency repeatedly, so that its recovery is noticed even if no member uses it. */
export class Probes implements BackgroundTask {
	readonly name = 'probes';
	readonly #attempts: Readonly<Record<Dependency, Attempt>>;
	readonly #states: Pick<DependencyStates, 'of' | 'follow'>;
	readonly #clock: Pick<Clock, 'delay'>;
	readonly #stopping = new AbortController();
	readonly #running = new Map<Dependency, Promise<void>>();

	constructor(
		attempts: Readonly<Record<Dependency, Attempt>>,
		states: Pick<DependencyStates, 'of' | 'follow'>,
		clock: Pick<Clock, 'delay'>,
	) {
		this.#attempts = attempts;
		this.#states = states;
		this.#clock = clock;
	}

	start(): void {
		const probe = (dependency: Dependency): void => {
			const isIdle = this.#states.of(dependency).status === 'up' || this.#running.has(dependency);
			if (isIdle || this.#stopping.signal.aborted) return;
			const running = this.#probe(dependency, this.#attempts[dependency]);
			this.#running.set(
				dependency,
				running.finally(() => this.#running.delete(dependency)),
			);
		};
		this.#states.follow(probe);
		for (const dependency of ['database', 'shop', 'discord'] as const) probe(dependency);
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.all(this.#running.values());
	}

	async #probe(dependency: Dependency, attempt: Attempt): Promise<void> {
		const { firstMs, maxMs } = pauses[dependency];
		const { signal } = this.#stopping;
		for (let pauseMs: number = firstMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxMs)) {
			await this.#clock.delay(pauseMs, signal);
			if (this.#states.of(dependency).status === 'up' || signal.aborted) return;
			// The attempt reports its own failures.
			await attempt().catch(() => {});
		}
	}
}
