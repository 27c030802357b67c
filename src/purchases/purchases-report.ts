import type { MemberRef } from '../base/member-ref.js';

/** A purchase that a member gave up. */
export interface UnlinkedPurchase {
	readonly member: MemberRef;
	readonly hash: string;
	readonly itemName: string;
}

/** Reports members' actions. Declared here because its implementation in `reporting` is a layer above. */
export interface PurchasesReport {
	unlinked(purchase: UnlinkedPurchase): void;
	/** The data of a member who held purchases was deleted. */
	deleted(userId: string): void;
}
