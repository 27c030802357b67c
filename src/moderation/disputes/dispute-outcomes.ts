import type { MemberRef } from '../../base/member-ref.js';
import type { Claim } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { ModerationOutcome } from '../../claims/moderated-claims.js';
import type { Hindered } from './dispute.js';

// Requests of the members in a dispute and of staff, and their outcomes.

export type DisputeOpened =
	/** `gone`: the member has no such refusal here, or the purchase has no other holder any more. */
	| { readonly kind: 'gone' | Exclude<Hindered, 'already-open'> }
	| { readonly kind: 'open'; readonly reference: string; readonly at: number; readonly hasChannel: boolean };

/** A member of staff. */
export interface Judge extends MemberRef {
	readonly isAdministrator: boolean;
	readonly canManageRoles: boolean;
}

export type Ruled =
	| { readonly kind: 'done' }
	/** It was decided meanwhile, withdrawn, or deleted. */
	| { readonly kind: 'closed' }
	| { readonly kind: 'own-case' | 'absent' | 'discord-silent' | 'moved-lately' | 'several' | 'nobody' }
	| { readonly kind: Exclude<ModerationOutcome['kind'], 'done'> };

/** The changes of a decision, for the log and the audit channels. */
export interface DisputeMove {
	readonly guildId: string;
	readonly deed: 'moved' | 'seats-freed' | 'undid';
	readonly by: string;
	readonly holderId: string | undefined;
	readonly toUserId: string | undefined;
	readonly why: string;
	readonly isOwnCase: boolean;
	readonly file: ClaimDetails;
	/** The last characters of the code. */
	readonly codeEnd: string;
}

/** Receives moves of purchases. Declared here because reporting is a layer above. */
export interface DisputeReport {
	disputed(move: DisputeMove): void;
	/** A holder has let a purchase go to its claimant; `claim`: as the holder had it. */
	movedByMember(claim: Claim, to: MemberRef, codeEnd: string): void;
}
