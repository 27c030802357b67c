import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { type ListedStore, update } from '../storage/update.js';
import { type Notice, type NoticeRow, noticePrefix, noticeRowSchema } from './notice.js';
import type { ReminderGate } from './reminder-gate.js';

interface SentNotice {
	readonly kind: 'sent';
	readonly channelId: string;
	readonly messageId: string;
}

/** Sends notices. Rejects with Discord's errors if the outcome is unknown. */
export interface NoticeBoard {
	/** Looks for a message that an earlier request may have sent after that time, if its response was lost. */
	find(
		addressed: AddressedNotice,
		since: number,
	): Promise<SentNotice | { readonly kind: 'too-fast' } | undefined>;
	/**
	 * Sends the notice as plain content, which phones push.
	 * @param nonce at most 25 characters
	 * @returns `closed` if the member can't be messaged, `too-fast` if Discord currently lets the bot message no new
	 * users
	 */
	send(
		addressed: AddressedNotice,
		nonce: string,
	): Promise<SentNotice | { readonly kind: 'closed' } | { readonly kind: 'too-fast' }>;
	/** Converts the content into components. Resolves even if the message was deleted. */
	dress(addressed: AddressedNotice, channelId: string, messageId: string): Promise<void>;
}

/** A notice and its recipient. */
export interface AddressedNotice {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: Notice;
}

export interface NoticesParts {
	readonly store: ListedStore;
	readonly board: NoticeBoard;
	/** Nothing is sent about a server that this process does not serve. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	/** Decides about reminders just before they are sent. */
	readonly reminders: Pick<ReminderGate, 'admit' | 'sent' | 'closed' | 'tooFast'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

const minute = 60_000;
/** A request that takes longer belongs to a dead process. */
const callMs = 5_000;
const againMs = minute;
/** How long no direct message is sent after Discord called it too fast; doubled each time it does so again. */
const pauseMs = { first: minute, max: 60 * minute };
const keptMs = 30 * 24 * 60 * minute;

/**
 * Delivers notices that members have not asked for, by direct message: stored first, so that a kill loses none, and
 * never delivered twice. A member who accepts no direct messages sees them above their next answer.
 */
export class Notices {
	readonly #parts: NoticesParts;
	/** Sends what is waiting, at the start and then once a minute. */
	readonly #task: PeriodicTask;
	/** Keys of the notices that wait for a member's next answer, by the member's id, as far as this process knows. */
	readonly #closed = new Map<string, Set<string>>();
	readonly #working = new Set<string>();
	readonly #inFlight = new Set<Promise<void>>();
	/** Reminders go one after the other: Discord's refusal of one holds back the rest. */
	#lastReminder: Promise<void> = Promise.resolve();
	/** The last pause for messaging too fast, in ms; 0 once everything waiting could be sent. */
	#pauseMs = 0;
	#pausedUntil = 0;

	constructor(parts: NoticesParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		this.#task = new PeriodicTask({
			name: 'notices',
			everyMs: againMs,
			work: () => this.#pass(),
			logger,
			clock,
		});
	}

	/**
	 * Stores a notice, and sends it in the background. `id`: word characters and hyphens, at most 80; a member gets a
	 * notice with the same id once. Rejects with the store's errors.
	 */
	async notify(userId: string, guildId: string, notice: Notice, id: string): Promise<void> {
		const { store, clock } = this.#parts;
		const key = `${noticePrefix}${userId}:${id}`;
		const row: NoticeRow = { v: 1, at: clock.now(), userId, guildId, state: 'waiting', notice };
		await store.compareAndSet(key, undefined, row);
		// After a pause the loop sends them one by one.
		if (this.#task.isStarted && this.#pauseMs === 0) this.#begin(key);
	}

	/**
	 * Shows a notice above the member's next answer, without a direct message. One with the same id is replaced.
	 * Rejects with the store's errors.
	 */
	async keepForAnswer(userId: string, guildId: string, notice: Notice, id: string): Promise<void> {
		const { store, clock } = this.#parts;
		const key = `${noticePrefix}${userId}:${id}`;
		const next: NoticeRow = { v: 1, at: clock.now(), userId, guildId, state: 'closed', notice };
		await update(store, key, () => ({ next, result: undefined }));
		this.#noteClosed(userId, key);
	}

	/** True if the member accepted no direct message, and has not seen it above an answer either. */
	async isClosed(userId: string, id: string): Promise<boolean> {
		return (await this.#read(`${noticePrefix}${userId}:${id}`))?.state === 'closed';
	}

	start(): void {
		this.#task.start();
	}

	/** Finishes the requests in flight. */
	async stop(): Promise<void> {
		await this.#task.stop();
		await Promise.allSettled(this.#inFlight);
	}

	/** True if a notice is waiting to be shown above the member's next answer. From memory. */
	hasFor(userId: string): boolean {
		return this.#closed.has(userId);
	}

	/** Takes the notices for the member's next answer: they count as delivered. Never rejects. */
	async takeFor(userId: string): Promise<readonly AddressedNotice[]> {
		const keys = this.#closed.get(userId) ?? [];
		this.#closed.delete(userId);
		const addressed: AddressedNotice[] = [];
		for (const key of keys) {
			try {
				const row = await this.#read(key);
				if (row?.state !== 'closed' || row.notice === undefined) continue;
				if (await this.#write(key, row, done(row))) {
					addressed.push({ userId, guildId: row.guildId, notice: row.notice });
				}
			} catch (error) {
				this.#parts.logger.warn({ err: error, userId }, 'A notice could not be shown');
				this.#noteClosed(userId, key);
			}
		}
		return addressed;
	}

	/**
	 * Every stored notice for the member, oldest first, always complete: their keys begin with the member's id. `what`:
	 * `done` if only the delivery is recorded.
	 */
	async of(userId: string): Promise<{
		readonly rows: readonly { readonly at: number; readonly guildId: string; readonly what: string }[];
		readonly isComplete: true;
	}> {
		const rows: { at: number; guildId: string; what: string }[] = [];
		for await (const { value } of this.#parts.store.list(`${noticePrefix}${userId}:`)) {
			const row = noticeRowSchema.safeParse(value).data;
			if (row === undefined) continue;
			rows.push({ at: row.at, guildId: row.guildId, what: row.notice?.kind ?? 'done' });
		}
		return { rows: rows.toSorted((a, b) => a.at - b.at), isComplete: true };
	}

	/** Deletes every notice for the member, and those to others that name them. */
	async forget(userId: string): Promise<void> {
		this.#closed.delete(userId);
		await this.#remove(`${noticePrefix}${userId}:`, () => true);
		await this.#remove(noticePrefix, (row) => row?.notice?.kind === 'seat' && row.notice.by === userId);
	}

	async prune(): Promise<void> {
		const at = this.#parts.clock.now();
		await this.#remove(noticePrefix, (row) => row === undefined || row.at <= at - keptMs);
	}

	/** Sends what is waiting: concurrently, or one by one while Discord may still find that too fast. */
	async #pass(): Promise<void> {
		const { store } = this.#parts;
		for await (const { key, value } of store.list(noticePrefix)) {
			const row = noticeRowSchema.safeParse(value).data;
			if (row?.state === 'closed') this.#noteClosed(row.userId, key);
			else if (row !== undefined && row.state !== 'done') {
				this.#begin(key);
				if (this.#pauseMs > 0) await Promise.all(this.#inFlight);
			}
		}
		if (!this.#isPaused()) this.#pauseMs = 0;
	}

	#begin(key: string): void {
		if (this.#working.has(key) || this.#task.signal.aborted) return;
		if (this.#isPaused()) return;
		this.#working.add(key);
		const turn = key.includes(':reminder-') ? this.#lastReminder : Promise.resolve();
		const work = turn
			.then(() => this.#work(key))
			.catch((error) => this.#parts.logger.warn({ err: error }, 'A notice could not be delivered yet'))
			.finally(() => {
				this.#working.delete(key);
				this.#inFlight.delete(work);
			});
		this.#inFlight.add(work);
		if (key.includes(':reminder-')) this.#lastReminder = work;
	}

	async #work(key: string): Promise<void> {
		const { board, served, reminders, clock } = this.#parts;
		if (this.#task.signal.aborted) return;
		let row = await this.#read(key);
		if (row?.notice === undefined || row.state === 'done' || !served.serves(row.guildId)) return;
		const addressed: AddressedNotice = { userId: row.userId, guildId: row.guildId, notice: row.notice };
		if (row.state === 'waiting' || row.state === 'sending') {
			// Another process may be working on it. A time in the future was written before a clock was set back.
			const age = Math.abs(clock.now() - row.at);
			if (row.state === 'sending' && age < callMs) {
				await this.#parts.clock.delay(callMs - age, this.#task.signal);
				const later = await this.#read(key);
				if (later === undefined || later.state !== 'sending' || later.at !== row.at) return;
			}
			const { notice } = addressed;
			const isReminder = notice.kind === 'reminder';
			if (isReminder) {
				const admission = await reminders.admit({ ...addressed, notice, id: idIn(key) });
				if (admission === 'drop') await this.#write(key, row, done(row));
				if (admission !== 'send') return;
			}
			// Before the row records another request: if the search fails now, the next one has to go back as far.
			const earlier = row.state === 'sending' ? await board.find(addressed, row.at) : undefined;
			if (earlier?.kind === 'too-fast') {
				await this.#tooFast();
				return;
			}
			if (this.#task.signal.aborted) return;
			// An existing message keeps its time: if this write fails, the next search has to find it too.
			const sending: NoticeRow = earlier ? row : { ...row, at: clock.now(), state: 'sending' };
			if (sending !== row && !(await this.#write(key, row, sending))) return;
			const outcome = earlier ?? (await board.send(addressed, nonceOf(key)));
			if (outcome.kind === 'closed') {
				if (await this.#write(key, sending, { ...sending, state: 'closed' })) {
					this.#noteClosed(addressed.userId, key);
				}
				if (isReminder) await reminders.closed(addressed.userId);
				return;
			}
			if (outcome.kind === 'too-fast') {
				await this.#tooFast();
				// Restored: nothing was sent, and its age relative to other waiting notices stays.
				await this.#write(key, sending, { ...sending, at: row.at, state: 'waiting' });
				return;
			}
			const { channelId, messageId } = outcome;
			const sent: NoticeRow = { ...sending, state: 'sent', channelId, messageId };
			if (!(await this.#write(key, sending, sent))) return;
			if (isReminder) await reminders.sent(addressed.userId);
			row = sent;
		}
		if (row.state !== 'sent' || row.channelId === undefined || row.messageId === undefined) return;
		await board.dress(addressed, row.channelId, row.messageId);
		await this.#write(key, row, done(row));
	}

	#isPaused(): boolean {
		const left = this.#pausedUntil - this.#parts.clock.now();
		// A longer pause comes from a clock that was set back.
		return left > 0 && left <= pauseMs.max;
	}

	async #tooFast(): Promise<void> {
		// Stored first: reminders stay paused over a kill.
		await this.#parts.reminders.tooFast();
		// Messages that were sent together are rejected together.
		if (this.#isPaused()) return;
		this.#pauseMs = Math.min(Math.max(pauseMs.first, 2 * this.#pauseMs), pauseMs.max);
		this.#pausedUntil = this.#parts.clock.now() + this.#pauseMs;
		this.#parts.logger.warn(
			{ pauseMs: this.#pauseMs },
			'Discord lets the bot message no one new for now: direct messages wait',
		);
	}

	#noteClosed(userId: string, key: string): void {
		this.#closed.set(userId, (this.#closed.get(userId) ?? new Set()).add(key));
	}

	async #read(key: string): Promise<NoticeRow | undefined> {
		return noticeRowSchema.safeParse(await this.#parts.store.get(key)).data;
	}

	async #write(key: string, expected: NoticeRow, next: NoticeRow): Promise<boolean> {
		const { store } = this.#parts;
		const current = await store.get(key);
		const row = noticeRowSchema.safeParse(current).data;
		if (row === undefined || row.state !== expected.state || row.at !== expected.at) return false;
		return await store.compareAndSet(key, current, next);
	}

	async #remove(prefix: string, isMeant: (row: NoticeRow | undefined) => boolean): Promise<void> {
		for await (const { key, value } of this.#parts.store.list(prefix)) {
			if (value === undefined || !isMeant(noticeRowSchema.safeParse(value).data)) continue;
			await this.#parts.store.compareAndSet(key, value, undefined);
		}
	}
}

/** The record of a delivered notice, without its content. */
function done({ v, at, userId, guildId }: NoticeRow): NoticeRow {
	return { v, at, userId, guildId, state: 'done' };
}

function idIn(key: string): string {
	return key.slice(key.lastIndexOf(':') + 1);
}

/** Equal for every attempt, so that Discord shows the message once even if two arrive. */
function nonceOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 24);
}
