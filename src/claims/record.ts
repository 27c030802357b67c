import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { count, itemId, snowflake, timestamp } from '../base/row-fields.js';
import type { StoredPair } from '../storage/store.js';
import type { BotReason } from './bot-reason.js';
import type { Claim, Snowflake } from './claim.js';
import { recordOfVersion1, upgraded } from './record-version-1.js';

const eventSchema = z.strictObject({
	at: timestamp,
	what: z.enum([
		'claimed',
		/** Staff gave it to `member`: with its code, or without one. */
		'gave',
		'guild-added',
		'guild-left',
		'revoked',
		'reinstated',
		'support-changed',
		'released',
		'seat-freed',
		'transferred',
		'locked',
		'unlocked',
		'unlinked',
		'undone',
		'forgotten',
	]),
	/** A member's snowflake, `claimcheck` where no person did it, `deleted` where the member's data was deleted. */
	by: z.string(),
	/** In a person's words, or the bot's own reason: see `botReasonIn`. */
	why: z.string().optional(),
	/** The holder affected, if that isn't `by`. */
	member: z.string().optional(),
	/** The member who got a transferred claim. */
	to: z.string().optional(),
	/** The guild in which it was done. Lines of older versions have none. */
	guildId: snowflake.optional(),
});

/** One line of a claim's history. */
export type ClaimEvent = z.infer<typeof eventSchema>;

const holderSchema = z.strictObject({
	userId: snowflake,
	guildIds: z.array(snowflake),
	claimedAt: timestamp,
});

/** Who holds a claim: what a moderator changes, and an undo brings back. */
const holdingSchema = z.strictObject({
	/** In the order in which they came. More than one only where a guild's policy has seats for a team. */
	holders: z.array(holderSchema),
	/**
	 * Seats of former holders, identified only by a keyed tag: nobody else can take them before `until`, or ever if
	 * there is none.
	 */
	reserved: z.array(z.strictObject({ tag: z.string(), until: timestamp.optional() })),
	/** Nobody new can hold it, and no holder can be removed. */
	locked: z.boolean(),
});

const statusSchema = z.enum(['active', 'revoked']);

/** What a moderator's change replaced. Undo data of older versions has no status: nothing changed it. */
const replacedSchema = holdingSchema.extend({
	status: statusSchema.optional(),
	revokedBy: snowflake.optional(),
});

export type Holder = z.infer<typeof holderSchema>;
export type Holding = z.infer<typeof holdingSchema>;

/**
 * A claim as it is stored: who holds it, the purchase, the sealed code, the history. A time that is out of bounds is
 * damage, an optional one as well: a seat without `until` is kept for ever.
 */
const recordSchema = z.strictObject({
	v: z.literal(2),
	/** Incremented with each line of history: it tells an undo whether anything has happened since. */
	revision: count,
	...holdingSchema.shape,
	status: statusSchema,
	/**
	 * Staff of this guild gave it without a code, so that the shop can't be asked about it: it counts there alone. Its
	 * hash and its copy are of a made-up code that nobody knows.
	 */
	given: z.strictObject({ guildId: snowflake }).optional(),
	/** The member of staff who revoked it. Only staff can lift that, no answer of the marketplace. */
	revokedBy: snowflake.optional(),
	item: z.strictObject({ id: itemId, name: z.string(), category: z.string() }),
	licenseType: z.string(),
	supportedUntil: timestamp.optional(),
	purchasedAt: timestamp.optional(),
	/** The latest checks with the marketplace: the last definite answer, and the "invalid" ones since the last "valid". */
	check: z.strictObject({ at: timestamp, misses: z.array(timestamp) }).optional(),
	/** When it last could not be checked for a reason of its own: its copy of the code, or what is answered about it. */
	skippedAt: timestamp.optional(),
	/** The check value of the secret that hash and copy were made with. */
	secret: z.string(),
	sealed: z.string(),
	history: z.array(eventSchema),
	/** What the latest change by a moderator replaced, while it can be undone. */
	undo: z.strictObject({ revision: count, until: timestamp, before: replacedSchema }).optional(),
});

export type ClaimRecord = z.infer<typeof recordSchema>;

/** What the marketplace knows of a purchase, as far as a claim keeps it. */
export interface ProvenPurchase {
	readonly item: { readonly id: number; readonly name: string; readonly category: string };
	readonly licenseType: string;
	/** Milliseconds since the epoch, as the next one. */
	readonly supportedUntil: number | undefined;
	readonly purchasedAt: number | undefined;
}

/** Who changes a claim, and why. */
export interface Cause {
	/** A member's snowflake, or `claimcheck`. */
	readonly by: Snowflake | 'claimcheck';
	readonly why?: BotReason;
}

// Records of the previous version are read as they are and get the new form at their next change. Rewriting a million
// rows at start-up would leave a server without its bot.
// The new form is checked here too: what is written at that change must be readable afterwards.
const anyVersion = z.union([
	recordSchema,
	recordOfVersion1.transform((record): unknown => upgraded(record)).pipe(recordSchema),
]);

/**
 * The record in a stored value; undefined where there is none. Throws StoreCorruptError: a damaged record must never
 * look "unclaimed".
 */
export function parseRecord(hash: string, value: unknown): ClaimRecord | undefined {
	if (value === undefined) return undefined;
	const parsed = anyVersion.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError(`The claim ${hash} does not have the shape of one`, { cause: parsed.error });
}

/** The record in a listed pair, for scans in which one row may be damaged. */
export function recordIn(pair: StoredPair): ClaimRecord | 'damaged' | undefined {
	if (pair.corrupt) return 'damaged';
	if (pair.value === undefined) return undefined;
	return anyVersion.safeParse(pair.value).data ?? 'damaged';
}

export { anyVersion as anyRecordSchema };

export function holderIn(record: Pick<ClaimRecord, 'holders'>, userId: Snowflake): Holder | undefined {
	return record.holders.find((holder) => holder.userId === userId);
}

const losses: ReadonlySet<ClaimEvent['what']> = new Set([
	'released',
	'transferred',
	'unlinked',
	'guild-left',
	'undone',
	'forgotten',
]);

/** Events that only a holder causes; in all others `by` is a moderator. */
const ownActs: ReadonlySet<ClaimEvent['what']> = new Set([
	'claimed',
	'guild-added',
	'unlinked',
	'guild-left',
]);

/**
 * The guilds in which the member once had the claim and no longer has it, if it changed hands since `since`
 * (milliseconds since the epoch). Lines of older versions name no guild, and are left out.
 */
export function formerGuildsOf(
	record: Pick<ClaimRecord, 'holders' | 'history'>,
	userId: Snowflake,
	since: number,
): readonly Snowflake[] {
	if (!record.history.some(({ what, at }) => losses.has(what) && at >= since)) return [];
	const present = holderIn(record, userId)?.guildIds ?? [];
	return record.history.flatMap(({ what, by, member, to, guildId }) => {
		const isTheirs = (by === userId && ownActs.has(what)) || member === userId || to === userId;
		return isTheirs && guildId !== undefined && !present.includes(guildId) ? [guildId] : [];
	});
}

/** The claim as one of its holders has it, without what only the claim store needs. */
export function toClaim(hash: string, record: ClaimRecord, holder: Holder): Claim {
	const { status, locked, item, licenseType, supportedUntil, purchasedAt, check, given } = record;
	const { userId: holderId, guildIds, claimedAt } = holder;
	return {
		hash,
		holderId,
		guildIds,
		status,
		locked,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
		claimedAt,
		check,
		...(given !== undefined && { givenIn: given.guildId }),
	};
}

/** The claim as each of its holders has it. */
export function claimsIn(hash: string, record: ClaimRecord): readonly Claim[] {
	return record.holders.map((holder) => toClaim(hash, record, holder));
}
