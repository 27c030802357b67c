import type { Alerts } from '../../src/messages/alerts.js';

/** Accepts all alerts and sends them to no one. */
export const noAlerts = {
	raise: async () => {},
	solve: async () => {},
	isLastingIn: () => false,
} satisfies Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
