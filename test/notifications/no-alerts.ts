import type { Alerts } from '../../src/notifications/alerts.js';

/** Alerts that reach nobody and are always taken. */
export const noAlerts = {
	raise: async () => true,
	solve: async () => {},
	isLastingIn: () => false,
} satisfies Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
