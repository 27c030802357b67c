import { TtlCache } from '../base/time/ttl-cache.js';
import type { Dependency, DependencyState } from '../dependencies/dependency-states.js';
import type { Store } from '../storage/store.js';

export interface Readiness {
	readonly isReady: boolean;
	/** What does not work, a line each, without secrets. */
	readonly troubles: readonly string[];
}

/**
 * Whether the bot is connected and its store works. A shop that is down is named, and no reason to be unready: the bot
 * keeps the codes and asks again. `now`: milliseconds since the epoch.
 */
export function readiness(parts: {
	readonly isConnected: () => boolean;
	readonly store: Pick<Store, 'get'>;
	readonly stateOf: (dependency: Dependency) => DependencyState;
	readonly now: () => number;
}): () => Promise<Readiness> {
	const { isConnected, store, stateOf, now } = parts;
	// A read, and one a second: whoever reaches the port must not keep the store busy, nor wear its disk out. Whether the
	// store takes writes is known from the bot's own.
	const answering = new TtlCache<boolean>(1_000, now);
	return async () => {
		const canRead = await answering.of('store', () =>
			store.get('readyz').then(
				() => true,
				() => false,
			),
		);
		const connected = isConnected();
		const troubles = (['store', 'shop', 'discord'] as const).flatMap((dependency) => {
			const state = stateOf(dependency);
			if (state.status !== 'up') {
				const since = new Date(state.since).toISOString();
				return [`${dependency} ${state.status} since ${since}: ${state.reason}`];
			}
			if (dependency === 'discord' && !connected) return ['discord: not connected'];
			return dependency === 'store' && !canRead ? ['store: no answer'] : [];
		});
		return { isReady: canRead && connected && stateOf('store').status === 'up', troubles };
	};
}
