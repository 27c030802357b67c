import type { PasteMistake } from '../../base/purchase-code.js';
import type { Claim } from '../../claims/claim.js';
import type { Seat } from '../../claims/claim-store.js';
import type { UncheckableReason } from '../../marketplace/purchase-check.js';
import type { ItemMedia } from '../../marketplace/schemas.js';
import type { SyncTicket } from '../../roles/syncs.js';

/** The parts of a claim that a reply may show. */
interface ShownClaim extends Pick<Claim, 'hash' | 'licenseType' | 'supportedUntil' | 'claimedAt'> {
	readonly item: Pick<Claim['item'], 'id' | 'name'>;
}

/** A member's remaining tries after a wrong code. */
export interface Tries {
	/** Misses left before a pause. */
	readonly left: number;
	/** End of the current pause, in milliseconds since the epoch. */
	readonly retryAt?: number;
	readonly tripped?: 'member' | 'guild';
}

/** Every outcome of a request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: and already held it before. */
	| {
			readonly kind: 'verified';
			readonly claim: ShownClaim;
			readonly codeEnd: string;
			readonly seat?: Seat;
			/** Roles that this purchase gives in this guild. */
			readonly roleIds: readonly string[];
			readonly returning: boolean;
			/** Support had ended according to our records, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			readonly media?: ItemMedia | undefined;
			readonly role: SyncTicket;
	  }
	/** Nothing in the input looks like a code. No request was made, and nothing counts. */
	| { readonly kind: 'not-a-code'; readonly mistake: PasteMistake }
	/**
	 * The marketplace's definite answer, with a key that is known to be good. `tries`: undefined if it doesn't count.
	 * `isFirst`: it is the member's only wrong code that counts.
	 */
	| { readonly kind: 'invalid'; readonly tries?: Tries; readonly isFirst?: true }
	/** Another member holds the code; the reply doesn't say who. `seats`: if it has several. */
	| { readonly kind: 'taken'; readonly hash: string; readonly seats?: number; readonly tries: Tries }
	/** Too many codes. `retryAt`: milliseconds since the epoch, if known. */
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** A problem on our side. Nothing is recorded. `retryAt` if known. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt: number | undefined;
	  };

export type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;
