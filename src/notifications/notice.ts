import { z } from 'zod';
import { snowflake, timestamp } from '../base/row-fields.js';
import { maxShownName } from '../base/shown-purchase.js';
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
		/** True if the policy lets members move purchases between their accounts. */
		mayMove: z.boolean(),
	}),
	/** The purchase is theirs now. `roles`: the names of the roles that come with it. */
	z.strictObject({ kind: z.literal('yours'), purchase: purchaseSchema, roles: z.array(name).max(25) }),
	/** Staff have left it with the other account. */
	z.strictObject({ kind: z.literal('stays'), purchase: purchaseSchema }),
	/** It has no holder any more: anyone with the code can verify it. */
	z.strictObject({ kind: z.literal('free'), purchase: purchaseSchema }),
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
 * Notices being delivered, by the member's id and their own name.
 * - `waiting`: nothing was sent.
 * - `sending`: a request may be in flight, or was when the process died.
 * - `sent`: the message exists, as plain content.
 * - `closed`: it is shown above the member's next answer, because they accept no direct messages or it isn't one.
 * - `done`: delivered. The row stays for a while, so that it is not delivered twice.
 */
export const noticeKind = defineKind({
	prefix: 'notice:',
	schema: z.strictObject({
		v: z.literal(1),
		/** When it was created or, in `sending`, when the request began. Milliseconds since the epoch. */
		at: timestamp,
		userId: snowflake,
		/** The server that it is about. */
		guildId: snowflake,
		state: z.enum(['waiting', 'sending', 'sent', 'closed', 'done']),
		/** Undefined when it is done. */
		notice: noticeSchema.optional(),
		channelId: snowflake.optional(),
		messageId: snowflake.optional(),
	}),
	until: ({ at }) => at + keptMs,
	carried: /^\d{17,20}:[\w-]{1,80}$/,
	personal: {
		name: 'notices',
		people: ({ userId }) => [userId],
		isById: true,
		// `done` if only the delivery is recorded.
		shown: ({ at, guildId, notice }) => ({ at, guildId, what: notice?.kind ?? 'done' }),
	},
});
export type NoticeRow = RowOf<typeof noticeKind>;

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
