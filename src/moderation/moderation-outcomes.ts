import type { MemberRef } from '../base/member-ref.js';
import type { ClaimDetails } from '../claims/claim-details.js';
import type { ModerationOutcome } from '../claims/moderated-claims.js';
import type { MemberRights } from '../guilds/member-rights.js';
import type { ModerationAction } from './proposals.js';

// What staff ask of purchases, and what becomes of it.

/** A member of a guild's staff who may decide about purchases there, with their rights at this moment. */
export interface Moderator extends MemberRef {
	readonly isAdministrator: boolean;
	/** Staff by a role alone can't: they give and revoke nothing. */
	readonly canManageRoles: boolean;
	/** They give only roles below their highest one. */
	readonly rights: Pick<MemberRights, 'isAbove'>;
}

/** A purchase with one of its holders; undefined where nobody holds it any more. */
export interface ModeratedPurchase {
	readonly file: ClaimDetails;
	readonly holderId: string | undefined;
	/** The last characters of the code; undefined where staff gave it without one. */
	readonly codeEnd: string | undefined;
}

/** What staff have done, for the answer and for the audit channel. */
export type ModerationDeed =
	| 'moved'
	| 'unlinked'
	| 'seats-freed'
	| 'locked'
	| 'unlocked'
	| 'revoked'
	| 'lifted'
	| 'gave'
	| 'undid';

export const deedOf: Readonly<Record<ModerationAction, ModerationDeed>> = {
	move: 'moved',
	unlink: 'unlinked',
	free: 'seats-freed',
	lock: 'locked',
	unlock: 'unlocked',
	revoke: 'revoked',
	lift: 'lifted',
	give: 'gave',
};

/** One act of staff with all that is to be told of it. Never a code. */
export interface ModerationEvent {
	readonly deed: ModerationDeed;
	readonly by: string;
	readonly hash: string;
	readonly itemName: string;
	/** The last characters of the code; undefined where there is none. */
	readonly codeEnd: string | undefined;
	/** Who held it before, or holds it. */
	readonly memberId: string | undefined;
	/** Who has it now, where that is new. */
	readonly toUserId: string | undefined;
	readonly why: string;
	/** Whether it is the own purchase of whoever did it. They are an administrator then. */
	readonly isOwnCase: boolean;
}

/** Why nobody can move or give a purchase to a member. */
export type ReceiverHindrance =
	| 'own-case'
	| 'is-bot'
	| 'not-a-member'
	/** Discord could not be asked. */
	| 'discord-silent';

export type Carried =
	| {
			readonly kind: 'done';
			readonly event: ModerationEvent;
			/** Identify the change for an undo, which ends then; undefined after an undo. */
			readonly undo: { readonly revision: number; readonly until: number } | undefined;
	  }
	/** The proposal is too old, was carried out already, or is somebody else's. */
	| { readonly kind: 'expired' }
	/** It would give a role that is not below the giver's highest one. */
	| { readonly kind: 'role-above'; readonly roleId: string }
	/** Nobody may give more in a day. */
	| { readonly kind: 'too-many'; readonly retryAt: number }
	/** No such item is for sale, or the list of items isn't loaded. */
	| { readonly kind: 'unknown-item' }
	/** What was typed is no number of days that can be given. */
	| { readonly kind: 'not-days' }
	/** The shop could not be asked, or no longer knows the code. */
	| {
			readonly kind:
				| 'uncheckable'
				| 'invalid'
				| Exclude<ModerationOutcome['kind'], 'done'>
				| ReceiverHindrance;
	  };

/** What the shop says about a purchase that staff have it asked about. */
export type Checked =
	/** `given`: it has no code to ask about. `too-soon`: it was asked a moment ago. */
	| { readonly kind: 'uncheckable' | 'unknown' | 'given' }
	| { readonly kind: 'too-soon'; readonly retryAt: number }
	| {
			readonly kind: 'valid';
			readonly supportedUntil: number | undefined;
			readonly supportChanged: boolean;
			/** Roles that the holder has got, or lost, by it. */
			readonly gained: readonly string[];
			readonly lost: readonly string[];
	  }
	/** Three of these on different days revoke it and remove the roles. */
	| { readonly kind: 'invalid'; readonly misses: number; readonly isRevoked: boolean };

/** What the audit channel is told of a check that staff asked for. */
export interface CheckedEvent {
	readonly by: string;
	readonly hash: string;
	readonly itemName: string;
	readonly codeEnd: string | undefined;
	readonly memberId: string | undefined;
	readonly outcome: Extract<Checked, { kind: 'valid' | 'invalid' }>;
}

/** What is known of a code that staff look up. */
export type LookedUp =
	| { readonly kind: 'held'; readonly purchases: readonly ModeratedPurchase[] }
	| { readonly kind: 'not-a-code' }
	/** In another server than home: it was not verified there. */
	| { readonly kind: 'unknown-here' }
	/** `id`: what it is given or blocked by, for a quarter of an hour. Times are milliseconds since the epoch. */
	| {
			readonly kind: 'free';
			readonly id: string;
			readonly codeEnd: string;
			readonly item: { readonly id: number; readonly name: string };
			readonly licenseType: string;
			readonly supportedUntil: number | undefined;
			readonly purchasedAt: number | undefined;
	  }
	/** The shop doesn't know it, or could not be asked. */
	| { readonly kind: 'invalid' | 'uncheckable'; readonly id: string };
