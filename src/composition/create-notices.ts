import { NewChannelBudget } from '../notifications/new-channel-budget.js';
import { Notices } from '../notifications/notices.js';
import { ReminderChoices } from '../notifications/reminder-choices.js';
import { ReminderGate } from '../notifications/reminder-gate.js';
import { Reminders } from '../notifications/reminders.js';
import type { ServiceDependencies } from './service-dependencies.js';

type NoticeDependencies = Pick<
	ServiceDependencies,
	'store' | 'claims' | 'served' | 'port' | 'newChannelsPerDay' | 'clockGuard' | 'logger' | 'clock'
>;

/** Creates what the bot says to members on its own, and who asked for it. Nothing is started yet. */
export function createNotices(parts: NoticeDependencies) {
	const { store, claims, port, newChannelsPerDay, clock } = parts;
	const choices = new ReminderChoices({ store, claims, isOffered: newChannelsPerDay > 0, clock });
	const budget = new NewChannelBudget(store, clock, newChannelsPerDay);
	const reminding = { ...parts, choices, budget, checks: claims.checks };
	const gate = new ReminderGate({ ...reminding, discord: port.guilds });
	const notices = new Notices({ ...parts, board: port.noticeBoard, reminders: gate });
	const reminders = new Reminders({ ...reminding, scan: claims.scan, notices });
	return { notices, reminders, choices };
}
