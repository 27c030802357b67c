import type { MemberRef } from '../base/member-ref.js';
import type { RoleFault } from './guild-finding.js';
import type { MemberRights } from './member-rights.js';
import type { SetupChange } from './setup-change.js';
import type { SetupWarning } from './setup-warnings.js';

/** Who chooses, where, with the rights that they have in the server at this moment. */
export interface Chooser extends MemberRef {
	readonly isAdministrator: boolean;
	/** Manage Server and Manage Roles, both. Administrators can. */
	readonly canManage: boolean;
	readonly rights: Pick<MemberRights, 'isAbove'>;
}

export type SetupOutcome =
	/** What may still be in the way is among the findings of the overview. */
	| { readonly kind: 'saved' }
	/** It takes Manage Server and Manage Roles, or an administrator. */
	| { readonly kind: 'not-allowed'; readonly takes: 'management' | 'administrator' }
	/** It is no role that the bot can give. */
	| {
			readonly kind: 'unusable-role';
			readonly roleId: string;
			readonly fault: RoleFault;
			/** It has powers, and they were confirmed. */
			readonly isPowerful?: boolean;
	  }
	| {
			readonly kind: 'refused-role';
			readonly roleId: string;
			readonly fault: /** Not below the chooser's highest role, so they couldn't hand it out in Discord either. */
				| 'out-of-reach'
				/** It has the permission Administrator. */
				| 'administrator'
				/** A role for buyers that is a staff role. */
				| 'is-staff'
				/** A staff role that the bot gives, or that members can give themselves. */
				| 'is-given'
				| 'self-chosen';
	  }
	/** It is no channel of this server in which messages can be written. */
	| { readonly kind: 'unusable-channel' }
	/** There are as many roles, or items with links, as there can be. */
	| { readonly kind: 'too-many'; readonly most: number }
	/** Saved as soon as the same choice comes with this digest of its concerns. */
	| {
			readonly kind: 'to-confirm';
			readonly change: SetupChange;
			readonly concerns: readonly SetupWarning[];
			readonly digest: string;
	  }
	/** Discord has an outage, and the guild can't be looked at. */
	| { readonly kind: 'guild-unavailable' }
	/** Only home's managers choose who may hold a claim. */
	| { readonly kind: 'home-only' };
