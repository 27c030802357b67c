import type { GuildFacts } from '../guilds/guild-facts.js';
import { type GuildFinding, type Named, roleFault } from '../guilds/guild-finding.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import { givenRoles } from '../guilds/setup-change.js';

/** Compares the settings with the guild: what wouldn't work there, and what works but shouldn't. */
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
