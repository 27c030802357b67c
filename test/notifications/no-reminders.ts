import type { NoticesParts } from '../../src/notifications/notices.js';

/** Where no reminder is ever due. */
export const noReminders: NoticesParts['reminders'] = {
	admit: async () => 'drop',
	sent: async () => {},
	closed: async () => {},
	tooFast: async () => {},
};
