import type { Metrics } from './metrics.js';

const nothing = (): void => {};

/** Counts nothing, for a bot whose health port is off: nobody could read it. */
export const noMetrics: Metrics = {
	registry: { metrics: () => Promise.resolve('') },
	dependencyErrors: { inc: nothing },
	interactions: { inc: nothing },
	unreadableEvents: { inc: nothing },
	verifications: { inc: nothing },
	grants: { inc: nothing },
	rechecks: { inc: nothing },
	took: nothing,
	recheckLoad: nothing,
	division: nothing,
};
