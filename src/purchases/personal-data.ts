import type { PersonalName, PersonalRow } from '../base/personal-row.js';
import type { SupportEnd } from '../base/support-end.js';
import type { ItemFacts, Payment } from '../claims/purchase-facts.js';
import type { ClaimEvent } from '../claims/record.js';

/** Everything stored about a member, except the sealed codes. Times are milliseconds since the epoch. */
export interface PersonalData {
	readonly userId: string;
	/** Latest first. */
	readonly purchases: readonly StoredPurchase[];
	/** No longer held, as far as stored data names the member. Latest first. */
	readonly formerPurchases: readonly StoredFormerPurchase[];
	/** Times of wrong codes that still count against the member. */
	readonly wrongCodesAt: readonly number[];
	/** Times of unlinking that still count. */
	readonly unlinkedAt: readonly number[];
	/** Times of other rate-limited actions that still count. */
	readonly countedAt: readonly number[];
	/** Other rows that name the member. */
	readonly rows: readonly PersonalRows[];
	/** False if not all other rows were searched for the member's. */
	readonly isComplete: boolean;
}

interface PersonalRows {
	readonly kind: PersonalName;
	/** Oldest first. */
	readonly rows: readonly PersonalRow[];
}

export interface StoredPurchase {
	readonly item: ItemFacts;
	readonly licenseType: string;
	readonly status: 'active' | 'revoked';
	readonly locked: boolean;
	/** Given by staff without a code. */
	readonly isGiven: boolean;
	readonly claimedAt: number;
	readonly purchasedAt: number | undefined;
	readonly supportedUntil: SupportEnd;
	readonly payment: Payment | undefined;
	/** When the marketplace was last asked about it again. */
	readonly checkedAt: number | undefined;
	/** Times of "invalid" answers since the last "valid" one. */
	readonly calledInvalidAt: readonly number[];
	readonly history: readonly StoredEvent[];
	readonly undo: StoredUndo | undefined;
}

export interface StoredFormerPurchase
	extends Pick<StoredPurchase, 'item' | 'licenseType' | 'history' | 'undo'> {}

/** State that staff can restore for the member, or could until `until`, by undoing their latest change. */
export interface StoredUndo {
	readonly until: number;
	readonly claimedAt: number;
}

/** An event in a purchase's history. Other people appear only by their role: who they are is personal data. */
export interface StoredEvent {
	readonly at: number;
	readonly what: ClaimEvent['what'];
	readonly by: 'you' | 'staff' | 'another holder' | 'claimcheck';
	readonly why: string | undefined;
	readonly guildId: string | undefined;
}
