/** A Discord snowflake: 17–20 digits. */
export type Snowflake = string;

/**
 * One purchase as one member holds it; a code with seats for a team is a claim of each of its holders. The code
 * itself is not part of it: the claim is found by a keyed hash of the code and contains a sealed copy that only the
 * claim store can open.
 */
export interface Claim {
	/**
	 * Keyed hash of the canonical code: the purchase's identity. Not a secret, and useless without the claim secret.
	 */
	readonly hash: string;
	readonly holderId: Snowflake;
	/** The guilds in which the holder has presented the code: where the role is owed. */
	readonly guildIds: readonly Snowflake[];
	/** `revoked`: the purchase was refunded. It still can't be claimed by anybody else. */
	readonly status: 'active' | 'revoked';
	/** Locked by a moderator: nobody new can hold it, and no holder can unlink it or be removed. */
	readonly locked: boolean;
	readonly item: { readonly id: number; readonly name: string; readonly category: string };
	readonly licenseType: string;
	/** Milliseconds since the epoch; undefined where the purchase has no support. */
	readonly supportedUntil: number | undefined;
	/** Milliseconds since the epoch. */
	readonly purchasedAt: number | undefined;
	/** Milliseconds since the epoch. */
	readonly claimedAt: number;
	/** Undefined until the claim has been checked again. */
	readonly check: ClaimCheck | undefined;
	/** The guild whose staff gave it without a code: it counts there alone, and the shop knows nothing of it. */
	readonly givenIn?: Snowflake;
}

/** A member's claims as far as they can be read. */
export interface ReadClaims {
	readonly claims: readonly Claim[];
	/** False if a row is damaged: the member may hold more than these. */
	readonly isComplete: boolean;
}

/** The latest checks of a claim with the marketplace. Times in milliseconds since the epoch. */
export interface ClaimCheck {
	/** The last definite answer. */
	readonly at: number;
	/** The "invalid" answers since the last "valid" one, oldest first. */
	readonly misses: readonly number[];
}
