import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import { type ListedStore, update } from '../storage/update.js';
import { type Alert, alertSchema, subjectOf } from './alert.js';

/** A message of the bot's in a channel. */
export interface PostedMessage {
	readonly channelId: string;
	readonly messageId: string;
}

/** Where alerts are shown. Neither call rejects. */
export interface AlertBoard {
	/** Undefined: nobody could be reached now. */
	post(guildId: string | undefined, alert: Alert): Promise<PostedMessage | undefined>;
	/** `solvedAt`: milliseconds since the epoch; undefined while it lasts. */
	change(
		message: PostedMessage,
		guildId: string | undefined,
		alert: Alert,
		solvedAt: number | undefined,
	): Promise<void>;
	/** Says in a line of its own that it is solved: nobody is notified of an edit. */
	announceSolved(alert: Alert, solvedAt: number): Promise<void>;
}

export interface AlertsDependencies {
	readonly store: ListedStore;
	readonly clock: Pick<Clock, 'now'>;
	readonly logger: Pick<Logger, 'error'>;
}

/** What is kept of an alert while it lasts, under `alert:`, the server's id or `home`, and the subject. */
export const alertRowSchema = z.strictObject({
	v: z.literal(1),
	alert: alertSchema,
	/** Milliseconds since the epoch, as the next ones. */
	raisedAt: timestamp,
	/** Since when a process has been posting it. */
	postingSince: optionalNumber(timestamp),
	message: z.strictObject({ channelId: z.string(), messageId: z.string() }).optional(),
	changedAt: optionalNumber(timestamp),
});
type Row = z.infer<typeof alertRowSchema>;

const prefix = 'alert:';
/** After this time the process that was posting is assumed to have ended. */
const postingMs = 5 * 60_000;
/** An alert that grows is shown anew at most this often. */
const changeEveryMs = 30_000;

/** What every start finds out anew. */
const foundAnew: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>([
	'clock-off',
	'damaged',
	'answered-elsewhere',
	'empty-store',
	'audit-unwritable',
]);

/** News that nobody has to act on: removed once it is posted. After a kill in between it is posted again. */
const postedOnce: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['restored']);

/** Solved by the button below it: whoever presses that sees the edit. */
const solvedInPlace: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['unserved']);

/**
 * What people have to mend: told once when it begins, in one message that is edited as it grows, and once more when
 * it is solved, across restarts and processes.
 */
export class Alerts {
	readonly #dependencies: AlertsDependencies;
	/** The keys of all alerts that are known to last. */
	readonly #lasting = new Set<string>();
	/** One change of an alert at a time. */
	readonly #last = new Map<string, Promise<unknown>>();
	/** Undefined while Discord can't be reached yet. */
	#board: AlertBoard | undefined;

	constructor(dependencies: AlertsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Begins to show, and shows what was raised before. Never rejects. */
	async start(board: AlertBoard): Promise<void> {
		this.#board = board;
		const { store } = this.#dependencies;
		try {
			for await (const { key, value } of store.list(prefix)) {
				const row = alertRowSchema.safeParse(value).data;
				if (row === undefined) continue;
				if (foundAnew.has(row.alert.kind) && !this.#lasting.has(key)) {
					await update(store, key, () => ({ next: undefined, result: undefined }));
					continue;
				}
				this.#lasting.add(key);
				await this.#queued(key, () => this.#show(key, false));
			}
		} catch (error) {
			this.#failed(error);
		}
	}

	/**
	 * Something has to be mended in the server; undefined: at home, by whoever runs the bot. Resolves to whether
	 * anybody has been told, now or before. Never rejects.
	 */
	async raise(guildId: string | undefined, alert: Alert): Promise<boolean> {
		const key = keyOf(guildId, subjectOf(alert));
		this.#lasting.add(key);
		return (await this.#queued(key, () => this.#raise(key, alert))) ?? false;
	}

	/** It is mended. Resolves when that has been told; returns at once where nothing was raised. Never rejects. */
	async solve(guildId: string | undefined, subject: string): Promise<void> {
		const key = keyOf(guildId, subject);
		if (!this.#lasting.delete(key)) return;
		await this.#queued(key, () => this.#solve(key, guildId));
	}

	/** Whether anything whose subject begins so is to be mended in the server. */
	isLastingIn(guildId: string, subject: string): boolean {
		const start = keyOf(guildId, subject);
		return [...this.#lasting].some((key) => key.startsWith(start));
	}

	#failed(error: unknown): void {
		this.#dependencies.logger.error({ err: error }, 'An alert could not be kept');
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
		const isNews = await update(store, key, (stored) => {
			const known = alertRowSchema.safeParse(stored).data;
			if (known !== undefined && isDeepStrictEqual(known.alert, alert)) return { result: false };
			const next: Row = { ...(known ?? { v: 1, raisedAt: clock.now() }), alert };
			return { next, result: true };
		});
		return await this.#show(key, isNews);
	}

	/** Posts the alert's message, or changes it if there is news. Resolves to whether there is one. */
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
		await update(store, key, (stored) => {
			const known = alertRowSchema.safeParse(stored).data;
			if (known === undefined) return { result: undefined };
			if (message !== undefined && postedOnce.has(known.alert.kind)) {
				this.#lasting.delete(key);
				return { next: undefined, result: undefined };
			}
			const { postingSince: _, ...rest } = known;
			return { next: { ...rest, ...(message && { message, changedAt: clock.now() }) }, result: undefined };
		});
		return message !== undefined;
	}

	async #solve(key: string, guildId: string | undefined): Promise<void> {
		const board = this.#board;
		const { store, clock } = this.#dependencies;
		const row = await update<Row | undefined>(store, key, (stored) => ({
			next: undefined,
			result: alertRowSchema.safeParse(stored).data,
		}));
		if (board === undefined || row?.message === undefined) return;
		const solvedAt = clock.now();
		await board.change(row.message, guildId, row.alert, solvedAt);
		if (guildId !== undefined || solvedInPlace.has(row.alert.kind)) return;
		await board.announceSolved(row.alert, solvedAt);
	}
}

function within(at: number | undefined, now: number, ms: number): boolean {
	return at !== undefined && isRecent(at, now, ms);
}

const home = 'home';

function keyOf(guildId: string | undefined, subject: string): string {
	return `${prefix}${guildId ?? home}:${subject}`;
}

function guildIn(key: string): string | undefined {
	const place = key.slice(prefix.length).split(':', 1)[0];
	return place === home ? undefined : place;
}
