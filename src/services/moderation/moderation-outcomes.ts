import type { MemberRef } from '../../base/row-fields.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Expired, ModerationOutcome, TooMany } from '../../claims/moderated-claims.js';
import type { ProvenPurchase } from '../../claims/record.js';
import type { CheckedEvent, ModerationEvent } from '../../messages/audit.js';
import type { MemberRights } from '../../servers/guild-facts.js';

export type Act = 'move' | 'unlink' | 'free' | 'lock' | 'unlock' | 'revoke' | 'lift';

/** A member of staff who may decide about purchases in a guild, with their current rights. */
export interface Moderator extends MemberRef {
	readonly isAdministrator: boolean;
	/** False for members who are staff by role only: `ModerationAct` says what they can't do. */
	readonly canManageRoles: boolean;
	/** They give only roles below their highest one. */
	readonly rights: Pick<MemberRights, 'isAbove'>;
}

/** A purchase with one of its holders; undefined if it has none any more. */
export interface ModeratedPurchase {
	readonly file: ClaimDetails;
	readonly holderId: string | undefined;
	/** The last characters of the code; undefined if staff gave it without one. */
	readonly codeEnd: string | undefined;
}

/** `discord-silent`: Discord could not be reached. */
type ReceiverHindrance = 'own-case' | 'is-bot' | 'not-a-member' | 'discord-silent';

export type Carried =
	| {
			readonly kind: 'done';
			readonly event: ModerationEvent;
			/** Identifies the change for an undo, which expires at `until`; undefined after an undo. */
			readonly undo: { readonly revision: number; readonly until: number } | undefined;
	  }
	| Expired
	/** It would give a role that is not below the giver's highest one. */
	| { readonly kind: 'role-above'; readonly roleId: string }
	| TooMany
	/** No such item is for sale, or the typed text is not a valid number of days. */
	| { readonly kind: 'unknown-item' | 'not-days' }
	/** The shop could not be reached (its list of items isn't loaded yet), or no longer recognizes the code. */
	| { readonly kind: 'uncheckable' | 'invalid' }
	| { readonly kind: Exclude<ModerationOutcome['kind'], 'done'> | ReceiverHindrance };

export type Checked =
	/** `given`: it has no code to check. `too-soon`: it was checked a moment ago. */
	| { readonly kind: 'uncheckable' | 'unknown' | 'given' }
	| { readonly kind: 'too-soon'; readonly retryAt: number }
	| CheckedEvent['outcome'];

export type LookedUp =
	| { readonly kind: 'held'; readonly purchase: ModeratedPurchase }
	/** `id`: the handle for giving or blocking it, valid for a quarter of an hour. */
	| {
			readonly kind: 'free';
			readonly id: string;
			readonly codeEnd: string;
			readonly purchase: ProvenPurchase;
	  }
	/** The shop doesn't recognize it, or could not be reached. */
	| { readonly kind: 'not-a-code' | 'invalid' | 'uncheckable' };
