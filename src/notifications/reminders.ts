import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { timestamp } from '../base/row-fields.js';
import { shownPurchase } from '../base/shown-purchase.js';
import { knownEnd } from '../base/support-end.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Claim } from '../claims/claim.js';
import type { ClaimChecks, HeldPurchase } from '../claims/claim-checks.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { type ListedStore, update } from '../storage/update.js';
import type { NewChannelBudget } from './new-channel-budget.js';
import type { Notices } from './notices.js';
import type { ReminderChoice, ReminderChoices } from './reminder-choices.js';
import { daysAhead, type ReminderNotice, reminderId } from './reminder-gate.js';

const dayMs = 86_400_000;
/** A scan reads every purchase whose support ends on that day. */
const everyMs = 60 * 60_000;
/** Between two batches members who wait for an answer go first: one day may have thousands of ends. */
const choicesPerBatch = 25;
const pauseMs = 50;
/** The day's new channels are spread over six passes: Discord refuses a burst of some dozens, however few the day has seen. */
const passesForBudget = 6;

const cursorKey = 'reminders-until';
export const reminderCursorSchema = z.strictObject({ v: z.literal(1), until: timestamp.nonnegative() });

const waitingPrefix = 'reminders:';
/**
 * The end of support of a purchase, some of whose holders wait for a new direct-message channel. Under `reminders:`,
 * the end in 13 digits, and the claim's hash. Nothing here names a member.
 */
export const waitingSchema = z.strictObject({ v: z.literal(1), days: z.literal(daysAhead) });

export interface RemindersParts {
	readonly store: ListedStore;
	readonly scan: Pick<ClaimScan, 'withSupportEnding'>;
	readonly checks: Pick<ClaimChecks, 'read'>;
	readonly choices: Pick<ReminderChoices, 'read'>;
	readonly budget: Pick<NewChannelBudget, 'perDay' | 'left' | 'isFirstLog'>;
	readonly notices: Pick<Notices, 'notify'>;
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Clock;
}

/**
 * Finds the support that ends in 14 or 3 days, and reminds the holders who asked for it. Members whose direct-message
 * channel is open get their notice immediately; the others wait for the day's budget, the soonest end first. Everything
 * can be repeated: after a kill, and by several processes.
 */
export class Reminders {
	readonly #parts: RemindersParts;
	readonly #task: PeriodicTask;

	constructor(parts: RemindersParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		this.#task = new PeriodicTask({ name: 'reminders', everyMs, work: () => this.pass(), logger, clock });
	}

	start(): void {
		this.#task.start();
	}

	async stop(): Promise<void> {
		await this.#task.stop();
	}

	/** Rejects with the store's errors. */
	async pass(): Promise<void> {
		const { clock, clockGuard } = this.#parts;
		// A wrong clock would remind too early, or move the cursor past what is due.
		if (!clockGuard.isTrusted()) return;
		if (await this.#find(clock.now())) await this.#sendWaiting();
	}

	/** Removes waiting ends that have passed. */
	async prune(): Promise<void> {
		const { store, clock } = this.#parts;
		for await (const { key, value } of store.list(waitingPrefix)) {
			if (endIn(key) <= clock.now()) await store.compareAndSet(key, value, undefined);
		}
	}

	/** @returns false if it was stopped before all were found */
	async #find(now: number): Promise<boolean> {
		const { store, scan, clock } = this.#parts;
		const { signal } = this.#task;
		const known = reminderCursorSchema.safeParse(await store.get(cursorKey)).data;
		// A later time is from before the clock was set back: finding an end twice reminds of it once.
		const since = Math.min(known?.until ?? now, now);
		let from = now;
		for (const days of daysAhead) {
			const until = now + days * dayMs;
			let claims: Claim[] = [];
			for await (const claim of scan.withSupportEnding(Math.max(from, since + days * dayMs), until)) {
				claims.push(claim);
				if (claims.length < choicesPerBatch) continue;
				await this.#found(claims, days);
				claims = [];
				await clock.delay(pauseMs, signal);
				if (signal.aborted) return false;
			}
			await this.#found(claims, days);
			// If both are due after a longer stop, only the later one is sent.
			from = until;
		}
		// Saved last, so that a kill in between finds them twice rather than never.
		const next = { v: 1, until: now };
		await update(store, cursorKey, () => ({ next, result: undefined }));
		return true;
	}

	async #found(claims: readonly Claim[], days: (typeof daysAhead)[number]): Promise<void> {
		const { store, choices, budget } = this.#parts;
		const counting = claims.filter(({ status, givenIn }) => status === 'active' && givenIn === undefined);
		await Promise.all(
			counting.map(async ({ holderId: userId, hash, item, guildIds, supportedUntil }) => {
				const end = knownEnd(supportedUntil);
				const choice = await choices.read(userId);
				if (choice === undefined || end === undefined) return;
				const due = { hash, item, end, days };
				if (choice.hasChannel && (await this.#notify({ userId, guildIds }, choice, due))) return;
				if (budget.perDay === 0) return;
				// The 14 days may still be waiting.
				await update(store, waitingKey(end, hash), () => ({ next: { v: 1, days }, result: undefined }));
			}),
		);
	}

	async #sendWaiting(): Promise<void> {
		const { store, checks, budget } = this.#parts;
		const today = await budget.left();
		let left = Math.min(today, Math.ceil(budget.perDay / passesForBudget));
		const later = today - left;
		if (left === 0) return;
		const waiting: { readonly key: string; readonly value?: unknown }[] = [];
		for await (const pair of store.list(waitingPrefix)) waiting.push(pair);
		// Not every back end lists in order.
		waiting.sort((one, other) => (one.key < other.key ? -1 : 1));
		for (const [index, { key, value }] of waiting.entries()) {
			if (left <= 0) {
				if (later === 0) await this.#logUsedUp(waiting.length - index);
				return;
			}
			const row = waitingSchema.safeParse(value).data;
			const end = endIn(key);
			const purchase = await checks.read(hashIn(key));
			if (row !== undefined && purchase?.supportedUntil === end) {
				const { channels, isOwn } = await this.#remind(purchase, end, row.days);
				left -= channels;
				if (!isOwn) continue;
			}
			await store.compareAndSet(key, value, undefined);
		}
	}

	/** @returns how many new channels that takes; `isOwn`: false if another process has to remind a holder */
	async #remind(
		{ hash, item, holders }: HeldPurchase,
		end: number,
		days: (typeof daysAhead)[number],
	): Promise<{ readonly channels: number; readonly isOwn: boolean }> {
		let channels = 0;
		let isOwn = true;
		for (const holder of holders) {
			const choice = await this.#parts.choices.read(holder.userId);
			if (choice === undefined) continue;
			if (!(await this.#notify(holder, choice, { hash, item, end, days }))) isOwn = false;
			else if (!choice.hasChannel) channels += 1;
		}
		return { channels, isOwn };
	}

	/** @returns false if this process serves no server in which it counts */
	async #notify(
		{ userId, guildIds }: HeldPurchase['holders'][number],
		{ guildId: asked, language }: ReminderChoice,
		{ item, ...due }: Pick<ReminderNotice, 'hash' | 'end' | 'days'> & Pick<HeldPurchase, 'item'>,
	): Promise<boolean> {
		const { notices, served } = this.#parts;
		const ordered = guildIds.includes(asked) ? [asked, ...guildIds] : guildIds;
		const guildId = ordered.find((id) => served.serves(id));
		if (guildId === undefined) return false;
		const purchase = shownPurchase(item.name);
		const notice: ReminderNotice = { kind: 'reminder', purchase, itemId: item.id, language, ...due };
		await notices.notify(userId, guildId, notice, reminderId(due));
		return true;
	}

	async #logUsedUp(waiting: number): Promise<void> {
		const { budget, logger } = this.#parts;
		if (!(await budget.isFirstLog())) return;
		logger.info(
			{ perDay: budget.perDay, waiting },
			'The day’s budget of new direct-message channels is used up',
		);
	}
}

function waitingKey(end: number, hash: string): string {
	return `${waitingPrefix}${String(end).padStart(13, '0')}:${hash}`;
}

function endIn(key: string): number {
	return Number(key.split(':')[1]);
}

function hashIn(key: string): string {
	return key.split(':')[2] ?? '';
}
