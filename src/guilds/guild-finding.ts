import type { ChannelNeed, GuildFacts, Power, ReaderNeed } from './guild-facts.js';

export type RoleFault =
	/** It was deleted, or belongs to another guild. */
	'missing' | 'everyone' | 'managed' | 'above-bot';

/** An object of the guild by id, and by name if it still exists. A channel that the bot can't see is called ''. */
export interface Named {
	readonly id: string;
	readonly name: string | undefined;
}

export type Level = 'ok' | 'warning' | 'problem';

export type ChannelPurpose = 'audit' | 'panel' | 'support' | 'help' | 'updates';
export type ChannelCheck = 'audit-channel' | 'panel' | 'links' | 'updates';

/** The result of one check in a guild. A check without faults yields one `ok`, else one finding per fault. */
export type GuildFinding =
	| { readonly check: 'manage-roles'; readonly level: 'ok' | 'problem' }
	/** Problem: no buyer role is known. */
	| { readonly check: 'buyer-role'; readonly level: 'ok' | 'problem' }
	| { readonly check: 'roles-assignable'; readonly level: 'ok'; readonly count: number }
	| {
			readonly check: 'roles-assignable';
			readonly level: 'problem';
			readonly role: Named;
			readonly fault: RoleFault;
			/** It has powers: the bot's role shouldn't be moved above it. */
			readonly isPowerful?: boolean;
	  }
	| { readonly check: 'roles-harmless'; readonly level: 'ok' }
	| {
			readonly check: 'roles-harmless';
			readonly level: 'problem';
			readonly role: Named;
			readonly powers: readonly Power[];
	  }
	/** It makes no one staff: it was deleted, or members can get it. */
	| { readonly check: 'staff-role'; readonly level: 'problem'; readonly role: Named }
	/** Staff by role don't see these staff commands in Discord. */
	| {
			readonly check: 'staff-commands';
			readonly level: 'warning';
			readonly role: Named;
			readonly commands: readonly string[];
	  }
	/** Members with the role don't see these commands, which are for everyone. */
	| {
			readonly check: 'hidden-commands';
			readonly level: 'warning';
			readonly role: Named;
			readonly commands: readonly string[];
	  }
	/** A channel that the bot can't see, so it can't be used or checked. `lacking`: the permissions that it needs there. */
	| {
			readonly check: ChannelCheck;
			readonly level: 'warning' | 'problem';
			readonly fault: 'unseen';
			readonly what: ChannelPurpose;
			readonly channel: Named;
			readonly lacking: readonly ChannelNeed[];
	  }
	/** A channel for members, which those who have not confirmed their age can't use. */
	| {
			readonly check: ChannelCheck;
			readonly level: 'warning';
			readonly fault: 'age-restricted';
			readonly what: ChannelPurpose;
			readonly channel: Named;
	  }
	| { readonly check: 'panel'; readonly level: 'ok'; readonly channel: Named }
	| { readonly check: 'panel'; readonly level: 'warning'; readonly fault: 'none' }
	/** Only in the audit channel, which must never be opened to members. */
	| {
			readonly check: 'panel';
			readonly level: 'warning';
			readonly fault: 'audit-channel';
			readonly channel: Named;
	  }
	| {
			readonly check: 'panel';
			readonly level: 'warning';
			readonly fault: 'hidden';
			readonly channel: Named;
			/** The permissions that @everyone lacks there. */
			readonly lacking: readonly ReaderNeed[];
	  }
	/** A channel that members are sent to. */
	| {
			readonly check: 'links';
			readonly level: 'warning';
			readonly what: 'support' | 'help';
			/** `audit-channel`: which must never be opened to members. */
			readonly fault: 'missing' | 'hidden' | 'audit-channel';
			readonly channel: Named;
	  }
	/** Announcements of new items can't be posted. */
	| {
			readonly check: 'updates';
			readonly level: 'problem';
			readonly channel: Named;
			readonly fault: 'missing' | 'not-allowed';
			readonly lacking: readonly ChannelNeed[];
	  }
	/** They can't mention their role, or it was deleted. */
	| { readonly check: 'updates'; readonly level: 'warning'; readonly fault: 'silent'; readonly role: Named }
	/** `channel` is undefined if none is set, which is allowed. */
	| { readonly check: 'audit-channel'; readonly level: 'ok'; readonly channel: Named | undefined }
	| {
			readonly check: 'audit-channel';
			readonly level: 'problem';
			readonly channel: Named;
			readonly fault: 'missing' | 'no-messages' | 'not-allowed';
			readonly lacking: readonly ChannelNeed[];
	  };

/** @returns why the role can't be given, or undefined if it can as soon as the bot may manage roles */
export function roleFault(facts: GuildFacts, roleId: string): RoleFault | undefined {
	const role = facts.role(roleId);
	if (role === undefined) return 'missing';
	if (role.isEveryone) return 'everyone';
	if (role.isManaged) return 'managed';
	return role.isBelowBot ? undefined : 'above-bot';
}
