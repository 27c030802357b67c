import { z } from 'zod';
import { StoreCorruptError } from '../errors.js';
import type { StoredPair } from '../storage/store.js';
import type { Claim, ClaimCheck, Snowflake } from './claim.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
/** Milliseconds since the epoch, as far as a Date reaches. */
const time = z.number().min(-8.64e15).max(8.64e15);

const eventSchema = z.strictObject({
	at: time,
	what: z.enum(['claimed', 'guild-added', 'revoked', 'reinstated', 'support-changed']),
	/** A member's snowflake, or `claimcheck` where no person did it. */
	by: z.string(),
	why: z.string().optional(),
});

/** One line of a claim's history. */
export type ClaimEvent = z.infer<typeof eventSchema>;

/** A claim as it is stored: the claim, the sealed code, the history. */
export const recordSchema = z.strictObject({
	v: z.literal(1),
	holderId: snowflake,
	guildIds: z.array(snowflake),
	status: z.enum(['active', 'revoked']),
	item: z.strictObject({ id: z.number(), name: z.string(), category: z.string() }),
	licenseType: z.string(),
	supportedUntil: time.optional(),
	purchasedAt: time.optional(),
	claimedAt: time,
	/** The latest checks with the marketplace: the last definite answer, and the "invalid" ones since the last "valid". */
	check: z.strictObject({ at: time, misses: z.array(time) }).optional(),
	/** The check value of the secret that hash and copy were made with. */
	secret: z.string(),
	sealed: z.string(),
	history: z.array(eventSchema),
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
	readonly why?: string;
}

const longestHistory = 50;
const longestText = 300;

/** The record in a stored value; undefined where there is none. Throws StoreCorruptError: damage is never "unclaimed". */
export function parseRecord(hash: string, value: unknown): ClaimRecord | undefined {
	if (value === undefined) return undefined;
	const parsed = recordSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError(`The claim ${hash} does not have the shape of one`, { cause: parsed.error });
}

/** The record in a listed pair, for who goes through many of which one may be damaged. */
export function recordIn(pair: StoredPair): ClaimRecord | 'damaged' | undefined {
	if (pair.corrupt) return 'damaged';
	if (pair.value === undefined) return undefined;
	return recordSchema.safeParse(pair.value).data ?? 'damaged';
}

/** The claim without what only the claim store needs. */
export function toClaim(hash: string, record: ClaimRecord): Claim {
	const { holderId, guildIds, status, item, licenseType, supportedUntil, purchasedAt, claimedAt } = record;
	const { check } = record;
	return {
		hash,
		holderId,
		guildIds,
		status,
		item,
		licenseType,
		supportedUntil,
		purchasedAt,
		claimedAt,
		check,
	};
}

// Every change a claim can go through. Each gives the record back as it is where there is nothing to change.

export function newRecord(
	details: { userId: Snowflake; guildId: Snowflake; purchase: ProvenPurchase; at: number },
	secrets: { secret: string; sealed: string },
): ClaimRecord {
	const { userId, guildId, purchase, at } = details;
	return {
		v: 1,
		holderId: userId,
		guildIds: [guildId],
		status: 'active',
		// The marketplace's texts have no limit of their own.
		item: {
			id: purchase.item.id,
			name: purchase.item.name.slice(0, longestText),
			category: purchase.item.category.slice(0, longestText),
		},
		licenseType: purchase.licenseType.slice(0, longestText),
		...(purchase.supportedUntil !== undefined && { supportedUntil: purchase.supportedUntil }),
		...(purchase.purchasedAt !== undefined && { purchasedAt: purchase.purchasedAt }),
		claimedAt: at,
		...secrets,
		history: [{ at, what: 'claimed', by: userId }],
	};
}

export function withGuild(record: ClaimRecord, guildId: Snowflake, at: number): ClaimRecord {
	if (record.guildIds.includes(guildId)) return record;
	const changed = { ...record, guildIds: [...record.guildIds, guildId] };
	return noted(changed, { at, what: 'guild-added', by: record.holderId });
}

export function revoked(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'revoked') return record;
	return noted({ ...record, status: 'revoked' }, { at, what: 'revoked', ...cause });
}

export function reinstated(record: ClaimRecord, cause: Cause, at: number): ClaimRecord {
	if (record.status === 'active') return record;
	return noted({ ...record, status: 'active' }, { at, what: 'reinstated', ...cause });
}

export function withSupport(
	record: ClaimRecord,
	supportedUntil: number | undefined,
	cause: Cause,
	at: number,
): ClaimRecord {
	if (record.supportedUntil === supportedUntil) return record;
	const { supportedUntil: _, ...rest } = record;
	const changed = { ...rest, ...(supportedUntil !== undefined && { supportedUntil }) };
	return noted(changed, { at, what: 'support-changed', ...cause });
}

/** No line of history: a check a month would drive out what people did. */
export function withCheck(record: ClaimRecord, check: ClaimCheck): ClaimRecord {
	return { ...record, check: { at: check.at, misses: [...check.misses] } };
}

function noted(record: ClaimRecord, event: ClaimEvent): ClaimRecord {
	const line = event.why === undefined ? event : { ...event, why: event.why.slice(0, longestText) };
	const history = [...record.history, line];
	// The first line says how the claim came about; of the others the latest count.
	const kept =
		history.length > longestHistory
			? [...history.slice(0, 1), ...history.slice(1 - longestHistory)]
			: history;
	return { ...record, history: kept };
}
