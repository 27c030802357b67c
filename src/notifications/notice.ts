import { z } from 'zod';
import { snowflake, timestamp } from '../base/row-fields.js';
import { maxShownName } from '../base/shown-purchase.js';
import { postSchema } from '../messages/deliveries.js';
import { defineKind, type RowOf } from '../storage/table.js';

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
	/** Its support was renewed, until `end`. Never a direct message: only above an answer. */
	z.strictObject({ kind: z.literal('renewed'), purchase: purchaseSchema, end: timestamp }),
]);

export type Notice = z.infer<typeof noticeSchema>;

const keptMs = 30 * 24 * 60 * 60_000;

/**
 * Notices, by the member's id and their own name. `closed`: it is shown above the member's next answer, because they
 * accept no direct messages or it isn't one. `done`: delivered. The row stays for a while, so that it is not delivered
 * twice.
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
		name: 'notices',
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

/** A notice and its recipient. */
export interface AddressedNotice {
	readonly userId: string;
	readonly guildId: string;
	readonly notice: Notice;
}
