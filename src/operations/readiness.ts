import type { Clock } from '../base/clock.js';
import { StoreRefusedError } from '../base/errors.js';
import { TtlCache } from '../base/time/ttl-cache.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';

export interface ReadinessAnswer {
	readonly isReady: boolean;
	/** Parts that don't work, one line each, without secrets. */
	readonly troubles: readonly string[];
}

export interface ReadinessParts {
	/** `isWhole`: events are arriving from every guild of this process. */
	readonly gateway: { readonly isWhole: boolean };
	/** `assertUsable` rejects if claims can't be made now. */
	readonly claims: { assertUsable(): Promise<void> };
	readonly states: Pick<DependencyStates, 'of'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Ready if connected and claims can be made. A shop outage doesn't count: the bot keeps codes and retries. */
export class Readiness {
	readonly #parts: ReadinessParts;
	// At most once a second: requests to the port must not load the store. Writes are judged by the bot's own.
	readonly #recent: TtlCache<string | undefined>;

	constructor(parts: ReadinessParts) {
		this.#parts = parts;
		this.#recent = new TtlCache<string | undefined>(1_000, parts.clock);
	}

	async check(): Promise<ReadinessAnswer> {
		const { gateway, claims, states } = this.#parts;
		const trouble = await this.#recent.of('database', () =>
			claims.assertUsable().then(
				() => undefined,
				(error: unknown) => (error instanceof StoreRefusedError ? error.message : 'no response'),
			),
		);
		const isConnected = gateway.isWhole;
		const troubles = (['database', 'shop', 'discord'] as const).flatMap((dependency) => {
			const state = states.of(dependency);
			if (state.status !== 'up') {
				const since = new Date(state.since).toISOString();
				return [`${dependency} ${state.status} since ${since}: ${state.reason}`];
			}
			if (dependency === 'discord' && !isConnected) return ['discord: not connected'];
			return dependency === 'database' && trouble !== undefined ? [`database: ${trouble}`] : [];
		});
		return {
			isReady: trouble === undefined && isConnected && states.of('database').status === 'up',
			troubles,
		};
	}
}
