import type { GuildFacts, Permission, PostedPanel } from './guild-facts.js';
import { type Finding, type Named, ok, roleFault, trouble } from './guild-finding.js';
import type { GuildSettings } from './guild-settings.js';
import { givenRoles } from './rule-subject.js';
import { settings as table } from './settings-table.js';

/**
 * Compares the settings with the guild: choices that can't work there, and choices that work but are risky.
 * @param panels the posted panels; undefined if unknown
 */
export function examineGuild(
	facts: GuildFacts,
	settings: GuildSettings,
	panels?: readonly PostedPanel[],
): readonly Finding[] {
	const permission = { permissions: ['ManageRoles'] } as const;
	return [
		facts.canManageRoles
			? ok('manage-roles', 'finding.manageRoles.ok')
			: trouble('problem', 'manage-roles', 'finding.manageRoles.says', 'finding.manageRoles.todo', {
					values: { permission },
					page: 'main',
				}),
		settings.buyerRoleId === undefined
			? trouble('problem', 'buyer-role', 'finding.buyerRole.says', 'finding.buyerRole.todo', {
					page: 'buyer',
				})
			: ok('buyer-role', 'finding.buyerRole.ok'),
		...examineRoles(facts, settings),
		...examineStaffRoles(facts, settings),
		examineAuditChannel(facts, settings),
		...(panels === undefined ? [] : [examinePanels(facts, settings, panels)]),
		...examineLinks(facts, settings),
		...examineUpdates(facts, settings),
	];
}

/** The purpose of a channel. */
type Purpose = 'panel' | 'audit' | 'support' | 'help' | 'updates';

/** The faults of channels, each with its text and its fix. */
const channelFaults = {
	unseen: ['finding.unseen', 'finding.auditChannel.allow'],
	/** Members who have not confirmed their age can't enter it, nor use commands and buttons there. */
	'age-restricted': ['finding.ageRestricted.says', 'finding.ageRestricted.todo'],
	/** The audit channel, which must never be opened to members. */
	'audit-channel': ['panel.isAudit', 'finding.chooseAnotherChannel'],
	'panel-hidden': ['finding.notForAll', 'finding.panel.allow'],
	'help-hidden': ['finding.notForAll', 'finding.links.allow'],
	'link-missing': ['finding.links.missing', 'finding.chooseAnotherChannel'],
	'audit-missing': ['finding.auditChannel.missing', 'finding.chooseAnotherChannel'],
	'audit-no-messages': ['finding.auditChannel.no-messages', 'finding.chooseAnotherChannel'],
	'audit-not-allowed': ['finding.auditChannel.not-allowed', 'finding.auditChannel.allow'],
	'audit-no-files': ['finding.auditChannel.no-files', 'finding.auditChannel.allow'],
	'updates-missing': ['finding.updates.missing', 'finding.chooseAnotherChannel'],
	'updates-no-messages': ['finding.updates.not-allowed', 'finding.chooseAnotherChannel'],
	'updates-not-allowed': ['finding.updates.not-allowed', 'finding.auditChannel.allow'],
} as const;

/** @param permissions those that the bot or @everyone lacks there */
function channelTrouble(
	what: Purpose,
	{ id, name }: Named,
	fault: keyof typeof channelFaults,
	permissions: readonly Permission[] = [],
): Finding {
	const { check = what, page, isPostedTo = false } = what === 'panel' ? { page: what } : table[what];
	const [says, todo] = channelFaults[fault];
	const channel = { id, name };
	// A channel that the bot posts to is a problem if it doesn't work; others are a warning.
	const isMild = fault === 'age-restricted' || fault === 'audit-no-files';
	const level = isPostedTo && !isMild ? 'problem' : 'warning';
	return trouble(level, check, says, todo, {
		values: { what, channel: { channel }, permissions: { permissions } },
		page,
		channel,
		fault,
	});
}

/** A channel that the bot can't see is called ''. */
function unseen(what: Purpose, id: string): Finding {
	const isPostedTo = what !== 'panel' && table[what].isPostedTo;
	return channelTrouble(what, { id, name: '' }, 'unseen', [
		'ViewChannel',
		...(isPostedTo ? (['SendMessages'] as const) : []),
	]);
}

function examineRoles(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	const roleIds = [...givenRoles(settings)];
	const named = (id: string): Named => ({ id, name: facts.role(id)?.name });
	const faulty = roleIds.flatMap((id): Finding[] => {
		const fault = roleFault(facts, id);
		if (fault === undefined) return [];
		const role = named(id);
		const isPowerful = (facts.role(id)?.powers ?? []).length > 0;
		const isTooHigh = fault === 'above-bot' && !isPowerful;
		const todo = isTooHigh ? 'finding.role.dragMine' : 'finding.chooseAnotherRole';
		const about = { values: { role: { role } }, role, fault, ...(isPowerful && { isPowerful }) };
		return [
			trouble('problem', 'roles-assignable', `finding.role.${fault}`, todo, { ...about, page: 'main' }),
		];
	});
	const powerful = roleIds.flatMap((id): Finding[] => {
		const { powers = [], powerBits = 0n } = facts.role(id) ?? {};
		const confirmed = BigInt(settings.confirmedPowers?.[id] ?? 0);
		if ((powerBits & ~confirmed) === 0n) return [];
		const role = named(id);
		const values = { role: { role }, powers: { permissions: powers } };
		const about = { values, role, page: 'main' } as const;
		return [
			trouble('problem', 'roles-harmless', 'finding.rolesHarmless.says', 'finding.rolesHarmless.todo', about),
		];
	});
	if (faulty.length === 0 && roleIds.length > 0)
		faulty.push(ok('roles-assignable', 'finding.rolesAssignable.ok'));
	if (powerful.length === 0 && roleIds.length > 0)
		powerful.push(ok('roles-harmless', 'finding.rolesHarmless.ok'));
	// Powers first: a powerful role has to be replaced, whatever its position.
	return [...powerful, ...faulty];
}

function examineStaffRoles(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	const given = givenRoles(settings);
	return settings.staffRoleIds
		.filter((id) => {
			const fault = roleFault(facts, id);
			return (fault !== undefined && fault !== 'above-bot') || given.has(id);
		})
		.map((id) => uselessStaffRole(facts, id));
}

/** It makes no one staff: it was deleted, or members can get it. */
export function uselessStaffRole(facts: GuildFacts, id: string): Finding {
	const role = { id, name: facts.role(id)?.name };
	return trouble('problem', 'staff-role', 'finding.staffRole.says', 'finding.chooseAnotherRole', {
		values: { role: { role } },
		page: 'staff',
		role,
	});
}

function examineAuditChannel(facts: GuildFacts, { auditChannelId: id, pictures }: GuildSettings): Finding {
	if (id === undefined) return ok('audit-channel', 'finding.auditChannel.none');
	return postingTrouble(facts, 'audit', id, pictures) ?? ok('audit-channel', 'finding.auditChannel.ok');
}

/** @returns undefined if the bot can post there, and its readers see it */
function postingTrouble(
	facts: GuildFacts,
	what: 'audit' | 'updates',
	id: string,
	hasFiles = false,
): Finding | undefined {
	const found = facts.channel(id);
	if (found === 'hidden') return unseen(what, id);
	const channel = { id, name: found?.name };
	if (found === undefined) return channelTrouble(what, channel, `${what}-missing`);
	if (!found.takesMessages) return channelTrouble(what, channel, `${what}-no-messages`);
	if (found.lacking.length > 0) return channelTrouble(what, channel, `${what}-not-allowed`, found.lacking);
	if (hasFiles && found.canAttach === false)
		return channelTrouble(what, channel, 'audit-no-files', ['AttachFiles']);
	// Updates are for members.
	return what === 'updates' && found.isAgeRestricted
		? channelTrouble(what, channel, 'age-restricted')
		: undefined;
}

/**
 * One panel that everyone can see is enough. Panels in deleted channels are ignored, and panels that the bot can't see if
 * there are others.
 */
function examinePanels(
	facts: GuildFacts,
	{ auditChannelId }: GuildSettings,
	panels: readonly PostedPanel[],
): Finding {
	const found = panels.flatMap(({ channelId: id }) => {
		const channel = facts.channel(id);
		return channel === undefined || channel === 'hidden' ? [] : [{ id, ...channel }];
	});
	const [inAudit] = found.filter(({ id }) => id === auditChannelId);
	const forMembers = found.filter(({ id }) => id !== auditChannelId);
	const open = forMembers.filter(({ everyoneLacks }) => everyoneLacks.length === 0);
	const best = open.find(({ isAgeRestricted }) => !isAgeRestricted) ?? open[0] ?? forMembers[0];
	if (best === undefined && inAudit !== undefined) return channelTrouble('panel', inAudit, 'audit-channel');
	if (best === undefined) {
		const hidden = panels.find(({ channelId }) => facts.channel(channelId) === 'hidden');
		return hidden === undefined
			? trouble('warning', 'panel', 'finding.panel.none', 'finding.panel.post', { page: 'panel' })
			: unseen('panel', hidden.channelId);
	}
	if (best.everyoneLacks.length > 0) return channelTrouble('panel', best, 'panel-hidden', best.everyoneLacks);
	const { id, name } = best;
	return best.isAgeRestricted
		? channelTrouble('panel', best, 'age-restricted')
		: ok('panel', 'finding.panel.ok', { channel: { id, name } });
}

/** The help channel is for everyone; the support channel may be for buyers only. */
function examineLinks(facts: GuildFacts, { links, auditChannelId }: GuildSettings): readonly Finding[] {
	const chosen = [
		['support', links.supportChannelId],
		['help', links.helpChannelId],
	] as const;
	return chosen.flatMap(([what, id]): Finding[] => {
		if (id === undefined) return [];
		const found = facts.channel(id);
		if (found === 'hidden') return [unseen(what, id)];
		const channel = { id, name: found?.name };
		if (found === undefined) return [channelTrouble(what, channel, 'link-missing')];
		if (what === 'help' && id === auditChannelId) return [channelTrouble('help', channel, 'audit-channel')];
		if (what === 'help' && found.everyoneLacks.includes('ViewChannel'))
			return [channelTrouble('help', channel, 'help-hidden')];
		return found.isAgeRestricted ? [channelTrouble(what, channel, 'age-restricted')] : [];
	});
}

function examineUpdates(facts: GuildFacts, { updates }: GuildSettings): readonly Finding[] {
	if (updates === undefined) return [];
	const { channelId, roleId } = updates;
	const found = postingTrouble(facts, 'updates', channelId);
	const findings = found === undefined ? [] : [found];
	if (roleId === undefined) return findings;
	const known = facts.role(roleId);
	const channel = facts.channel(channelId);
	const canMention = known?.isMentionable === true || (channel !== 'hidden' && channel?.canMention === true);
	if (known !== undefined && (canMention || found?.level === 'problem')) return findings;
	const role = { id: roleId, name: known?.name };
	const todo = known === undefined ? 'finding.chooseAnotherRole' : 'finding.updates.mention';
	const silent = trouble('warning', 'updates', 'finding.updates.silent', todo, {
		values: { role: { role }, permission: { permissions: ['MentionEveryone'] } },
		page: 'updates',
		role,
		fault: 'silent',
	});
	return [...findings, silent];
}
