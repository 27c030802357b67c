import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
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

/** Alerts that are active, or whose end isn't shown yet: by the server's id or `operator`, and the subject. */
export const alertKind = defineKind({
	prefix: 'alert:',
	schema: z.strictObject({
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
	}),
});
type Row = RowOf<typeof alertKind>;

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
	readonly #rows: Table<Row>;
	/** The ids of all active alerts. */
	readonly #lasting = new Set<string>();
	/** Serializes the changes of each alert. */
	readonly #last = new Map<string, Promise<unknown>>();
	/** Undefined until Discord can be reached. */
	#board: AlertBoard | undefined;

	constructor(dependencies: AlertsDependencies) {
		this.#dependencies = dependencies;
		this.#rows = new Table(alertKind, dependencies.store);
	}

	/** Shows alerts from now on, and what was raised and solved before. Never rejects. */
	async start(board: AlertBoard): Promise<void> {
		this.#board = board;
		try {
			for await (const { id, row } of this.#rows.all()) {
				const isFound = this.#lasting.has(id);
				if (row.solvedAt !== undefined && !isFound) await this.#queued(id, () => this.#end(id));
				else if (foundAtStart.has(row.alert.kind) && !isFound) await this.#queued(id, () => this.#solve(id));
				else if (foundLater.has(row.alert.kind) && !isFound) await this.#rows.take(id);
				else {
					this.#lasting.add(id);
					await this.#queued(id, () => this.#show(id, false));
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
		const id = idOf(guildId, subjectOf(alert));
		this.#lasting.add(id);
		return (await this.#queued(id, () => this.#raise(id, alert))) ?? false;
	}

	/**
	 * Solves an alert, whichever process has raised it. Resolves when that has been posted, soon if there is none. Before
	 * the start it is only noted. Never rejects.
	 */
	async solve(guildId: string | undefined, subject: string): Promise<void> {
		const id = idOf(guildId, subject);
		const isKnown = this.#lasting.delete(id);
		await this.#queued(id, async () => {
			if (isKnown || (await this.#isStored(id))) await this.#solve(id);
		});
	}

	/** True if an alert whose subject begins like this is active in the server, or for operators if no guild is given. */
	isLastingIn(guildId: string | undefined, subject: string): boolean {
		const start = idOf(guildId, subject);
		return [...this.#lasting].some((id) => id.startsWith(start));
	}

	async #isStored(id: string): Promise<boolean> {
		return await this.#rows.get(id).then(
			(row) => row !== undefined,
			// The store logs its own outages.
			() => false,
		);
	}

	#failed(error: unknown): void {
		this.#dependencies.logger.error({ err: error }, 'An alert could not be stored');
	}

	async #queued<Result>(id: string, work: () => Promise<Result>): Promise<Result | undefined> {
		const mine = (this.#last.get(id) ?? Promise.resolve()).then(work).catch((error: unknown) => {
			this.#failed(error);
			return undefined;
		});
		this.#last.set(id, mine);
		const result = await mine;
		if (this.#last.get(id) === mine) this.#last.delete(id);
		return result;
	}

	async #raise(id: string, alert: Alert): Promise<boolean> {
		const { store, clock } = this.#dependencies;
		const found = await store.transact(async (tx) => {
			const known = await this.#rows.get(id, tx);
			// It has returned before the message showed its end, and gets a new message.
			if (known?.solvedAt !== undefined && known.message !== undefined && this.#board !== undefined)
				return 'ending';
			const { solvedAt, ...row } = known ?? { v: 1 as const, raisedAt: clock.now() };
			const isKnown = isDeepStrictEqual(known?.alert, alert);
			if (!isKnown || solvedAt !== undefined) this.#rows.put(tx, id, { ...row, alert });
			return isKnown ? 'known' : 'news';
		});
		if (found !== 'ending') return await this.#show(id, found === 'news');
		await this.#end(id);
		return await this.#raise(id, alert);
	}

	/**
	 * Posts the alert's message, or edits it if there is news.
	 * @returns true if there is a message
	 */
	async #show(id: string, isNews: boolean): Promise<boolean> {
		const board = this.#board;
		if (board === undefined) return false;
		const { store, clock } = this.#dependencies;
		const guildId = guildIn(id);
		const { row, isTurn } = await store.transact(async (tx) => {
			const row = await this.#rows.get(id, tx);
			const at = clock.now();
			const isTurn =
				row?.message === undefined
					? // Otherwise another process is about to post it.
						row !== undefined && !within(row.postingSince, at, postingMs)
					: isNews && !within(row.changedAt, at, changeEveryMs);
			const turn = row?.message === undefined ? { postingSince: at } : { changedAt: at };
			if (row !== undefined && isTurn) this.#rows.put(tx, id, { ...row, ...turn });
			return { row, isTurn };
		});
		if (row === undefined || !isTurn) return row?.message !== undefined;
		if (row.message !== undefined) {
			await board.change(row.message, guildId, row.alert, undefined);
			return true;
		}
		const message = await board.post(guildId, row.alert);
		const posted = await this.#rows.change(id, (known) => {
			if (known === undefined) return undefined;
			if (message !== undefined && postedOnce.has(known.alert.kind)) return null;
			const { postingSince: _, ...rest } = known;
			return { ...rest, ...(message && { message, changedAt: clock.now() }) };
		});
		if (posted !== undefined && posted.after === undefined) this.#lasting.delete(id);
		if (posted?.after?.solvedAt !== undefined) await this.#end(id);
		return message !== undefined;
	}

	async #solve(id: string): Promise<void> {
		const { clock } = this.#dependencies;
		await this.#rows.change(id, (row) => {
			const isShown = row?.message !== undefined || within(row?.postingSince, clock.now(), postingMs);
			return row === undefined || !isShown ? null : { solvedAt: clock.now(), ...row };
		});
		await this.#end(id);
	}

	/** Shows the end of a solved alert, then deletes its row: after a kill in between, the next start shows it again. */
	async #end(id: string): Promise<void> {
		const board = this.#board;
		if (board === undefined) return;
		const guildId = guildIn(id);
		const row = await this.#rows.get(id);
		if (row?.solvedAt === undefined) return;
		// The process that is posting it shows its end.
		if (row.message === undefined && within(row.postingSince, this.#dependencies.clock.now(), postingMs))
			return;
		if (row.message !== undefined) await board.change(row.message, guildId, row.alert, row.solvedAt);
		const removed = await this.#rows.change(id, (current) =>
			isDeepStrictEqual(current, row) ? null : undefined,
		);
		if (removed === undefined || row.message === undefined) return;
		if (guildId !== undefined || solvedInPlace.has(row.alert.kind)) return;
		await board.announceSolved(row.alert, row.solvedAt);
	}
}

function within(at: number | undefined, now: number, ms: number): boolean {
	return at !== undefined && isRecent(at, now, ms);
}

const operator = 'operator';

function idOf(guildId: string | undefined, subject: string): string {
	return `${guildId ?? operator}:${subject}`;
}

function guildIn(id: string): string | undefined {
	const place = id.split(':', 1)[0];
	return place === operator ? undefined : place;
}
