import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { maxShownName } from '../base/purchase-fields.js';
import { snowflake, timestamp } from '../base/row-fields.js';
import type { Ground } from '../ground.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import type { Transaction } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import { Deliveries, postSchema } from './deliveries.js';
import type { Mailbox } from './mailbox.js';

const name = z.string().max(maxShownName);

/** A purchase as its holder recognizes it: its item, and the last characters of its code. Never more of the code. */
const purchaseSchema = z.strictObject({ name, ending: z.string().max(4) });

/** Messages that the bot sends to a member on its own initiative. */
const noticeSchema = z.discriminatedUnion('kind', [
	/** To the holder: another member has entered the code of their purchase. `reference`: the dispute's. */
	z.strictObject({
		kind: z.literal('asked'),
		reference: z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/),
		purchase: purchaseSchema,
		/** True if the policy lets members hand over disputed purchases. */
		mayMove: z.boolean(),
		/** The names of the roles that the holder loses then. */
		roles: z.array(name).max(25).optional(),
	}),
	/** The purchase is theirs now. `roles`: the names of the roles that come with it. */
	z.strictObject({ kind: z.literal('yours'), purchase: purchaseSchema, roles: z.array(name).max(25) }),
	/** Staff have left it with the other account. */
	z.strictObject({ kind: z.literal('stays'), purchase: purchaseSchema }),
	/** The change that the message was about was undone. `isOpen`: a dispute about it is open again. */
	z.strictObject({ kind: z.literal('undone'), purchase: purchaseSchema, isOpen: z.boolean() }),
	/** Staff have taken it from them. */
	z.strictObject({
		kind: z.literal('lost'),
		how: z.enum(['moved', 'unlinked', 'revoked']),
		purchase: purchaseSchema,
	}),
	/** Staff's answer to a request without a code. `ask`: they want more, and the member can send another one. */
	z.strictObject({
		kind: z.literal('appeal'),
		how: z.enum(['ask', 'refuse']),
		reference: z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/),
		/** Their reason. */
		words: z.string().max(300),
	}),
	/** Its support was renewed, until `end`. Never a direct message: only below an answer. */
	z.strictObject({ kind: z.literal('renewed'), purchase: purchaseSchema, end: timestamp }),
]);

export type Notice = z.infer<typeof noticeSchema>;

const keptMs = 30 * 24 * 60 * 60_000;

/**
 * Notices, by the member's id and their own name. `closed`: shown below the member's next answer, because they accept no
 * direct messages or the notice is not worth one. `done`: delivered; the row stays, so that it is not delivered twice.
 */
export const noticeKind = defineKind({
	prefix: 'notice:',
	schema: z.strictObject({
		v: z.literal(1),
		/** When it was created. Milliseconds since the epoch. */
		at: timestamp,
		userId: snowflake,
		/** The server that it is about. */
		guildId: snowflake,
		/** Undefined when it is done. */
		notice: noticeSchema.optional(),
		post: postSchema.optional(),
	}),
	until: ({ at }) => at + keptMs,
	personal: {
		name: 'directMessages',
		people: ({ userId }) => [userId],
		isById: true,
		// `done` if only the delivery is recorded.
		shown: ({ at, guildId, notice }) => ({ at, guildId, what: notice?.kind ?? 'done' }),
	},
});
export type NoticeRow = RowOf<typeof noticeKind>;

/** First sent as plain content, then as a page. */
export interface NoticeLetter {
	readonly kind: 'notice';
	readonly notice: Notice;
}

export interface AddressedNotice {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: Notice;
}

type Parts = Pick<Ground, 'store'> & {
	readonly clock: Clock;
	readonly mailbox: Mailbox<NoticeLetter>;
	/** Nothing is sent about a server that this process does not serve. */
	readonly served: ServedGuilds;
	readonly logger: Pick<Logger, 'warn'>;
};

/** Longer than a change can be undone. */
const undoneMs = 15 * 60_000;

/** Direct messages that members have not asked for. Members who accept none see them below their next answer. */
export class Notices extends Deliveries<NoticeRow, NoticeLetter> {
	readonly #parts: Parts;
	/** Ids of the notices that wait for a member's next answer, by the member's id, as far as this process knows. */
	readonly #closed = new Map<string, Set<string>>();

	constructor(parts: Parts) {
		super(
			{
				name: 'notices',
				rows: new Table(noticeKind, parts.store, parts.clock),
				letter: async ({ userId, guildId, notice }) => {
					if (notice === undefined) return 'none';
					if (!parts.served.serves(guildId)) return 'waits';
					return { place: { guildId, userId }, letter: { kind: 'notice', notice } };
				},
				shown: (row) => (mayChange(row, parts.clock.now()) ? undefined : done(row)),
				closed: (row) => ({ ...row, post: { state: 'closed' } }),
				onClosed: ({ userId }, id) => this.#noteClosed(userId, id),
			},
			parts,
		);
		this.#parts = parts;
	}

	/**
	 * Stores a notice in the commit of its cause; `wake` sends it then. `name`: word characters and hyphens, at most 80.
	 * A member gets a notice of one name once.
	 */
	async addIn(tx: Transaction, addressed: AddressedNotice, name: string): Promise<void> {
		await this.rows.addIn(tx, rowId(addressed.userId, name), { v: 1, at: this.clock.now(), ...addressed });
	}

	/** The message about an undone change, if there is one, says that from now on. */
	async takeBackIn(tx: Transaction, userId: string, name: string, isOpen: boolean): Promise<void> {
		const id = rowId(userId, name);
		const row = await this.rows.get(id, tx);
		if (row?.notice === undefined || row.notice.kind === 'appeal') return;
		const { purchase } = row.notice;
		// Its member has not heard of the change either.
		if (row.post === undefined || row.post.state === 'closed') this.rows.remove(tx, id);
		else this.rows.put(tx, id, { ...row, notice: { kind: 'undone', purchase, isOpen } });
	}

	/** As `addIn`, but below the member's next answer, without a direct message. Replaces one with the same name. */
	keepIn(tx: Transaction, addressed: AddressedNotice, name: string): void {
		const row: NoticeRow = { v: 1, at: this.clock.now(), ...addressed, post: { state: 'closed' } };
		this.rows.put(tx, rowId(addressed.userId, name), row);
	}

	/** True if the member accepted no direct message, and has not seen it below an answer either. */
	async isClosed(userId: string, name: string): Promise<boolean> {
		return (await this.rows.get(rowId(userId, name)))?.post?.state === 'closed';
	}

	/** True if a notice is waiting to be shown below the member's next answer. From memory. */
	hasFor(userId: string): boolean {
		return this.#closed.has(userId);
	}

	/** The notices below the member's next answer. Each counts as delivered when the next is requested. Never rejects. */
	async *takeFor(userId: string): AsyncGenerator<AddressedNotice> {
		const ids = this.#closed.get(userId) ?? [];
		this.#closed.delete(userId);
		for (const id of ids) {
			try {
				const row = await this.rows.get(id);
				if (row?.notice === undefined || row.post?.state !== 'closed') continue;
				yield { userId, guildId: row.guildId, notice: row.notice };
				// Not before: a notice that is shown twice does less harm than one that is lost.
				await this.rows.change(id, (now) => (isDeepStrictEqual(now, row) ? done(row) : undefined));
			} catch (error) {
				this.#parts.logger.warn({ err: error, userId }, 'A notice could not be shown');
				this.#noteClosed(userId, id);
			}
		}
	}

	#noteClosed(userId: string, id: string): void {
		this.#closed.set(userId, (this.#closed.get(userId) ?? new Set()).add(id));
	}
}

/** True for the question to a holder, and for what an undo still takes back. */
function mayChange({ notice, at }: NoticeRow, now: number): boolean {
	if (notice?.kind === 'asked') return true;
	return (
		(notice?.kind === 'lost' || notice?.kind === 'yours' || notice?.kind === 'stays') && now < at + undoneMs
	);
}

/** The record of a delivered notice, without its content. */
function done({ v, at, userId, guildId }: NoticeRow): NoticeRow {
	return { v, at, userId, guildId, post: { state: 'done' } };
}

function rowId(userId: string, name: string): string {
	return `${userId}:${name}`;
}
