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

/** The result of one check, with what its text says. */
export type Found<Check extends string, Levels extends Level, Fields = unknown> = {
	readonly check: Check;
	readonly level: Levels;
} & Readonly<Fields>;

/** The result of one check in a guild. A check without faults yields one `ok`, else one finding per fault. */
export type GuildFinding =
	/** Problem: no buyer role is known. */
	| Found<'manage-roles' | 'buyer-role', 'ok' | 'problem'>
	| Found<'roles-assignable', 'ok', { count: number }>
	/** `isPowerful`: it has powers, so the bot's role shouldn't be moved above it. */
	| Found<'roles-assignable', 'problem', { role: Named; fault: RoleFault; isPowerful?: boolean }>
	| Found<'roles-harmless', 'ok'>
	| Found<'roles-harmless', 'problem', { role: Named; powers: readonly Power[] }>
	/** It makes no one staff: it was deleted, or members can get it. */
	| Found<'staff-role', 'problem', { role: Named }>
	/** Members with the role don't see these commands: staff by role those of staff, or others those for everyone. */
	| Found<'staff-commands' | 'hidden-commands', 'warning', { role: Named; commands: readonly string[] }>
	/** A channel that the bot can't see, so it can't be used or checked. `lacking`: the permissions that it needs there. */
	| Found<
			ChannelCheck,
			'warning' | 'problem',
			{ fault: 'unseen'; what: ChannelPurpose; channel: Named; lacking: readonly ChannelNeed[] }
	  >
	/** A channel for members, which those who have not confirmed their age can't use. */
	| Found<ChannelCheck, 'warning', { fault: 'age-restricted'; what: ChannelPurpose; channel: Named }>
	| Found<'panel', 'ok', { channel: Named }>
	| Found<'panel', 'warning', { fault: 'none' }>
	/** Only in the audit channel, which must never be opened to members. */
	| Found<'panel', 'warning', { fault: 'audit-channel'; channel: Named }>
	/** `lacking`: the permissions that @everyone lacks there. */
	| Found<'panel', 'warning', { fault: 'hidden'; channel: Named; lacking: readonly ReaderNeed[] }>
	/** A channel that members are sent to. `audit-channel`: which must never be opened to members. */
	| Found<
			'links',
			'warning',
			{ what: 'support' | 'help'; fault: 'missing' | 'hidden' | 'audit-channel'; channel: Named }
	  >
	/** Announcements of new items can't be posted. */
	| Found<
			'updates',
			'problem',
			{ channel: Named; fault: 'missing' | 'not-allowed'; lacking: readonly ChannelNeed[] }
	  >
	/** They can't mention their role, or it was deleted. */
	| Found<'updates', 'warning', { fault: 'silent'; role: Named }>
	/** `channel` is undefined if none is set, which is allowed. */
	| Found<'audit-channel', 'ok', { channel: Named | undefined }>
	| Found<
			'audit-channel',
			'problem',
			{ channel: Named; fault: 'missing' | 'no-messages' | 'not-allowed'; lacking: readonly ChannelNeed[] }
	  >;

/** @returns why the role can't be given, or undefined if it can as soon as the bot may manage roles */
export function roleFault(facts: GuildFacts, roleId: string): RoleFault | undefined {
	const role = facts.role(roleId);
	if (role === undefined) return 'missing';
	if (role.isEveryone) return 'everyone';
	if (role.isManaged) return 'managed';
	return role.isBelowBot ? undefined : 'above-bot';
}
