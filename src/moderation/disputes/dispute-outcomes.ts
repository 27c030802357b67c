import type { MemberRef } from '../../base/member-ref.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { HolderIn, ModerationOutcome } from '../../claims/moderated-claims.js';
import type { Hindered } from './dispute.js';

// What the sides of a dispute and the staff ask for, and what becomes of it.

/** A purchase as both sides recognise it. */
export interface DisputedPurchase {
	readonly name: string;
	readonly ending: string;
}

/** What a member finds behind the reference of an own refusal. */
export type DisputeLookUp =
	/** No such refusal of this member here, or nobody else's purchase any more. */
	| { readonly kind: 'gone' }
	| {
			readonly kind: 'free';
			readonly reference: string;
			readonly purchase: DisputedPurchase;
			readonly mayMove: boolean;
	  }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

export type DisputeOpened =
	| { readonly kind: 'gone' | Exclude<Hindered, 'already-open'> }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

/** Somebody of home's staff. */
export interface Judge extends MemberRef {
	readonly isAdministrator: boolean;
	readonly canManageRoles: boolean;
}

export type Ruled =
	| { readonly kind: 'done' }
	/** Decided meanwhile, withdrawn, or gone. */
	| { readonly kind: 'closed' }
	| { readonly kind: 'own-case' | 'absent' | 'discord-silent' | 'moved-lately' | 'several' | 'nobody' }
	| { readonly kind: Exclude<ModerationOutcome['kind'], 'done'> };

/** What a decision has changed, for the log and the audit channels. */
export interface DisputeMove {
	readonly guildId: string;
	readonly deed: 'moved' | 'seats-freed' | 'undid';
	readonly by: string;
	readonly holderId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	readonly isOwnCase: boolean;
	readonly file: ClaimDetails;
	/** How the code ends. */
	readonly codeEnd: string;
	readonly ended: readonly HolderIn[];
}

/** Where this room reports what has moved. Declared here because reporting stands above it. */
export interface DisputeReport {
	/** Home's staff have decided a dispute. */
	disputed(move: DisputeMove): void;
	/** A member has moved a purchase to an own other account; `claim`: as the former one had it. */
	movedByMember(claim: Claim, to: MemberRef, codeEnd: string): void;
}
