import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { nonceOf } from '../base/nonce.js';
import { type BackgroundTask, PeriodicTask } from '../base/time/periodic-task.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ListedStore, Transaction } from '../storage/store.js';
import { Table } from '../storage/table.js';
import { type AddressedNotice, type Notice, type NoticeBoard, type NoticeRow, noticeKind } from './notice.js';

export interface NoticesParts {
	readonly store: ListedStore;
	readonly board: NoticeBoard;
	/** Nothing is sent about a server that this process does not serve. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

const minute = 60_000;
/** A request that takes longer belongs to a dead process. */
const callMs = 5_000;
const againMs = minute;
/** How long no direct message is sent after Discord called it too fast; doubled each time it does so again. */
const pauseMs = { first: minute, max: 60 * minute };

/**
 * Delivers notices that members have not asked for, by direct message: stored first, so that a kill loses none, and
 * never delivered twice. A member who accepts no direct messages sees them above their next answer.
 */
export class Notices implements BackgroundTask {
	readonly name = 'notices';
	readonly #parts: NoticesParts;
	readonly #rows: Table<NoticeRow>;
	/** Sends what is waiting, at the start and then once a minute. */
	readonly #task: PeriodicTask;
	/** Ids of the notices that wait for a member's next answer, by the member's id, as far as this process knows. */
	readonly #closed = new Map<string, Set<string>>();
	readonly #working = new Set<string>();
	readonly #inFlight = new Set<Promise<void>>();
	/** The last pause for messaging too fast, in ms; 0 once everything waiting could be sent. */
	#pauseMs = 0;
	#pausedUntil = 0;

	constructor(parts: NoticesParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		this.#rows = new Table(noticeKind, parts.store, clock);
		this.#task = new PeriodicTask({
			name: this.name,
			everyMs: againMs,
			work: () => this.#pass(),
			logger,
			clock,
		});
	}

	/**
	 * Stores a notice, and sends it in the background. `name`: word characters and hyphens, at most 80; a member
	 * gets a notice with the same name once. Rejects with the store's errors.
	 */
	async notify(userId: string, guildId: string, notice: Notice, name: string): Promise<void> {
		(await this.#parts.store.transact((tx) => this.addIn(tx, { userId, guildId, notice }, name)))();
	}

	/** As `notify`, in the commit of what causes the notice. Resolves to what sends it after the commit. */
	async addIn(tx: Transaction, addressed: AddressedNotice, name: string): Promise<() => void> {
		const id = rowId(addressed.userId, name);
		const at = this.#parts.clock.now();
		await this.#rows.addIn(tx, id, { v: 1, at, ...addressed, state: 'waiting' });
		return () => {
			// After a pause the loop sends them one by one.
			if (this.#task.isStarted && this.#pauseMs === 0) this.#begin(id);
		};
	}

	/**
	 * Shows a notice above the member's next answer, without a direct message. One with the same name is replaced. It is
	 * put in the commit of what causes it; call the result after that.
	 */
	keepIn(tx: Transaction, addressed: AddressedNotice, name: string): () => void {
		const id = rowId(addressed.userId, name);
		const at = this.#parts.clock.now();
		this.#rows.put(tx, id, { v: 1, at, ...addressed, state: 'closed' });
		return () => this.#noteClosed(addressed.userId, id);
	}

	/** True if the member accepted no direct message, and has not seen it above an answer either. */
	async isClosed(userId: string, name: string): Promise<boolean> {
		return (await this.#rows.get(rowId(userId, name)))?.state === 'closed';
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
		const ids = this.#closed.get(userId) ?? [];
		this.#closed.delete(userId);
		const addressed: AddressedNotice[] = [];
		for (const id of ids) {
			try {
				const row = await this.#rows.get(id);
				if (row?.state !== 'closed' || row.notice === undefined) continue;
				if (await this.#replace(id, row, done(row))) {
					addressed.push({ userId, guildId: row.guildId, notice: row.notice });
				}
			} catch (error) {
				this.#parts.logger.warn({ err: error, userId }, 'A notice could not be shown');
				this.#noteClosed(userId, id);
			}
		}
		return addressed;
	}

	/** Sends what is waiting: concurrently, or one by one while Discord may still find that too fast. */
	async #pass(): Promise<void> {
		for await (const { id, row } of this.#rows.all()) {
			if (row.state === 'closed') this.#noteClosed(row.userId, id);
			else if (row.state !== 'done') {
				this.#begin(id);
				if (this.#pauseMs > 0) await Promise.all(this.#inFlight);
			}
		}
		if (!this.#isPaused()) this.#pauseMs = 0;
	}

	#begin(id: string): void {
		if (this.#working.has(id) || this.#task.signal.aborted) return;
		if (this.#isPaused()) return;
		this.#working.add(id);
		const work = this.#work(id)
			.catch((error) => this.#parts.logger.warn({ err: error }, 'A notice could not be delivered yet'))
			.finally(() => {
				this.#working.delete(id);
				this.#inFlight.delete(work);
			});
		this.#inFlight.add(work);
	}

	async #work(id: string): Promise<void> {
		const { board, served, clock } = this.#parts;
		if (this.#task.signal.aborted) return;
		let row = await this.#rows.get(id);
		if (row?.notice === undefined || row.state === 'done' || !served.serves(row.guildId)) return;
		const addressed: AddressedNotice = { userId: row.userId, guildId: row.guildId, notice: row.notice };
		if (row.state === 'waiting' || row.state === 'sending') {
			// Another process may be working on it. A time in the future was written before a clock was set back.
			const age = Math.abs(clock.now() - row.at);
			if (row.state === 'sending' && age < callMs) {
				await this.#parts.clock.delay(callMs - age, this.#task.signal);
				const later = await this.#rows.get(id);
				if (later === undefined || later.state !== 'sending' || later.at !== row.at) return;
			}
			// Before the row records another request: if the search fails now, the next one has to go back as far.
			const earlier = row.state === 'sending' ? await board.find(addressed, row.at) : undefined;
			if (earlier?.kind === 'too-fast') {
				this.#tooFast();
				return;
			}
			if (this.#task.signal.aborted) return;
			// An existing message keeps its time: if this write fails, the next search has to find it too.
			const sending: NoticeRow = earlier ? row : { ...row, at: clock.now(), state: 'sending' };
			if (sending !== row && !(await this.#replace(id, row, sending))) return;
			const outcome = earlier ?? (await board.send(addressed, nonceOf(noticeKind.prefix + id)));
			if (outcome.kind === 'closed') {
				if (await this.#replace(id, sending, { ...sending, state: 'closed' })) {
					this.#noteClosed(addressed.userId, id);
				}
				return;
			}
			if (outcome.kind === 'too-fast') {
				this.#tooFast();
				// Restored: nothing was sent, and its age relative to other waiting notices stays.
				await this.#replace(id, sending, { ...sending, at: row.at, state: 'waiting' });
				return;
			}
			const { channelId, messageId } = outcome;
			const sent: NoticeRow = { ...sending, state: 'sent', channelId, messageId };
			if (!(await this.#replace(id, sending, sent))) return;
			row = sent;
		}
		if (row.state !== 'sent' || row.channelId === undefined || row.messageId === undefined) return;
		await board.dress(addressed, row.channelId, row.messageId);
		await this.#replace(id, row, done(row));
	}

	/** @returns false if another process has changed it meanwhile */
	async #replace(id: string, expected: NoticeRow, next: NoticeRow): Promise<boolean> {
		const changed = await this.#rows.change(id, (row) =>
			row?.state === expected.state && row.at === expected.at ? next : undefined,
		);
		return changed !== undefined;
	}

	#isPaused(): boolean {
		const left = this.#pausedUntil - this.#parts.clock.now();
		// A longer pause comes from a clock that was set back.
		return left > 0 && left <= pauseMs.max;
	}

	#tooFast(): void {
		// Messages that were sent together are rejected together.
		if (this.#isPaused()) return;
		this.#pauseMs = Math.min(Math.max(pauseMs.first, 2 * this.#pauseMs), pauseMs.max);
		this.#pausedUntil = this.#parts.clock.now() + this.#pauseMs;
		this.#parts.logger.warn(
			{ pauseMs: this.#pauseMs },
			'Discord lets the bot message no one new for now: direct messages wait',
		);
	}

	#noteClosed(userId: string, id: string): void {
		this.#closed.set(userId, (this.#closed.get(userId) ?? new Set()).add(id));
	}
}

/** The record of a delivered notice, without its content. */
function done({ v, at, userId, guildId }: NoticeRow): NoticeRow {
	return { v, at, userId, guildId, state: 'done' };
}

function rowId(userId: string, name: string): string {
	return `${userId}:${name}`;
}
