import { z } from 'zod';
import type { SupportEnd } from '../base/purchase-fields.js';
import { itemId } from '../base/row-fields.js';

/** A Discord snowflake: 17–20 digits. */
export type Snowflake = string;

/** A purchase with a claim. Times are milliseconds since the epoch. */
export interface ClaimedPurchase {
	/** Keyed hash of the canonical code. Not a secret, and useless without the claim secret. */
	readonly hash: string;
	/** `revoked`: refunded, or revoked by staff. No other member can claim it. */
	readonly status: 'active' | 'revoked';
	/** Locked by a moderator: no member can join, and no holder can unlink it or be removed. */
	readonly locked: boolean;
	readonly item: ItemFacts;
	readonly licenseType: string;
	readonly supportedUntil: SupportEnd;
	readonly purchasedAt: number | undefined;
	readonly check: ClaimCheck | undefined;
	/** Undefined if the shop has said nothing about it. */
	readonly payment?: Payment | undefined;
}

/** One member's hold on a purchase, in every served guild, without its code, which only the claim store can open. */
export interface Claim extends ClaimedPurchase {
	readonly holderId: Snowflake;
	readonly claimedAt: number;
	/** Staff gave it without a code: the shop doesn't know it. */
	readonly isGiven?: true;
}

export interface ReadClaims {
	readonly claims: readonly Claim[];
	/** False if a row is damaged: the member may hold more than these. */
	readonly isComplete: boolean;
}

/** A claim's latest checks with the marketplace. Times in milliseconds since the epoch. */
interface ClaimCheck {
	readonly at: number;
	/** "Invalid" answers since the last "valid" one, oldest first. */
	readonly misses: readonly number[];
}

/** The last four characters of a code, fewer if it is short, to tell purchases apart. Not a secret. */
export function codeEnding(code: string): string {
	return code.slice(-Math.min(4, Math.floor(code.length / 3)) || code.length);
}

// The shop's data about a purchase that a claim keeps, taken from each valid answer.

export const itemFactsSchema = z.strictObject({
	id: itemId,
	name: z.string(),
	category: z.string(),
});

/** Absent where the shop doesn't say it. */
export const paymentSchema = z.strictObject({
	/** The price paid, in units of `currency`, decimals included. */
	price: z.number().optional(),
	currency: z.string().optional(),
	downloaded: z.boolean().optional(),
});

export type ItemFacts = Readonly<z.infer<typeof itemFactsSchema>>;
export type Payment = Readonly<z.infer<typeof paymentSchema>>;

/** @returns undefined if the shop has said nothing about it */
export function paymentOf({ price, currency, downloaded }: Payment): Payment | undefined {
	if (price === undefined && downloaded === undefined) return undefined;
	return {
		...(price !== undefined && { price, ...(currency !== undefined && { currency }) }),
		...(downloaded !== undefined && { downloaded }),
	};
}
