import { z } from 'zod';
import type { SupportEnd } from '../base/purchase-fields.js';
import { count, snowflake, timestamp } from '../base/row-fields.js';
import type { Store, StoredPair } from '../storage/store.js';
import { defineKind, rowIn } from '../storage/table.js';
import {
	type Claim,
	type ClaimedPurchase,
	type ItemFacts,
	itemFactsSchema,
	type Payment,
	paymentOf,
	paymentSchema,
	type Snowflake,
} from './claim.js';

const eventSchema = z.strictObject({
	at: timestamp,
	what: z.enum([
		'claimed',
		/** Staff gave it to `member`, with or without a code. */
		'gave',
		'revoked',
		'reinstated',
		'support-changed',
		'released',
		'seat-freed',
		'transferred',
		/** Staff decided a dispute: `member`, the holder if there is one, keeps it, and `to` doesn't get it. */
		'left',
		'locked',
		'unlocked',
		'unlinked',
		'undone',
		'forgotten',
		/** An event that this version no longer has. It concerned `by`, who is no moderator, and `member`. */
		'earlier',
	]),
	/** A member's snowflake, `claimcheck` for the bot, or `deleted` if the member's data was deleted. */
	by: z.string(),
	/** A person's words, or a bot reason: see `botReasonIn`. */
	why: z.string().optional(),
	/** The holder affected, if that isn't `by`. */
	member: z.string().optional(),
	to: z.string().optional(),
	/** The guild in which it was done. Lines of older versions have none. */
	guildId: snowflake.optional(),
});

export type ClaimEvent = z.infer<typeof eventSchema>;

const holderSchema = z.strictObject({
	userId: snowflake,
	claimedAt: timestamp,
});

/** The part of a claim that moderators change and an undo restores. */
const holdingSchema = z.strictObject({
	/** In order of joining. More than one only if a guild's policy has team seats. */
	holders: z.array(holderSchema),
	/** Seats of former holders, known only by a keyed tag. Reserved until `until`, or for ever without it. */
	reserved: z.array(z.strictObject({ tag: z.string(), until: timestamp.optional() })),
	/** No member can join, and no holder can be removed. */
	locked: z.boolean(),
});

const statusSchema = z.enum(['active', 'revoked']);

/** State replaced by a moderator's change. */
const replacedSchema = holdingSchema.extend({
	status: statusSchema,
	revokedBy: snowflake.optional(),
});

export type Holder = z.infer<typeof holderSchema>;

/** A claim as stored. An out-of-range time is damage: a seat without `until` would be reserved for ever. */
const recordSchema = z.strictObject({
	v: z.literal(2),
	/** Incremented with each history line, so that an undo can detect later changes. */
	revision: count,
	...holdingSchema.shape,
	status: statusSchema,
	/** Staff gave it without a code. Its hash and sealed copy come from a generated code. */
	given: z.literal(true).optional(),
	/** The staff member who revoked it. Only staff can lift that, not the marketplace. */
	revokedBy: snowflake.optional(),
	item: itemFactsSchema,
	licenseType: z.string(),
	...paymentSchema.shape,
	/** `unknown` if the shop has only sent a date that can't be read. */
	supportedUntil: z.union([timestamp, z.literal('unknown')]).optional(),
	purchasedAt: timestamp.optional(),
	/** The latest checks with the marketplace: the last definite answer, and the "invalid" ones since the last "valid". */
	check: z.strictObject({ at: timestamp, misses: z.array(timestamp) }).optional(),
	/** When a check last failed because the shop refused this code, or its answer about it could not be read. */
	skippedAt: timestamp.optional(),
	secret: z.string(),
	sealed: z.string(),
	history: z.array(eventSchema),
	/** State replaced by a moderator's latest change, while it can be undone. */
	undo: z.strictObject({ revision: count, until: timestamp, before: replacedSchema }).optional(),
});

export type ClaimRecord = z.infer<typeof recordSchema>;

/** The marketplace's data about a purchase, as far as a claim stores it. */
export interface ProvenPurchase extends Payment {
	readonly item: ItemFacts;
	readonly licenseType: string;
	readonly supportedUntil: SupportEnd;
	/** Milliseconds since the epoch; undefined if it is unknown, or for a gift. */
	readonly purchasedAt: number | undefined;
}

export interface Cause {
	readonly by: Snowflake | 'claimcheck';
	readonly why?: BotReason;
}

export const claimPrefix = 'claim:';

/** @param hash 64 hex digits */
export function claimKey(hash: string): string {
	return claimPrefix + hash;
}

/** A claim as stored, by its hash. Damage must never look "unclaimed". */
export const claimKind = defineKind({ prefix: claimPrefix, schema: recordSchema, damaged: 'rejects' });

/** For scans in which one row may be damaged. @returns undefined if there is none */
export function recordIn(pair: StoredPair): ClaimRecord | 'damaged' | undefined {
	return rowIn(claimKind, pair);
}

/** Every claim of a store by its hash, in no particular order. */
export async function* allClaims(
	store: Store,
): AsyncGenerator<{ readonly hash: string; readonly record: ClaimRecord | 'damaged' }> {
	for await (const pair of store.list(claimPrefix))
		yield { hash: pair.key.slice(claimPrefix.length), record: recordIn(pair) ?? 'damaged' };
}

export function holderIn(record: Pick<ClaimRecord, 'holders'>, userId: Snowflake): Holder | undefined {
	return record.holders.find((holder) => holder.userId === userId);
}

/** When the member got the claim or, if they don't hold it, when it was made: in ms since the epoch. */
export function heldSince({ holders, history }: ClaimRecord, userId: Snowflake): number {
	return holderIn({ holders }, userId)?.claimedAt ?? history[0]?.at ?? 0;
}

const losses: ReadonlySet<ClaimEvent['what']> = new Set([
	'released',
	'transferred',
	'unlinked',
	'undone',
	'forgotten',
	'earlier',
]);

/** @returns true if the claim changed hands since `since` (ms since the epoch) */
export function changedHandsSince({ history }: Pick<ClaimRecord, 'history'>, since: number): boolean {
	return history.some(({ what, at }) => losses.has(what) && at >= since);
}

/** The claim of one holder, without internal fields. */
export function toClaim(hash: string, record: ClaimRecord, { userId, claimedAt }: Holder): Claim {
	const given = record.given && { isGiven: true as const };
	return { ...purchaseIn(hash, record), holderId: userId, claimedAt, ...given };
}

/** The member's claim of it; undefined if they don't hold it. */
export function claimIn(hash: string, record: ClaimRecord, userId: Snowflake): Claim | undefined {
	const holder = holderIn(record, userId);
	return holder && toClaim(hash, record, holder);
}

export function purchaseIn(hash: string, record: ClaimRecord): ClaimedPurchase {
	const { status, locked, item, licenseType, supportedUntil, purchasedAt, check } = record;
	const payment = paymentOf(record);
	return { hash, status, locked, item, licenseType, supportedUntil, purchasedAt, check, payment };
}

export function claimsIn(hash: string, record: ClaimRecord): readonly Claim[] {
	return record.holders.map((holder) => toClaim(hash, record, holder));
}

/** Reasons for the bot's own changes. The history stores the key, and each reader sees it in their own language. */
const botReasons = ['shop-confirmed', 'shop-invalid'] as const;

export type BotReason = (typeof botReasons)[number];

/** Spellings in stores and exports up to version 0.1. */
const sentences: ReadonlyMap<string, BotReason> = new Map([
	['confirmed by the marketplace', 'shop-confirmed'],
	['no longer valid at the marketplace', 'shop-invalid'],
]);

/** @returns the bot's reason, or undefined if a person wrote the text */
export function botReasonIn(why: string): BotReason | undefined {
	return botReasons.find((reason) => reason === why) ?? sentences.get(why);
}
