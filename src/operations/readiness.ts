import type { Clock } from '../base/clock.js';
import { TtlCache } from '../base/time/ttl-cache.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { Store } from '../storage/store.js';

export interface ReadinessAnswer {
	readonly isReady: boolean;
	/** Parts that don't work, one line each, without secrets. */
	readonly troubles: readonly string[];
}

export interface ReadinessParts {
	/** `isWhole`: events are arriving from every guild of this process. */
	readonly gateway: { readonly isWhole: boolean };
	readonly store: Pick<Store, 'get'>;
	readonly states: Pick<DependencyStates, 'of'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Ready if connected and the store works. A shop outage doesn't count: the bot keeps codes and retries. */
export class Readiness {
	readonly #parts: ReadinessParts;
	// At most once a second: requests to the port must not load the store. Writes are judged by the bot's own.
	readonly #recent: TtlCache<boolean>;

	constructor(parts: ReadinessParts) {
		this.#parts = parts;
		this.#recent = new TtlCache<boolean>(1_000, parts.clock);
	}

	async check(): Promise<ReadinessAnswer> {
		const { gateway, store, states } = this.#parts;
		const canRead = await this.#recent.of('store', () =>
			store.get('readyz').then(
				() => true,
				() => false,
			),
		);
		const isConnected = gateway.isWhole;
		const troubles = (['store', 'shop', 'discord'] as const).flatMap((dependency) => {
			const state = states.of(dependency);
			if (state.status !== 'up') {
				const since = new Date(state.since).toISOString();
				return [`${dependency} ${state.status} since ${since}: ${state.reason}`];
			}
			if (dependency === 'discord' && !isConnected) return ['discord: not connected'];
			return dependency === 'store' && !canRead ? ['store: no response'] : [];
		});
		return { isReady: canRead && isConnected && states.of('store').status === 'up', troubles };
	}
}
