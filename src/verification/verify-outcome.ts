import type { Claim } from '../claims/claim.js';
import type { Seat } from '../claims/claim-store.js';
import type { PasteMistake } from '../claims/paste-mistake.js';
import type { UncheckableReason } from '../marketplace/purchase-check.js';
import type { ItemMedia } from '../marketplace/schemas.js';

/** What an answer may tell of a claim. */
interface ShownClaim extends Pick<Claim, 'hash' | 'licenseType' | 'supportedUntil' | 'claimedAt'> {
	readonly item: Pick<Claim['item'], 'id' | 'name'>;
}

/**
 * The state of the role. `waiting`: it will be retried; `stopped`: after the next start of the bot. Both promises
 * never reject.
 */
export interface RoleProgress {
	readonly first: Promise<RoleStep<'waiting'>>;
	readonly settled: Promise<RoleStep<'stopped'>>;
}

interface RoleStep<Unfinished> {
	readonly kind: 'granted' | 'blocked' | 'member-left' | 'member-pending' | Unfinished;
	/** If blocked, by which role; undefined if the staff have not chosen one yet. */
	readonly roleId?: string | undefined;
	/** The roles that follow from the member's purchases and that they have now, where they are known. */
	readonly held?: readonly string[];
	/** Roles that wait until a person fixes something. */
	readonly withheld?: readonly { readonly roleId: string | undefined }[];
}

/** What a wrong code leaves a member. */
export interface Tries {
	/** How many more may go wrong before a pause. */
	readonly left: number;
	/** Until when there is one, in milliseconds since the epoch. */
	readonly retryAt?: number;
	/** The limit that exactly this code has reached. */
	readonly tripped?: 'member' | 'guild';
}

/** Every outcome of a request to verify. The view chooses the text from it. */
export type VerifyOutcome =
	/** The member holds the claim now; `returning`: had it before. */
	| {
			readonly kind: 'verified';
			readonly claim: ShownClaim;
			/** The code's last characters. */
			readonly codeEnd: string;
			/** Where the purchase has several. */
			readonly seat?: Seat;
			/** The roles that this purchase gives here. */
			readonly roleIds: readonly string[];
			readonly returning: boolean;
			/** Held it before and verifies it in this server for the first time: new to its staff. */
			readonly isNewHere?: boolean;
			/** Support had ended as far as we knew, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			/** The item's media; undefined if none is at hand. */
			readonly media?: ItemMedia | undefined;
			readonly role: RoleProgress;
	  }
	/** Nothing in the input looks like a code. No request was made, nothing counts. */
	| { readonly kind: 'not-a-code'; readonly mistake: PasteMistake }
	/** The marketplace said so, and the key is known to be good. `tries`: undefined where it doesn't count. */
	| { readonly kind: 'invalid'; readonly tries?: Tries }
	/** Somebody else holds the code. We don't say who. `hash`: the claim that it is of; `seats`: where it has several. */
	| { readonly kind: 'taken'; readonly hash: string; readonly seats?: number; readonly tries: Tries }
	/** Too many codes, for the reason that is named. `retryAt`: milliseconds since the epoch, where it is known. */
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	/** Our problem, not the member's. Nothing is recorded. `retryAt` where it is known. */
	| {
			readonly kind: 'uncheckable';
			readonly reason: UncheckableReason;
			readonly retryAt: number | undefined;
	  };

/** The member holds the claim. */
export type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;
