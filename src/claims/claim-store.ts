import type { Store } from '../storage/store.js';
import { claimChecks } from './claim-checks.js';
import { ClaimKeys } from './claim-keys.js';
import { type ClaimParts, ClaimRecords } from './claim-records.js';
import { claimScan } from './claim-scan.js';
import { bringToFormat, type FormatOptions, refuseOtherFormat } from './format.js';
import { moderatedClaims } from './moderated-claims.js';
import { ownClaims } from './own-claims.js';
import { bindSecret, isBound } from './secret-guard.js';

export interface ClaimStoreOptions extends ClaimParts {
	/** Secret. */
	readonly claimSecret: string;
	/** How a store of the version before is converted. Default: without a wait or a report. */
	readonly upgrading?: FormatOptions;
}

/** Like `openClaimStore`, but changes nothing: an older version may still be using the store. */
export async function checkReadable(store: Store, claimSecret: string): Promise<void> {
	await isBound(store, new ClaimKeys(claimSecret).check);
	await refuseOtherFormat(store);
}

/** Initializes an empty store, converts one of the version before, and rejects as `bindSecret` and `bringToFormat`. */
export async function openClaimStore(options: ClaimStoreOptions): Promise<ClaimStore> {
	const keys = new ClaimKeys(options.claimSecret);
	// The secret first: a store of another one must not be changed.
	await bindSecret(options.store, keys.check);
	await bringToFormat(options.store, options.upgrading);
	return new ClaimStore(options, keys);
}

/** Which members hold which purchases, and what each of them, staff and the shop may do with these. */
export class ClaimStore extends ClaimRecords {
	readonly moderated = moderatedClaims(this);
	readonly own = ownClaims(this);
	readonly checks = claimChecks(this);
	readonly scan = claimScan(this);
}
