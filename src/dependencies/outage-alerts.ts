import type { Dependency, DependencyState, DependencyStates } from './dependency-states.js';

const lookEveryMs = 60_000;

/** How long an outage must last before people are alerted. Shorter ones end before anybody could do anything. */
const alertAfterMs = {
	/** Nobody can verify, and no retry of the bot's gets anybody further. */
	store: 5 * 60_000,
	shop: 20 * 60_000,
} as const satisfies Partial<Record<Dependency, number>>;

type AlertedDependency = keyof typeof alertAfterMs;

export interface OutageAlertsParts {
	readonly states: Pick<DependencyStates, 'of'>;
	/** Called every minute while a long outage lasts. */
	readonly onLasting: (
		dependency: AlertedDependency,
		outage: Exclude<DependencyState, { status: 'up' }>,
	) => void;
	/** Called every minute while there is none. */
	readonly onUp: (dependency: AlertedDependency) => void;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after `ms` milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Reports outages that last. Not Discord's: nobody could read that there. */
export class OutageAlerts {
	readonly #parts: OutageAlertsParts;
	readonly #stopping = new AbortController();
	#ended: Promise<void> = Promise.resolve();

	constructor(parts: OutageAlertsParts) {
		this.#parts = parts;
	}

	start(): void {
		this.#ended = this.#run();
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#ended;
	}

	/** Reports once how things are. */
	look(): void {
		const { states, onLasting, onUp, now } = this.#parts;
		for (const dependency of ['store', 'shop'] as const) {
			const state = states.of(dependency);
			// A key that the shop refuses has an alert of its own.
			const isOther = dependency === 'shop' && state.status === 'degraded';
			if (state.status === 'up' || isOther) onUp(dependency);
			else if (now() - state.since >= alertAfterMs[dependency]) onLasting(dependency, state);
		}
	}

	async #run(): Promise<void> {
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			this.look();
			await this.#parts.delay(lookEveryMs, signal);
		}
	}
}
