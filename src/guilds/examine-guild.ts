import type { GuildFacts } from './guild-facts.js';
import {
	type ChannelCheck,
	type ChannelPurpose,
	type GuildFinding,
	type Named,
	roleFault,
} from './guild-finding.js';
import type { GuildSettings } from './guild-settings.js';
import type { PostedPanel } from './panels.js';
import { givenRoles } from './rule-subject.js';

/**
 * Compares the settings with the guild: choices that can't work there, and choices that work but are risky.
 * @param panels the posted panels; undefined if unknown
 */
export function examineGuild(
	facts: GuildFacts,
	settings: GuildSettings,
	panels?: readonly PostedPanel[],
): readonly GuildFinding[] {
	return [
		{ check: 'manage-roles', level: facts.canManageRoles ? 'ok' : 'problem' },
		{ check: 'buyer-role', level: settings.buyerRoleId === undefined ? 'problem' : 'ok' },
		...examineRoles(facts, settings),
		...examineStaffRoles(facts, settings),
		examineAuditChannel(facts, settings.auditChannelId),
		...(panels === undefined ? [] : [examinePanels(facts, settings, panels)]),
		...examineLinks(facts, settings),
		...examineUpdates(facts, settings),
	];
}

const checkOf = {
	audit: 'audit-channel',
	panel: 'panel',
	support: 'links',
	help: 'links',
	updates: 'updates',
} as const satisfies Record<ChannelPurpose, ChannelCheck>;

/** The finding about a channel that the bot can't see. It posts by itself in two kinds of channel. */
function unseen(what: ChannelPurpose, id: string): GuildFinding {
	const channel = { id, name: '' };
	const finding = { check: checkOf[what], fault: 'unseen', what, channel } as const;
	return what === 'audit' || what === 'updates'
		? { ...finding, level: 'problem', lacking: ['ViewChannel', 'SendMessages'] }
		: { ...finding, level: 'warning', lacking: ['ViewChannel'] };
}

/** Members who have not confirmed their age can't enter such a channel, nor use commands and buttons there. */
function ageRestricted(what: ChannelPurpose, channel: Named): GuildFinding {
	return { check: checkOf[what], level: 'warning', fault: 'age-restricted', what, channel };
}

function examineRoles(facts: GuildFacts, settings: GuildSettings): readonly GuildFinding[] {
	const roleIds = [...givenRoles(settings)];
	const named = (id: string): Named => ({ id, name: facts.role(id)?.name });
	const faulty = roleIds.flatMap((id): GuildFinding[] => {
		const fault = roleFault(facts, id);
		if (fault === undefined) return [];
		const isPowerful = (facts.role(id)?.powers ?? []).length > 0;
		const finding = { check: 'roles-assignable', level: 'problem', role: named(id), fault } as const;
		return [isPowerful ? { ...finding, isPowerful } : finding];
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
	// Powers first: a powerful role has to be replaced, whatever its position.
	return [...powerful, ...faulty];
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
	if (found === 'hidden') return unseen('audit', channelId);
	const channel = { id: channelId, name: found?.name };
	if (found === undefined) return { check, level: 'problem', channel, fault: 'missing', lacking: [] };
	const { takesMessages, lacking } = found;
	if (!takesMessages) return { check, level: 'problem', channel, fault: 'no-messages', lacking };
	if (lacking.length > 0) return { check, level: 'problem', channel, fault: 'not-allowed', lacking };
	return { check, level: 'ok', channel };
}

/**
 * One panel that everyone can see is enough. Panels in deleted channels are ignored, and panels that the bot can't see if
 * there are others.
 */
function examinePanels(
	facts: GuildFacts,
	{ auditChannelId }: GuildSettings,
	panels: readonly PostedPanel[],
): GuildFinding {
	const check = 'panel';
	const found = panels.flatMap(({ channelId: id }) => {
		const channel = facts.channel(id);
		return channel === undefined || channel === 'hidden' ? [] : [{ id, ...channel }];
	});
	const [inAudit] = found.filter(({ id }) => id === auditChannelId);
	const forMembers = found.filter(({ id }) => id !== auditChannelId);
	const open = forMembers.filter(({ everyoneLacks }) => everyoneLacks.length === 0);
	const best = open.find(({ isAgeRestricted }) => !isAgeRestricted) ?? open[0] ?? forMembers[0];
	if (best === undefined && inAudit !== undefined) {
		const { id, name } = inAudit;
		return { check, level: 'warning', fault: 'audit-channel', channel: { id, name } };
	}
	if (best === undefined) {
		const hidden = panels.find(({ channelId }) => facts.channel(channelId) === 'hidden');
		return hidden === undefined
			? { check, level: 'warning', fault: 'none' }
			: unseen('panel', hidden.channelId);
	}
	const { id, name, everyoneLacks: lacking } = best;
	const channel = { id, name };
	if (lacking.length > 0) return { check, level: 'warning', fault: 'hidden', channel, lacking };
	return best.isAgeRestricted ? ageRestricted('panel', channel) : { check, level: 'ok', channel };
}

/** The help channel is for everyone; the support channel may be for buyers only. */
function examineLinks(facts: GuildFacts, { links, auditChannelId }: GuildSettings): readonly GuildFinding[] {
	const chosen = [
		['support', links.supportChannelId],
		['help', links.helpChannelId],
	] as const;
	return chosen.flatMap(([what, id]): GuildFinding[] => {
		if (id === undefined) return [];
		const found = facts.channel(id);
		if (found === 'hidden') return [unseen(what, id)];
		const finding = { check: 'links', level: 'warning', what, channel: { id, name: found?.name } } as const;
		if (found === undefined) return [{ ...finding, fault: 'missing' }];
		if (what === 'help' && id === auditChannelId) return [{ ...finding, fault: 'audit-channel' }];
		if (what === 'help' && !found.isOpenToAll) return [{ ...finding, fault: 'hidden' }];
		return found.isAgeRestricted ? [ageRestricted(what, finding.channel)] : [];
	});
}

function examineUpdates(facts: GuildFacts, { updates }: GuildSettings): readonly GuildFinding[] {
	if (updates === undefined) return [];
	const { channelId, roleId } = updates;
	const channel = facts.channel(channelId);
	const findings = examineUpdatesChannel(channelId, channel);
	if (roleId === undefined) return findings;
	const role = facts.role(roleId);
	const isPosted = findings.every(({ level }) => level !== 'problem');
	const canMention = role?.isMentionable === true || (channel !== 'hidden' && channel?.canMention === true);
	if (role !== undefined && (canMention || !isPosted)) return findings;
	const silent = { check: 'updates', level: 'warning', fault: 'silent' } as const;
	return [...findings, { ...silent, role: { id: roleId, name: role?.name } }];
}

function examineUpdatesChannel(
	id: string,
	found: ReturnType<GuildFacts['channel']>,
): readonly GuildFinding[] {
	if (found === 'hidden') return [unseen('updates', id)];
	const problem = { check: 'updates', level: 'problem', channel: { id, name: found?.name } } as const;
	if (!found?.takesMessages) return [{ ...problem, fault: 'missing', lacking: [] }];
	const { lacking } = found;
	if (lacking.length > 0) return [{ ...problem, fault: 'not-allowed', lacking }];
	return found.isAgeRestricted ? [ageRestricted('updates', problem.channel)] : [];
}
