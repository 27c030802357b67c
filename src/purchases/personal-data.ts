import type { ClaimEvent } from '../claims/record.js';

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
	/** What else was counted against a limit, and still is. */
	readonly countedAt: readonly number[];
	/** What other rooms store, by its kind. */
	readonly rows: readonly StoredRows[];
	/** False if not all rows of other rooms were searched for those of the member. */
	readonly isComplete: boolean;
}

/** What is stored about a member beside purchases and counts. */
export const storedKinds = ['refusals', 'notices', 'proposals', 'disputes'] as const;
export type StoredKind = (typeof storedKinds)[number];

interface StoredRows {
	readonly kind: StoredKind;
	/** Oldest first. */
	readonly rows: readonly StoredRow[];
}

export interface StoredRow {
	readonly at: number;
	readonly guildId: string | undefined;
	/** The room's own word for it, such as `taken`. */
	readonly what: string;
	/** What the member wrote. */
	readonly note?: string | undefined;
}

/**
 * What a room stores about members: each names its own, so that none is left out of `/privacy`, the file and the
 * deletion.
 */
export interface PersonalDataStore {
	/** Everything that names the member, oldest first. `bounded`: reads only so much, however much there is. */
	of(
		userId: string,
		reach: 'whole' | 'bounded',
	): Promise<{ readonly rows: readonly StoredRow[]; readonly isComplete: boolean }>;
	/** Removes all that names the member. */
	forget(userId: string): Promise<void>;
}

/** A purchase as it is stored about its holder. */
export interface StoredPurchase {
	readonly item: { readonly id: number; readonly name: string; readonly category: string };
	readonly licenseType: string;
	readonly status: 'active' | 'revoked';
	readonly locked: boolean;
	/** By the staff of a server, without a code. */
	readonly isGiven: boolean;
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
	readonly what: ClaimEvent['what'];
	readonly by: 'you' | 'staff' | 'claimcheck';
	readonly why: string | undefined;
	readonly guildId: string | undefined;
}
