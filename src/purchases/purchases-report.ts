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

/** Reports members' actions. Declared here because its implementation in `reporting` is a layer above. */
export interface PurchasesReport {
	unlinked(purchase: UnlinkedPurchase): void;
	/** A member's data was deleted; `guildIds`: where roles are removed. */
	deleted(userId: string, guildIds: readonly string[]): void;
}
