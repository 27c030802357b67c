import { noMetrics } from '../../src/operate/no-metrics.js';
import { allUp } from '../operate/all-up.js';

/** Observers of `createRest` for tests about something else. */
export const quietRest = {
	userAgentSuffix: 'Claimcheck',
	share: 1,
	refusedRequests: { note: () => {} },
	clockGuard: { note: () => {} },
	fatal: { tokenRefused: () => {} },
	states: allUp,
	metrics: noMetrics,
	random: () => 0.5,
};
