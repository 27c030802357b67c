import type { Clock } from '../base/clock.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { ClaimChecks } from '../claims/claim-checks.js';
import type { MemberQueries } from '../guilds/member-queries.js';
import { dayOf, type NewChannelBudget } from './new-channel-budget.js';
import type { Notice } from './notice.js';
import { type ReminderChoices, recentOf } from './reminder-choices.js';

const dayMs = 86_400_000;
/** Reminders go out this long before the end of support, in days. The last one first. */
export const daysAhead = [3, 14] as const;

export type ReminderNotice = Extract<Notice, { kind: 'reminder' }>;

/** A reminder about to be sent. `id`: of its notice. */
export interface DueReminder {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: ReminderNotice;
	readonly id: string;
}

export interface ReminderGateParts {
	readonly choices: Pick<ReminderChoices, 'read' | 'noteReminder' | 'noteChannel' | 'turnOff'>;
	readonly budget: Pick<NewChannelBudget, 'isPaused' | 'take' | 'pause'>;
	readonly checks: Pick<ClaimChecks, 'read'>;
	readonly discord: Pick<MemberQueries, 'membershipOf'>;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** Decides just before a reminder is sent if it still may be, and learns from how that went. */
export class ReminderGate {
	readonly #parts: ReminderGateParts;

	constructor(parts: ReminderGateParts) {
		this.#parts = parts;
	}

	/**
	 * Counts a new direct-message channel against the day's budget. Rejects with the store's errors.
	 * @returns `drop` if the reminder serves nothing any more, `later` if it can't be sent now
	 */
	async admit(due: DueReminder): Promise<'send' | 'later' | 'drop'> {
		const { choices, budget, discord, clockGuard, clock } = this.#parts;
		if (!clockGuard.isTrusted() || (await budget.isPaused())) return 'later';
		const choice = await choices.read(due.userId);
		if (choice === undefined || !(await this.#isDue(due))) return 'drop';
		const membership = await discord.membershipOf(due.guildId, due.userId);
		if (membership === 'unknown') return 'later';
		if (membership !== 'member') return 'drop';
		const now = clock.now();
		const recent = recentOf(choice, now);
		const own = recent.find(({ id }) => id === due.id);
		// A shop may move the end back and forth.
		const isSecond = recent.some(({ id }) => id !== due.id && purchaseIn(id) === purchaseIn(due.id));
		if (own === undefined && isSecond) return 'drop';
		const isCounted = own !== undefined && dayOf(own.at) === dayOf(now);
		if (!choice.hasChannel && !isCounted && !(await budget.take())) return 'later';
		return (await choices.noteReminder(due.userId, due.id)) ? 'send' : 'drop';
	}

	/** Call after delivery: the member's DM channel is now known to be open. */
	async sent(userId: string): Promise<void> {
		await this.#parts.choices.noteChannel(userId);
	}

	/** The member accepts no direct messages: reminders are off until they ask again. */
	async closed(userId: string): Promise<void> {
		await this.#parts.choices.turnOff(userId);
	}

	/** Discord found the bot's direct messages too fast. */
	async tooFast(): Promise<void> {
		await this.#parts.budget.pause();
	}

	async #isDue({ userId, guildId, notice }: DueReminder): Promise<boolean> {
		const { checks, clock } = this.#parts;
		const purchase = await checks.read(notice.hash);
		if (purchase?.status !== 'active' || purchase.supportedUntil !== notice.end) return false;
		const left = notice.end - clock.now();
		// The later reminder says the same.
		if (left <= 0 || (notice.days > daysAhead[0] && left <= daysAhead[0] * dayMs)) return false;
		return purchase.holders.some((it) => it.userId === userId && it.guildIds.includes(guildId));
	}
}

/** The id of a reminder's notice: one for each purchase, end and number of days. */
export function reminderId({ hash, end, days }: Pick<ReminderNotice, 'hash' | 'end' | 'days'>): string {
	return `reminder-${hash.slice(0, 32)}-${Math.trunc(end)}-${days}`;
}

function purchaseIn(id: string): string | undefined {
	return id.split('-')[1];
}
