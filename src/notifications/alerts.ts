import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import { type ListedStore, update } from '../storage/update.js';
import { type Alert, alertSchema, subjectOf } from './alert.js';

export interface PostedMessage {
	readonly channelId: string;
	readonly messageId: string;
}

/** Shows alerts. Methods never reject. */
export interface AlertBoard {
	/** Undefined if no one could be reached now. */
	post(guildId: string | undefined, alert: Alert): Promise<PostedMessage | undefined>;
	/** `solvedAt`: milliseconds since the epoch; undefined while it lasts. */
	change(
		message: PostedMessage,
		guildId: string | undefined,
		alert: Alert,
		solvedAt: number | undefined,
	): Promise<void>;
	/** Posts a separate line when it is solved, because an edit notifies no one. */
	announceSolved(alert: Alert, solvedAt: number): Promise<void>;
}

export interface AlertsDependencies {
	readonly store: ListedStore;
	readonly clock: Pick<Clock, 'now'>;
	readonly logger: Pick<Logger, 'error'>;
}

/** An alert that is active, or whose end isn't shown yet, stored under `alert:`, the server's id or `operator`, and the subject. */
export const alertRowSchema = z.strictObject({
	v: z.literal(1),
	alert: alertSchema,
	/** All times are milliseconds since the epoch. */
	raisedAt: timestamp,
	/** Since when a process has been posting it. */
	postingSince: optionalNumber(timestamp),
	message: z.strictObject({ channelId: z.string(), messageId: z.string() }).optional(),
	changedAt: optionalNumber(timestamp),
	/** The message still shows it as active. */
	solvedAt: optionalNumber(timestamp),
});
type Row = z.infer<typeof alertRowSchema>;

const prefix = 'alert:';
/** After this time the process that was posting is presumed dead. */
const postingMs = 5 * 60_000;
/** A growing alert is updated at most this often. */
const changeEveryMs = 30_000;

/** Alerts that every start detects again before Discord is ready: one that it doesn't detect is solved. */
const foundAtStart: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['clock-off', 'empty-store']);

/** Alerts that are detected again sooner or later if they last. Nothing reports their end. */
const foundLater: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['damaged', 'answered-elsewhere']);

/** Alerts without a solution: deleted once posted. After a kill in between they are posted again. */
const postedOnce: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['restored']);

/** Alerts solved by their own button: the member who presses it sees the edit. */
const solvedInPlace: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['unserved']);

/**
 * Problems that people have to solve: reported once when they begin, in one message that is edited as they grow, and
 * once more when they are solved, across restarts and processes.
 */
export class Alerts {
	readonly #dependencies: AlertsDependencies;
	/** The keys of all active alerts. */
	readonly #lasting = new Set<string>();
	/** Serializes the changes of each alert. */
	readonly #last = new Map<string, Promise<unknown>>();
	/** Undefined until Discord can be reached. */
	#board: AlertBoard | undefined;

	constructor(dependencies: AlertsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Shows alerts from now on, and what was raised and solved before. Never rejects. */
	async start(board: AlertBoard): Promise<void> {
		this.#board = board;
		const { store } = this.#dependencies;
		try {
			for await (const { key, value } of store.list(prefix)) {
				const row = alertRowSchema.safeParse(value).data;
				if (row === undefined) continue;
				const isFound = this.#lasting.has(key);
				if (row.solvedAt !== undefined && !isFound) await this.#queued(key, () => this.#end(key));
				else if (foundAtStart.has(row.alert.kind) && !isFound)
					await this.#queued(key, () => this.#solve(key));
				else if (foundLater.has(row.alert.kind) && !isFound)
					await update(store, key, () => ({ next: undefined, result: undefined }));
				else {
					this.#lasting.add(key);
					await this.#queued(key, () => this.#show(key, false));
				}
			}
		} catch (error) {
			this.#failed(error);
		}
	}

	/**
	 * Raises an alert in a server, or for operators if no guild is given. Never rejects.
	 * @returns true if it has reached a person, now or before
	 */
	async raise(guildId: string | undefined, alert: Alert): Promise<boolean> {
		const key = keyOf(guildId, subjectOf(alert));
		this.#lasting.add(key);
		return (await this.#queued(key, () => this.#raise(key, alert))) ?? false;
	}

	/**
	 * Solves an alert, whichever process has raised it. Resolves when that has been posted, soon if there is none. Before
	 * the start it is only noted. Never rejects.
	 */
	async solve(guildId: string | undefined, subject: string): Promise<void> {
		const key = keyOf(guildId, subject);
		const isKnown = this.#lasting.delete(key);
		await this.#queued(key, async () => {
			if (isKnown || (await this.#isStored(key))) await this.#solve(key);
		});
	}

	/** True if an alert whose subject begins like this is active in the server, or for operators if no guild is given. */
	isLastingIn(guildId: string | undefined, subject: string): boolean {
		const start = keyOf(guildId, subject);
		return [...this.#lasting].some((key) => key.startsWith(start));
	}

	async #isStored(key: string): Promise<boolean> {
		return await this.#dependencies.store.get(key).then(
			(row) => row !== undefined,
			// The store logs its own outages.
			() => false,
		);
	}

	#failed(error: unknown): void {
		this.#dependencies.logger.error({ err: error }, 'An alert could not be stored');
	}

	async #queued<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
		const mine = (this.#last.get(key) ?? Promise.resolve()).then(work).catch((error: unknown) => {
			this.#failed(error);
			return undefined;
		});
		this.#last.set(key, mine);
		const result = await mine;
		if (this.#last.get(key) === mine) this.#last.delete(key);
		return result;
	}

	async #raise(key: string, alert: Alert): Promise<boolean> {
		const { store, clock } = this.#dependencies;
		const found = await update<'known' | 'news' | 'ending'>(store, key, (stored) => {
			const known = alertRowSchema.safeParse(stored).data;
			// It has returned before the message showed its end, and gets a new message.
			if (known?.solvedAt !== undefined && known.message !== undefined && this.#board !== undefined)
				return { result: 'ending' };
			const { solvedAt, ...row } = known ?? { v: 1, raisedAt: clock.now() };
			const isKnown = isDeepStrictEqual(known?.alert, alert);
			if (isKnown && solvedAt === undefined) return { result: 'known' };
			return { next: { ...row, alert } satisfies Row, result: isKnown ? 'known' : 'news' };
		});
		if (found !== 'ending') return await this.#show(key, found === 'news');
		await this.#end(key);
		return await this.#raise(key, alert);
	}

	/**
	 * Posts the alert's message, or edits it if there is news.
	 * @returns true if there is a message
	 */
	async #show(key: string, isNews: boolean): Promise<boolean> {
		const board = this.#board;
		if (board === undefined) return false;
		const { store, clock } = this.#dependencies;
		const guildId = guildIn(key);
		const { row, isTurn } = await update(store, key, (stored) => {
			const row = alertRowSchema.safeParse(stored).data;
			const at = clock.now();
			if (row?.message !== undefined) {
				if (!isNews || within(row.changedAt, at, changeEveryMs)) return { result: { row, isTurn: false } };
				return { next: { ...row, changedAt: at }, result: { row, isTurn: true } };
			}
			// Another process is about to post it.
			if (row === undefined || within(row.postingSince, at, postingMs))
				return { result: { row, isTurn: false } };
			return { next: { ...row, postingSince: at }, result: { row, isTurn: true } };
		});
		if (row === undefined || !isTurn) return row?.message !== undefined;
		if (row.message !== undefined) {
			await board.change(row.message, guildId, row.alert, undefined);
			return true;
		}
		const message = await board.post(guildId, row.alert);
		const isSolved = await update(store, key, (stored) => {
			const known = alertRowSchema.safeParse(stored).data;
			if (known === undefined) return { result: false };
			if (message !== undefined && postedOnce.has(known.alert.kind)) {
				this.#lasting.delete(key);
				return { next: undefined, result: false };
			}
			const { postingSince: _, ...rest } = known;
			const next = { ...rest, ...(message && { message, changedAt: clock.now() }) };
			return { next, result: known.solvedAt !== undefined };
		});
		if (isSolved) await this.#end(key);
		return message !== undefined;
	}

	async #solve(key: string): Promise<void> {
		const { store, clock } = this.#dependencies;
		await update(store, key, (stored) => {
			const row = alertRowSchema.safeParse(stored).data;
			const isShown = row?.message !== undefined || within(row?.postingSince, clock.now(), postingMs);
			if (row === undefined || !isShown) return { next: undefined, result: undefined };
			return { next: { solvedAt: clock.now(), ...row }, result: undefined };
		});
		await this.#end(key);
	}

	/** Shows the end of a solved alert, then deletes its row: after a kill in between, the next start shows it again. */
	async #end(key: string): Promise<void> {
		const board = this.#board;
		if (board === undefined) return;
		const { store, clock } = this.#dependencies;
		const guildId = guildIn(key);
		const row = alertRowSchema.safeParse(await store.get(key)).data;
		if (row?.solvedAt === undefined) return;
		// The process that is posting it shows its end.
		if (row.message === undefined && within(row.postingSince, clock.now(), postingMs)) return;
		if (row.message !== undefined) await board.change(row.message, guildId, row.alert, row.solvedAt);
		const isMine = await update(store, key, (stored) =>
			isDeepStrictEqual(alertRowSchema.safeParse(stored).data, row)
				? { next: undefined, result: true }
				: { result: false },
		);
		if (!isMine || row.message === undefined) return;
		if (guildId !== undefined || solvedInPlace.has(row.alert.kind)) return;
		await board.announceSolved(row.alert, row.solvedAt);
	}
}

function within(at: number | undefined, now: number, ms: number): boolean {
	return at !== undefined && isRecent(at, now, ms);
}

const operator = 'operator';

function keyOf(guildId: string | undefined, subject: string): string {
	return `${prefix}${guildId ?? operator}:${subject}`;
}

function guildIn(key: string): string | undefined {
	const place = key.slice(prefix.length).split(':', 1)[0];
	return place === operator ? undefined : place;
}
