import type { ClaimFile } from '../claims/claim-file.js';
import type { ModerationOutcome } from '../claims/moderated-claims.js';
import type { MemberRef } from '../member-ref.js';
import type { ModerationAction } from './proposals.js';

// What staff ask of claims, and what becomes of it.

/** A member of a guild's staff who may decide about claims there. */
export interface Moderator extends MemberRef {
	readonly isAdministrator: boolean;
}

/** A claim with one of its holders; undefined where nobody holds it any more. */
export interface ModerationCase {
	readonly file: ClaimFile;
	readonly holderId: string | undefined;
	/** The last characters of the code, the others hidden. */
	readonly maskedCode: string;
}

/** What a change was about, for the answer and for the audit channel. */
export interface ModerationEvent {
	readonly action: ModerationAction | 'undo';
	readonly by: string;
	readonly itemName: string;
	readonly memberId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	/** Whether it is the own case of whoever changed it. They are an administrator then. */
	readonly isOwnCase: boolean;
}

/** Why nobody can transfer a purchase to a member. */
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
			/** Identify the change for an undo; undefined after an undo. */
			readonly undo: { readonly hash: string; readonly revision: number } | undefined;
	  }
	/** The proposal is too old, was carried out already, or is somebody else's. */
	| { readonly kind: 'expired' }
	| { readonly kind: Exclude<ModerationOutcome['kind'], 'done'> | ReceiverHindrance };

export type Rechecked =
	| { readonly kind: 'valid' | 'uncheckable' | 'unknown' }
	/** Three of these on different days revoke it and remove the roles. */
	| { readonly kind: 'invalid'; readonly misses: number };
