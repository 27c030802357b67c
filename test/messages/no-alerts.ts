import type { Alerts } from '../../src/messages/alerts.js';

/** Alerts that reach no one and are always accepted. */
export const noAlerts = {
	raise: async () => {},
	solve: async () => {},
	isLastingIn: () => false,
} satisfies Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
