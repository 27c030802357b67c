/** Everything that is stored about a member, but for the sealed codes. Times are milliseconds since the epoch. */
export interface PersonalData {
	readonly userId: string;
	/** The latest first. */
	readonly purchases: readonly StoredPurchase[];
	/** Held once and no longer, as far as what is stored names the member. The latest first. */
	readonly formerPurchases: readonly StoredFormerPurchase[];
	/** When wrong codes were sent, as far as they still count against the member. */
	readonly wrongCodesAt: readonly number[];
	/** When purchases were unlinked, as far as that still counts. */
	readonly unlinkedAt: readonly number[];
	/** What was refused in the last 30 days, oldest first. */
	readonly refusals: readonly StoredRefusal[];
}

/** A refusal or an error, as staff find it by its reference. */
export interface StoredRefusal {
	readonly at: number;
	readonly guildId: string | undefined;
	readonly why: string;
}

/** A purchase as it is stored about its holder. */
export interface StoredPurchase {
	readonly item: { readonly id: number; readonly name: string; readonly category: string };
	readonly licenseType: string;
	readonly status: 'active' | 'revoked';
	readonly locked: boolean;
	readonly claimedAt: number;
	readonly purchasedAt: number | undefined;
	readonly supportedUntil: number | undefined;
	/** When the marketplace was last asked about it again. */
	readonly checkedAt: number | undefined;
	/** When it has called the purchase invalid since it last called it valid. */
	readonly calledInvalidAt: readonly number[];
	/** The servers in which the member has verified it. */
	readonly guildIds: readonly string[];
	readonly history: readonly StoredEvent[];
	readonly undo: StoredUndo | undefined;
}

/** A purchase that the member held once. */
export interface StoredFormerPurchase
	extends Pick<StoredPurchase, 'item' | 'licenseType' | 'history' | 'undo'> {}

/** What staff can bring back for the member, or could, by undoing their latest change. */
export interface StoredUndo {
	readonly until: number;
	readonly claimedAt: number;
	readonly guildIds: readonly string[];
}

/** What has happened to a purchase. Others are named by their part alone: who they are is their personal data. */
export interface StoredEvent {
	readonly at: number;
	readonly what: string;
	readonly by: 'you' | 'staff' | 'claimcheck';
	readonly why: string | undefined;
	readonly guildId: string | undefined;
}
