import { z } from 'zod';
import { snowflake, timestamp } from '../base/row-fields.js';

const name = z.string().max(300);

/** A purchase as a person recognises it: its item, and the last characters of its code. Never more of the code. */
const purchaseSchema = z.strictObject({ name, ending: z.string().max(4) });

/** What somebody is told by a direct message, unasked. */
const noticeSchema = z.discriminatedUnion('kind', [
	/** To the holder: somebody has entered the code of their purchase. `reference`: the dispute's. */
	z.strictObject({
		kind: z.literal('asked'),
		reference: z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/),
		purchase: purchaseSchema,
		/** Whether home's policy lets members move purchases between their accounts. */
		mayMove: z.boolean(),
	}),
	/** A purchase is theirs now. `roles`: the names of those that come with it. */
	z.strictObject({ kind: z.literal('yours'), purchase: purchaseSchema, roles: z.array(name).max(25) }),
	/** The staff have left it with the other account. */
	z.strictObject({ kind: z.literal('stays'), purchase: purchaseSchema }),
	/** Nobody has it any more: whoever has the code can verify it. */
	z.strictObject({ kind: z.literal('free'), purchase: purchaseSchema }),
	/** The staff have taken it from them. */
	z.strictObject({
		kind: z.literal('lost'),
		how: z.enum(['moved', 'unlinked', 'revoked']),
		purchase: purchaseSchema,
	}),
]);

export type Notice = z.infer<typeof noticeSchema>;

export const noticePrefix = 'notice:';
export const noticeKeyPattern = /^notice:\d{17,20}:[\w-]{1,80}$/;

/**
 * A notice on its way, under `notice:`, the member's id and an id of its own.
 * - `waiting`: nothing was sent.
 * - `sending`: a call may be under way, or have been when the process died.
 * - `sent`: the message is there, as plain content.
 * - `closed`: the member takes no direct messages. It is shown above their next answer.
 * - `done`: told. The row stays a while, so that nobody is told twice.
 */
export const noticeRowSchema = z.strictObject({
	v: z.literal(1),
	/** When it was noted, and in `sending` when the call began. Milliseconds since the epoch. */
	at: timestamp,
	userId: snowflake,
	/** The server that it is about. */
	guildId: snowflake,
	state: z.enum(['waiting', 'sending', 'sent', 'closed', 'done']),
	/** Undefined when it is done. */
	notice: noticeSchema.optional(),
	channelId: snowflake.optional(),
	messageId: snowflake.optional(),
});

export type NoticeRow = z.infer<typeof noticeRowSchema>;
