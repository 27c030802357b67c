import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ListedStore } from '../storage/update.js';
import { type Notice, type NoticeRow, noticePrefix, noticeRowSchema } from './notice.js';

/** A message that is there. */
interface SentNotice {
	readonly kind: 'sent';
	readonly channelId: string;
	readonly messageId: string;
}

/** Where notices are sent. Rejects with Discord's errors where nothing is known of the outcome. */
export interface NoticeBoard {
	/** Looks for a message that an earlier call may have sent after then, its answer lost. */
	find(told: Told, since: number): Promise<SentNotice | { readonly kind: 'too-fast' } | undefined>;
	/**
	 * Sends the notice as plain content, which phones push.
	 * @param nonce at most 25 characters
	 * @returns `closed` if the member can't be messaged, `too-fast` if Discord lets the bot message nobody new for now
	 */
	send(
		told: Told,
		nonce: string,
	): Promise<SentNotice | { readonly kind: 'closed' } | { readonly kind: 'too-fast' }>;
	/** Turns the content into components. Resolves where the message is gone. */
	dress(told: Told, channelId: string, messageId: string): Promise<void>;
}

/** A notice and for whom it is. */
export interface Told {
	readonly userId: string;
	/** The server that it is about. */
	readonly guildId: string;
	readonly notice: Notice;
}

export interface NoticesParts {
	readonly store: ListedStore;
	readonly board: NoticeBoard;
	/** Nothing is sent about a server that this process does not serve. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Clock;
}

const minute = 60_000;
/** A call that has not ended by then belongs to a process that has died. */
const callMs = 5_000;
const againMs = minute;
/** How long no direct message is sent after Discord called it too fast: doubled each time it does so again. */
const pauseMs = { first: minute, max: 60 * minute };
/** Nobody wants to hear of it later. */
const keptMs = 30 * 24 * 60 * minute;

/**
 * Tells people what they have not asked for, by direct message: noted in the store first, so that a kill loses none,
 * and never told twice. Who takes no direct messages sees it above their next answer.
 */
export class Notices {
	readonly #parts: NoticesParts;
	readonly #stopping = new AbortController();
	/** Members with a notice that waits for their next answer, as far as this process knows: by their id, the keys. */
	readonly #closed = new Map<string, Set<string>>();
	readonly #working = new Set<string>();
	readonly #underWay = new Set<Promise<void>>();
	/** The last pause for messaging too fast, in ms; 0 once all that waited could be sent since. */
	#pauseMs = 0;
	#pausedUntil = 0;
	#isStarted = false;
	#loop: Promise<void> = Promise.resolve();

	constructor(parts: NoticesParts) {
		this.#parts = parts;
	}

	/**
	 * Notes a notice, and sends it in the background. `id`: of word characters and hyphens, at most 80; a notice of the
	 * same id is told the same member once. Rejects with the store's errors.
	 */
	async tell(userId: string, guildId: string, notice: Notice, id: string): Promise<void> {
		const { store, clock } = this.#parts;
		const key = `${noticePrefix}${userId}:${id}`;
		const row: NoticeRow = { v: 1, at: clock.now(), userId, guildId, state: 'waiting', notice };
		await store.compareAndSet(key, undefined, row);
		// After a pause the loop sends one after the other.
		if (this.#isStarted && this.#pauseMs === 0) this.#begin(key);
	}

	/** Whether the member took no direct message, and has not seen it above an answer either. */
	async isClosed(userId: string, id: string): Promise<boolean> {
		return (await this.#read(`${noticePrefix}${userId}:${id}`))?.state === 'closed';
	}

	/** Sends what waits, at the start and then once a minute. */
	start(): void {
		this.#isStarted = true;
		this.#loop = this.#run();
	}

	/** Ends what is under way. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#loop;
		await Promise.allSettled(this.#underWay);
	}

	/** Whether something waits to be shown above the member's next answer. From memory. */
	hasFor(userId: string): boolean {
		return this.#closed.has(userId);
	}

	/** Takes what waits for the member's next answer: from now on it counts as told. Never rejects. */
	async takeFor(userId: string): Promise<readonly Told[]> {
		const keys = this.#closed.get(userId) ?? [];
		this.#closed.delete(userId);
		const told: Told[] = [];
		for (const key of keys) {
			try {
				const row = await this.#read(key);
				if (row?.state !== 'closed' || row.notice === undefined) continue;
				if (await this.#write(key, row, done(row))) {
					told.push({ userId, guildId: row.guildId, notice: row.notice });
				}
			} catch (error) {
				this.#parts.logger.warn({ err: error, userId }, 'A notice could not be shown');
				this.#noteClosed(userId, key);
			}
		}
		return told;
	}

	/**
	 * Every notice for the member that is kept, oldest first, and always all of them: their keys begin with the
	 * member's id. `what`: `done` where only that it was told is kept.
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

	/** Drops every notice for the member. */
	async forget(userId: string): Promise<void> {
		this.#closed.delete(userId);
		await this.#remove(`${noticePrefix}${userId}:`, () => true);
	}

	/** Removes what nobody waits for any more. */
	async prune(): Promise<void> {
		const at = this.#parts.clock.now();
		await this.#remove(noticePrefix, (row) => row === undefined || row.at <= at - keptMs);
	}

	async #run(): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			try {
				await this.#pass();
			} catch (error) {
				this.#parts.logger.warn({ err: error }, 'The notices could not be gone through');
			}
			await this.#parts.clock.delay(againMs, this.#stopping.signal);
		}
	}

	/** Sends what waits: all together, or one after the other while Discord may still find that too fast. */
	async #pass(): Promise<void> {
		const { store } = this.#parts;
		for await (const { key, value } of store.list(noticePrefix)) {
			const row = noticeRowSchema.safeParse(value).data;
			if (row?.state === 'closed') this.#noteClosed(row.userId, key);
			else if (row !== undefined && row.state !== 'done') {
				this.#begin(key);
				if (this.#pauseMs > 0) await Promise.all(this.#underWay);
			}
		}
		if (!this.#isPaused()) this.#pauseMs = 0;
	}

	#begin(key: string): void {
		if (this.#working.has(key) || this.#stopping.signal.aborted) return;
		if (this.#isPaused()) return;
		this.#working.add(key);
		const work = this.#work(key)
			.catch((error) => this.#parts.logger.warn({ err: error }, 'A notice could not be told yet'))
			.finally(() => {
				this.#working.delete(key);
				this.#underWay.delete(work);
			});
		this.#underWay.add(work);
	}

	async #work(key: string): Promise<void> {
		const { board, served, clock } = this.#parts;
		let row = await this.#read(key);
		if (row?.notice === undefined || row.state === 'done' || !served.serves(row.guildId)) return;
		const told: Told = { userId: row.userId, guildId: row.guildId, notice: row.notice };
		if (row.state === 'waiting' || row.state === 'sending') {
			// Another process may be at it. A time in the future was written before a clock was set back.
			const age = Math.abs(clock.now() - row.at);
			if (row.state === 'sending' && age < callMs) {
				await this.#parts.clock.delay(callMs - age, this.#stopping.signal);
				const later = await this.#read(key);
				if (later === undefined || later.state !== 'sending' || later.at !== row.at) return;
			}
			// Before the row says that another call begins: where nobody can look now, the next look goes back as far.
			const earlier = row.state === 'sending' ? await board.find(told, row.at) : undefined;
			if (earlier?.kind === 'too-fast') {
				this.#pause();
				return;
			}
			if (this.#stopping.signal.aborted) return;
			// What is there already keeps its time: where noting it fails, the next look has to find it, too.
			const sending: NoticeRow = earlier ? row : { ...row, at: clock.now(), state: 'sending' };
			if (sending !== row && !(await this.#write(key, row, sending))) return;
			const outcome = earlier ?? (await board.send(told, nonceOf(key)));
			if (outcome.kind === 'closed') {
				if (await this.#write(key, sending, { ...sending, state: 'closed' })) {
					this.#noteClosed(told.userId, key);
				}
				return;
			}
			if (outcome.kind === 'too-fast') {
				this.#pause();
				// As it was: nothing was sent, and it gets no older than others that wait.
				await this.#write(key, sending, { ...sending, at: row.at, state: 'waiting' });
				return;
			}
			const { channelId, messageId } = outcome;
			const sent: NoticeRow = { ...sending, state: 'sent', channelId, messageId };
			if (!(await this.#write(key, sending, sent))) return;
			row = sent;
		}
		if (row.state !== 'sent' || row.channelId === undefined || row.messageId === undefined) return;
		await board.dress(told, row.channelId, row.messageId);
		await this.#write(key, row, done(row));
	}

	#isPaused(): boolean {
		const left = this.#pausedUntil - this.#parts.clock.now();
		// A longer one is due to a clock that was set back.
		return left > 0 && left <= pauseMs.max;
	}

	#pause(): void {
		// Messages that were sent together are refused together.
		if (this.#isPaused()) return;
		this.#pauseMs = Math.min(Math.max(pauseMs.first, 2 * this.#pauseMs), pauseMs.max);
		this.#pausedUntil = this.#parts.clock.now() + this.#pauseMs;
		this.#parts.logger.warn(
			{ pauseMs: this.#pauseMs },
			'Discord lets the bot message nobody new for now: direct messages wait',
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

/** What is left of a notice that was told: nothing of what it said. */
function done({ v, at, userId, guildId }: NoticeRow): NoticeRow {
	return { v, at, userId, guildId, state: 'done' };
}

/** The same for every attempt, so that Discord shows it once even if two of them arrive. */
function nonceOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 24);
}
