import type { MemberRef } from '../base/member-ref.js';

/** A purchase that a member gave up. `left`: only in that server. */
export interface UnlinkedPurchase {
	readonly kind: 'unlinked' | 'left';
	readonly member: MemberRef;
	readonly hash: string;
	readonly itemName: string;
	/** Guilds in which it no longer counts. */
	readonly guildIds: readonly string[];
}

/** A change to a given seat. `by`: who did it; `otherId`: the receiver, or the giver if the receiver did it. */
export interface SeatEvent {
	readonly what: 'offered' | 'withdrawn' | 'accepted' | 'taken-back' | 'left';
	readonly by: MemberRef;
	readonly otherId: string;
	readonly hash: string;
	readonly itemName: string;
	/** Guilds in which the purchase no longer counts for the receiver. */
	readonly guildIds?: readonly string[];
}

/** Reports members' actions. Declared here because its implementation in `reporting` is a layer above. */
export interface PurchasesReport {
	unlinked(purchase: UnlinkedPurchase): void;
	seat(event: SeatEvent): void;
	/** A member's data was deleted; `guildIds`: where roles are removed. */
	deleted(userId: string, guildIds: readonly string[]): void;
}
