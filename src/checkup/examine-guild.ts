import type { ChannelNeed, GuildFacts, Power } from '../guilds/guild-facts.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import { givenRoles } from '../guilds/setup-change.js';

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

/** Holds the settings against the guild: what would not work there, and what works and should not. */
export function examineGuild(facts: GuildFacts, settings: GuildSettings): readonly GuildFinding[] {
	return [
		{ check: 'manage-roles', level: facts.canManageRoles ? 'ok' : 'problem' },
		{ check: 'buyer-role', level: settings.buyerRoleId === undefined ? 'problem' : 'ok' },
		...examineRoles(facts, settings),
		...examineStaffRoles(facts, settings),
		examineAuditChannel(facts, settings.auditChannelId),
	];
}

function examineRoles(facts: GuildFacts, settings: GuildSettings): readonly GuildFinding[] {
	const roleIds = [...givenRoles(settings)];
	const named = (id: string): Named => ({ id, name: facts.role(id)?.name });
	const faulty = roleIds.flatMap((id): GuildFinding[] => {
		const fault = roleFault(facts, id);
		return fault === undefined
			? []
			: [{ check: 'roles-assignable', level: 'problem', role: named(id), fault }];
	});
	const powerful = roleIds.flatMap((id): GuildFinding[] => {
		const { powers = [], powerBits = 0n } = facts.role(id) ?? {};
		const confirmed = BigInt(settings.confirmedPowers?.[id] ?? 0);
		return (powerBits & ~confirmed) === 0n
			? []
			: [{ check: 'roles-harmless', level: 'problem', role: named(id), powers }];
	});
	if (faulty.length === 0 && roleIds.length > 0) {
		faulty.push({ check: 'roles-assignable', level: 'ok', count: roleIds.length });
	}
	if (powerful.length === 0 && roleIds.length > 0) powerful.push({ check: 'roles-harmless', level: 'ok' });
	return [...faulty, ...powerful];
}

function examineStaffRoles(facts: GuildFacts, settings: GuildSettings): readonly GuildFinding[] {
	const given = givenRoles(settings);
	return settings.staffRoleIds
		.filter((id) => {
			const fault = roleFault(facts, id);
			return (fault !== undefined && fault !== 'above-bot') || given.has(id);
		})
		.map((id) => ({
			check: 'staff-role',
			level: 'problem',
			role: { id, name: facts.role(id)?.name },
		}));
}

function examineAuditChannel(facts: GuildFacts, channelId: string | undefined): GuildFinding {
	const check = 'audit-channel';
	if (channelId === undefined) return { check, level: 'ok', channel: undefined };
	const found = facts.channel(channelId);
	const channel = { id: channelId, name: found?.name };
	if (found === undefined) return { check, level: 'problem', channel, fault: 'missing', lacking: [] };
	const { takesMessages, lacking } = found;
	if (!takesMessages) return { check, level: 'problem', channel, fault: 'no-messages', lacking };
	if (lacking.length > 0) return { check, level: 'problem', channel, fault: 'not-allowed', lacking };
	return { check, level: 'ok', channel };
}
