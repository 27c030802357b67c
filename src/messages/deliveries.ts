import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { nonceOf } from '../base/random.js';
import { snowflake, timestamp } from '../base/row-fields.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { Next, Table } from '../storage/table.js';
import type { LetterFile, Mailbox, Place } from './mailbox.js';

/**
 * The message of a row, as a field of that row; absent until one is sent.
 * - `sending`: a request may be in flight, or was when the process died.
 * - `sent`: the message exists.
 * - `closed`: no one accepts it there.
 * - `done`: it needs no more edits.
 */
export const postSchema = z.discriminatedUnion('state', [
	z.strictObject({
		state: z.literal('sending'),
		/** When the request began, in milliseconds since the epoch. */
		at: timestamp,
		/** The nonce of the first request: the later ones repeat it. Absent in converted rows, as are `marks`. */
		nonce: z.string().max(25).optional(),
		/** The marks of all letters that were requested: any of the requests may arrive late. */
		marks: z.array(z.string()).optional(),
	}),
	z.strictObject({
		state: z.literal('sent'),
		guildId: snowflake.optional(),
		channelId: snowflake,
		messageId: snowflake,
		/** The digest of the letter that it shows; absent if that is unknown. */
		shown: z.string().max(64).optional(),
		/** The names of the files that it was sent with. */
		files: z.array(z.string().max(100)).max(10).optional(),
	}),
	z.strictObject({ state: z.literal('closed') }),
	z.strictObject({ state: z.literal('done') }),
]);
export type Post = Readonly<z.infer<typeof postSchema>>;
type PostOf<State> = Extract<Post, { state: State }>;

export interface Posted {
	readonly post?: Post | undefined;
}

/** One kind of message that follows a kind of row. */
export interface MessageKind<Row extends Posted, Letter> {
	/** The name of its task. */
	readonly name: string;
	readonly rows: Table<Row>;
	/** The work of a round, once a minute. Default: a pass. */
	round?(): Promise<unknown>;
	/** The row's letter: plain data, since a change edits the message. `waits`: not now; `none`: nothing to show. */
	letter(row: Row, id: string): Promise<Due<Letter> | 'waits' | 'none'>;
	/** The row once its message shows the letter: undefined if it is followed further, null removes it. */
	shown(row: Row, id: string): Next<Row>;
	/** The row once the message was sent, with its files. Default: as it is. */
	sent?(row: Row): Row;
	/** The row if no one accepts the message there. */
	closed(row: Row, id: string): Row | null;
	/** Called for rows whose post is `closed`: when they become so, and in each pass. */
	onClosed?(row: Row, id: string): void;
	/** A message with too many edits is sent anew. If named here, so is a deleted one (`gone`; `lost`: its channel). */
	readonly resendsIf?: 'gone' | 'lost';
	/** A pass delivers one after the other: their files would fill the memory. */
	readonly isOneByOne?: boolean | undefined;
}

/** `bare`: shown, but without links and pictures. `waits`: a later pass goes on. */
export type Delivered = 'shown' | 'bare' | 'gone' | 'closed' | 'waits';

/** After this time a request belongs to a dead process, or was lost. */
const callMs = 5_000;
const everyMs = 60_000;
/** The pause after a failure of a message, or of all while Discord asks to wait; doubled each time. */
const pauseMs = { first: 60_000, max: 60 * 60_000 } as const;
const all = '';

/**
 * Brings the messages of one kind in line with their rows. A request is recorded before it is made: a kill loses none,
 * and several processes send none twice. Each step reads the row anew. A round begins once a minute; call `wake` once
 * rows have changed.
 */
export class Deliveries<Row extends Posted, Letter> extends PeriodicTask {
	protected readonly rows: Table<Row>;
	protected readonly clock: Clock;
	readonly #kind: MessageKind<Row, Letter>;
	readonly #mailbox: Mailbox<Letter>;
	readonly #logger: Pick<Logger, 'warn'>;
	/** The last work on each row: one follows the other. */
	readonly #inFlight = new Map<string, Promise<Delivered>>();
	readonly #pauses = new Map<string, { readonly until: number; readonly ms: number }>();

	constructor(
		kind: MessageKind<Row, Letter>,
		parts: {
			readonly mailbox: Mailbox<Letter>;
			readonly clock: Clock;
			readonly logger: Pick<Logger, 'warn'>;
		},
	) {
		const work = () => kind.round?.() ?? this.pass();
		super({ ...parts, name: kind.name, everyMs, work });
		this.rows = kind.rows;
		this.clock = parts.clock;
		this.#kind = kind;
		this.#mailbox = parts.mailbox;
		this.#logger = parts.logger;
	}

	/** Works on a row now. Rejects with the errors of the store and of Discord. */
	deliver(id: string): Promise<Delivered> {
		const before = this.#inFlight.get(id)?.catch(() => {}) ?? Promise.resolve();
		const work = before
			.then(() => this.#work(id))
			.finally(() => {
				if (this.#inFlight.get(id) === work) this.#inFlight.delete(id);
			});
		this.#inFlight.set(id, work);
		return work;
	}

	/** As `deliver`. A failure is logged, and a later pass goes on. */
	async attempt(id: string): Promise<Delivered> {
		try {
			const outcome = await this.deliver(id);
			if (outcome === 'shown') this.#pauses.delete(id);
			return outcome;
		} catch (err) {
			this.#pause(id);
			this.#logger.warn({ err, row: this.rows.kind.prefix + id }, 'A message could not be delivered yet');
			return 'waits';
		}
	}

	/** Works on every row that needs it. Rejects with the store's errors. */
	async pass(): Promise<void> {
		for await (const { id, row } of this.#kind.rows.all()) {
			if (this.signal.aborted || this.isPaused(all)) return;
			const state = row.post?.state;
			if (state === 'closed') this.#kind.onClosed?.(row, id);
			if (state === 'closed' || state === 'done' || this.isPaused(id)) continue;
			const work = this.attempt(id);
			// One by one while Discord may still find it too fast.
			if (this.#kind.isOneByOne === true || this.#pauses.has(all)) await work;
		}
		if (!this.isPaused(all)) this.#pauses.delete(all);
	}

	/** Finishes the requests in flight. */
	override async stop(): Promise<void> {
		await Promise.all([super.stop(), Promise.allSettled(this.#inFlight.values())]);
	}

	async #work(id: string): Promise<Delivered> {
		let step = again;
		while (step.goesOn) step = await this.#step(id, step.outcome);
		return step.outcome;
	}

	/** One request at most. `last`: the outcome of the step before. */
	async #step(id: string, last: Delivered): Promise<Step> {
		if (this.signal.aborted) return waits;
		const row = await this.rows.get(id);
		const post = row?.post;
		if (row === undefined || post?.state === 'done') return { outcome: last };
		if (post?.state === 'closed') {
			this.#kind.onClosed?.(row, id);
			return { outcome: 'closed' };
		}
		const due = await this.#kind.letter(row, id);
		if (due === 'waits') return waits;
		if (due === 'none') return { outcome: last, goesOn: await this.#settle(id, row) };
		if (post?.state !== 'sent') return await this.#send(id, row, due);
		if (post.shown === digestOf(due.letter)) return { outcome: last, goesOn: await this.#settle(id, row) };
		return await this.#edit(id, row, post, due);
	}

	/** @returns false if the row is followed further as it is */
	async #settle(id: string, seen: Row): Promise<boolean> {
		const next = this.#kind.shown(seen, id);
		if (next === undefined) return false;
		await this.#replace(id, seen, next);
		return true;
	}

	async #edit(id: string, row: Row, post: PostOf<'sent'>, due: Due<Letter>): Promise<Step> {
		const { place, letter } = due;
		const { resendsIf } = this.#kind;
		const isElsewhere = resendsIf === 'gone' && post.guildId !== undefined && post.guildId !== place.guildId;
		const outcome = isElsewhere ? 'gone' : await this.#mailbox.edit(place, post, letter);
		if (outcome === 'later') return this.#wait();
		const isClosed = outcome === 'closed' || outcome === 'lost';
		if (isClosed && (await this.#settle(id, row))) return { outcome: 'closed', goesOn: true };
		// A place may accept edits again later. A former one isn't waited for.
		const isFormer = isClosed && 'channelId' in place && place.channelId !== post.channelId;
		if (outcome === 'worn' || outcome === resendsIf || (isFormer && resendsIf === 'lost')) {
			const step = await this.#send(id, row, due);
			if (outcome === 'worn' && step.outcome === 'shown') await this.#mailbox.remove(place, post);
			return step;
		}
		if (isClosed) {
			this.#pause(id);
			return { outcome: 'closed' };
		}
		const shown = digestOf(letter);
		await this.#change(id, post, (now) => {
			const next = { ...now, post: { ...post, shown } };
			return (isDeepStrictEqual(now, row) ? this.#kind.shown(next, id) : undefined) ?? next;
		});
		return { outcome: outcome === 'edited' ? 'shown' : outcome, goesOn: true };
	}

	async #send(id: string, row: Row, due: Due<Letter>): Promise<Step> {
		const { post } = row;
		const { place, letter } = due;
		const guild = place.guildId === undefined ? {} : { guildId: place.guildId };
		const afterSent = (now: Row, message: Omit<PostOf<'sent'>, 'state'>): Row => ({
			...(this.#kind.sent?.(now) ?? now),
			post: { state: 'sent', ...guild, ...message },
		});
		const mark = await this.#mailbox.markOf(place, letter);
		const last = post?.state === 'sending' ? post : undefined;
		if (last !== undefined) {
			// Another process may be working on it.
			const left = last.at + callMs - this.clock.now();
			if (left > 0) {
				await this.clock.delay(left, this.signal);
				return again;
			}
			const earlier = await this.#mailbox.find(place, last.marks ?? [mark], last.at);
			if (earlier === 'later') return this.#wait();
			if (earlier !== undefined) {
				await this.#change(id, last, (now) => afterSent(now, earlier));
				return again;
			}
		}
		// First, since a request that takes longer than some seconds counts as lost.
		const files = (await due.files?.()) ?? [];
		const at = this.clock.now();
		const nonce = last?.nonce ?? nonceOf(this.rows.kind.prefix, id, String(at), mark);
		const marks = [...new Set([...(last?.marks ?? []), mark])];
		const sending: Post = { state: 'sending', at, nonce, marks };
		if (this.signal.aborted) return waits;
		// The whole row: another process may have sent this letter, and be done with it.
		if (!(await this.#replace(id, row, { ...row, post: sending }))) return again;
		const sent = await this.#mailbox.send(place, letter, nonce, files);
		if (sent === 'later') {
			await this.#change(id, sending, ({ post: _, ...now }) => now as Row);
			return this.#wait();
		}
		if (sent === 'closed') {
			await this.#change(id, sending, (now) => this.#kind.closed(now, id));
			return { outcome: sent, goesOn: true };
		}
		const { isWhole, isBare = false, ...message } = sent;
		const shown = isWhole ? { shown: digestOf(letter) } : {};
		await this.#change(id, sending, (now) => afterSent(now, { ...message, ...shown }));
		return { outcome: isBare ? 'bare' : 'shown', goesOn: true };
	}

	/** Replaces a row, or removes it. @returns false if another process has changed it meanwhile */
	async #replace(id: string, seen: Row, next: Row | null): Promise<boolean> {
		const changed = await this.rows.change(id, (row) => (isDeepStrictEqual(row, seen) ? next : undefined));
		return changed !== undefined;
	}

	/** Does nothing if another process has changed the post meanwhile. */
	async #change(id: string, seen: Post, next: (row: Row) => Row | null): Promise<void> {
		await this.rows.change(id, (row) => (row && isDeepStrictEqual(row.post, seen) ? next(row) : undefined));
	}

	/** True after a failure of the row's message, for some time. */
	isPaused(key: string): boolean {
		return (this.#pauses.get(key)?.until ?? 0) > this.clock.now();
	}

	#pause(key: string): void {
		const { ms = 0 } = this.#pauses.get(key) ?? {};
		const next = Math.min(Math.max(pauseMs.first, 2 * ms), pauseMs.max);
		this.#pauses.set(key, { until: this.clock.now() + next, ms: next });
	}

	#wait(): Step {
		// Messages that were sent together are rejected together.
		if (!this.isPaused(all)) {
			this.#pause(all);
			const { ms } = this.#pauses.get(all) ?? {};
			this.#logger.warn({ kind: this.rows.kind.prefix, ms }, 'Discord asks to wait: messages wait');
		}
		return waits;
	}
}

export interface Due<Letter> {
	readonly place: Place;
	readonly letter: Letter;
	/** The files that it is sent with: an edit keeps them for as long as the letter shows them. */
	readonly files?: (() => Promise<readonly LetterFile[]>) | undefined;
}

interface Step {
	readonly outcome: Delivered;
	/** The row is read anew. */
	readonly goesOn?: boolean;
}

const waits: Step = { outcome: 'waits' };
const again: Step = { outcome: 'shown', goesOn: true };

function digestOf(letter: unknown): string {
	return createHash('sha256').update(JSON.stringify(letter)).digest('base64url').slice(0, 32);
}
