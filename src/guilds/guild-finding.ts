import type { ChannelNeed, GuildFacts, Power, ReaderNeed } from './guild-facts.js';

/** Why a role can't be given. */
export type RoleFault =
	/** It was deleted, or is not one of this guild. */
	| 'missing'
	| 'everyone'
	/** It belongs to a bot or an integration. */
	| 'managed'
	| 'above-bot';

/** Something of the guild by its id, and by its name where it still has one. */
export interface Named {
	readonly id: string;
	readonly name: string | undefined;
}

export type Level = 'ok' | 'warning' | 'problem';

/** The result of one check in a guild. A check that finds nothing wrong is one `ok`, else one for each fault. */
export type GuildFinding =
	| { readonly check: 'manage-roles'; readonly level: 'ok' | 'problem' }
	/** A problem: no buyer role is known. */
	| { readonly check: 'buyer-role'; readonly level: 'ok' | 'problem' }
	| { readonly check: 'roles-assignable'; readonly level: 'ok'; readonly count: number }
	| {
			readonly check: 'roles-assignable';
			readonly level: 'problem';
			readonly role: Named;
			readonly fault: RoleFault;
	  }
	| { readonly check: 'roles-harmless'; readonly level: 'ok' }
	| {
			readonly check: 'roles-harmless';
			readonly level: 'problem';
			readonly role: Named;
			readonly powers: readonly Power[];
	  }
	/** It makes nobody staff: it is gone, or in everybody's reach. */
	| { readonly check: 'staff-role'; readonly level: 'problem'; readonly role: Named }
	/** Staff by the role don’t see these commands of theirs in Discord. */
	| {
			readonly check: 'staff-commands';
			readonly level: 'warning';
			readonly role: Named;
			readonly commands: readonly string[];
	  }
	/** Members with the role don’t see these commands, which are for everybody. */
	| {
			readonly check: 'hidden-commands';
			readonly level: 'warning';
			readonly role: Named;
			readonly commands: readonly string[];
	  }
	/** The message with which everybody can verify. */
	| { readonly check: 'panel'; readonly level: 'ok'; readonly channel: Named }
	| { readonly check: 'panel'; readonly level: 'warning'; readonly fault: 'none' }
	| {
			readonly check: 'panel';
			readonly level: 'warning';
			readonly fault: 'hidden';
			readonly channel: Named;
			/** What not everybody is allowed there. */
			readonly lacking: readonly ReaderNeed[];
	  }
	/** A channel that members are sent to. */
	| {
			readonly check: 'links';
			readonly level: 'warning';
			readonly what: 'support' | 'help';
			readonly fault: 'missing' | 'hidden';
			readonly channel: Named;
	  }
	/** `channel` undefined: none is set, which is allowed. */
	| { readonly check: 'audit-channel'; readonly level: 'ok'; readonly channel: Named | undefined }
	| {
			readonly check: 'audit-channel';
			readonly level: 'problem';
			readonly channel: Named;
			readonly fault: 'missing' | 'no-messages' | 'not-allowed';
			readonly lacking: readonly ChannelNeed[];
	  };

/** Why the role can't be given; undefined where it can, as soon as the bot may manage roles. */
export function roleFault(facts: GuildFacts, roleId: string): RoleFault | undefined {
	const role = facts.role(roleId);
	if (role === undefined) return 'missing';
	if (role.isEveryone) return 'everyone';
	if (role.isManaged) return 'managed';
	return role.isBelowBot ? undefined : 'above-bot';
}
