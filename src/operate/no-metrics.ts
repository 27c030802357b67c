import type { Metrics } from './metrics.js';

const nothing = (): void => {};

/** For a bot whose health port is off, where metrics can't be read. */
export const noMetrics: Metrics = {
	registry: {
		async metrics() {
			return '';
		},
	},
	follow: nothing,
	dependencyErrors: { inc: nothing },
	interactions: { inc: nothing },
	unreadableEvents: { inc: nothing },
	verifications: { inc: nothing },
	grants: { inc: nothing },
	rechecks: { inc: nothing },
	durations: {
		acknowledgement: { observe: nothing },
		answer: { observe: nothing },
		shop: { observe: nothing },
		discord: { observe: nothing },
		store: { observe: nothing },
	},
	recheckLoad: nothing,
};
