import type { Alerts } from '../../src/messages/alerts.js';

export const noAlerts = {
	raise: async () => {},
	solve: async () => {},
	isLastingIn: () => false,
} satisfies Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
