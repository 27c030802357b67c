import type { MemberRef } from '../base/member-ref.js';

/** What a member has let go of. `left`: in that server alone. */
export interface UnlinkedPurchase {
	readonly kind: 'unlinked' | 'left';
	readonly member: MemberRef;
	readonly hash: string;
	readonly itemName: string;
	/** Where it no longer counts. */
	readonly guildIds: readonly string[];
}

/** Where this room reports what members did. Declared here because reporting stands above it. */
export interface PurchasesReport {
	unlinked(purchase: UnlinkedPurchase): void;
	/** A member's data has been deleted; `guildIds`: where roles are removed. */
	deleted(userId: string, guildIds: readonly string[]): void;
}
