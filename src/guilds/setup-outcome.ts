import type { MemberRef } from '../base/member-ref.js';
import type { RoleFault } from './guild-finding.js';
import type { MemberRights } from './member-rights.js';
import type { RuleReach } from './rule-reach.js';
import type { SetupChange } from './setup-change.js';
import type { SetupWarning } from './setup-warnings.js';

/** The member who chooses, with their current rights in the server. */
export interface Chooser extends MemberRef {
	readonly isAdministrator: boolean;
	/** Manage Server and Manage Roles, both; administrators have them. */
	readonly canManage: boolean;
	readonly rights: Pick<MemberRights, 'isAbove'>;
}

export type SetupOutcome =
	/** Remaining obstacles are among the findings of the overview. */
	| { readonly kind: 'saved' }
	/** It requires Manage Server and Manage Roles, or an administrator. */
	| { readonly kind: 'not-allowed'; readonly takes: 'management' | 'administrator' }
	| {
			readonly kind: 'unusable-role';
			readonly roleId: string;
			readonly fault: RoleFault;
			/** The role has elevated permissions, and a manager confirmed them. */
			readonly isPowerful?: boolean;
	  }
	| {
			readonly kind: 'refused-role';
			readonly roleId: string;
			readonly fault: /** Not below the chooser's highest role, so they couldn't give it in Discord either. */
				| 'out-of-reach'
				| 'administrator'
				/** A role for buyers that is a staff role. */
				| 'is-staff'
				/** A staff role that the bot gives, or that members can give themselves. */
				| 'is-given'
				| 'self-chosen';
	  }
	/** Not a text channel of this server. */
	| { readonly kind: 'unusable-channel' }
	/** An audit channel that has the panel: members read there. */
	| { readonly kind: 'panel-channel'; readonly channelId: string }
	/** The limit of roles, or items with links, is reached. */
	| { readonly kind: 'too-many'; readonly most: number }
	/** Saved once the same choice comes with this digest of its concerns. */
	| {
			readonly kind: 'to-confirm';
			readonly change: SetupChange;
			readonly concerns: readonly SetupWarning[];
			readonly digest: string;
			/** Of a new rule, in a server with buyers. */
			readonly reach?: RuleReach;
	  }
	| { readonly kind: 'guild-unavailable' };

export type RefusedSetup = Exclude<SetupOutcome, { readonly kind: 'saved' | 'to-confirm' }>;
