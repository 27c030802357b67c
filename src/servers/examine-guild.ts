import type { GuildFacts, Permission, PostedPanel } from './guild-facts.js';
import { type Finding, type Named, ok, roleFault, trouble } from './guild-finding.js';
import type { GuildSettings } from './guild-settings.js';
import { givenRoles } from './rule-subject.js';
import { settings as table } from './settings-table.js';

/** Compares the settings with the guild: what can't work there, and what is risky. `panels`: undefined if unknown. */
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
	const needs = isPostedTo ? (['ViewChannel', 'SendMessages'] as const) : (['ViewChannel'] as const);
	return channelTrouble(what, { id, name: '' }, 'unseen', needs);
}

function examineRoles(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	const powerful: Finding[] = [];
	const faulty: Finding[] = [];
	const roleIds = givenRoles(settings);
	for (const id of roleIds) {
		const { name, powers = [], powerBits = 0n } = facts.role(id) ?? {};
		const role = { id, name };
		const about = {
			values: { role: { role }, powers: { permissions: powers } },
			role,
			page: 'main',
		} as const;
		const confirmed = BigInt(settings.confirmedPowers?.[id] ?? 0);
		const [says, todo] = ['finding.rolesHarmless.says', 'finding.rolesHarmless.todo'] as const;
		if ((powerBits & ~confirmed) !== 0n)
			powerful.push(trouble('problem', 'roles-harmless', says, todo, about));
		const fault = roleFault(facts, id);
		if (fault === undefined) continue;
		const isPowerful = powers.length > 0;
		const fix = fault === 'above-bot' && !isPowerful ? 'finding.role.dragMine' : 'finding.chooseAnotherRole';
		const details = { ...about, fault, ...(isPowerful && { isPowerful }) };
		faulty.push(trouble('problem', 'roles-assignable', `finding.role.${fault}`, fix, details));
	}
	if (roleIds.size === 0) return [];
	// Powers first: a powerful role has to be replaced, whatever its position.
	return [
		...(powerful.length > 0 ? powerful : [ok('roles-harmless', 'finding.rolesHarmless.ok')]),
		...(faulty.length > 0 ? faulty : [ok('roles-assignable', 'finding.rolesAssignable.ok')]),
	];
}

function examineStaffRoles(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	const given = givenRoles(settings);
	// One above the bot's works as well.
	const isUseless = (id: string) => given.has(id) || !['above-bot', undefined].includes(roleFault(facts, id));
	return settings.staffRoleIds.filter(isUseless).map((id) => uselessStaffRole(facts, id));
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

function examineAuditChannel(facts: GuildFacts, settings: GuildSettings): Finding {
	const id = settings.auditChannelId;
	if (id === undefined) return ok('audit-channel', 'finding.auditChannel.none');
	return channelFinding(facts, 'audit', id, settings) ?? ok('audit-channel', 'finding.auditChannel.ok');
}

/** @returns undefined if the bot can use the channel, and its readers see it */
function channelFinding(
	facts: GuildFacts,
	what: Exclude<Purpose, 'panel'>,
	id: string,
	{ auditChannelId, pictures }: GuildSettings,
): Finding | undefined {
	const found = facts.channel(id);
	if (found === 'hidden') return unseen(what, id);
	const fault = (name: keyof typeof channelFaults, permissions?: readonly Permission[]) =>
		channelTrouble(what, { id, name: found?.name }, name, permissions);
	const isPostedTo = what === 'audit' || what === 'updates';
	if (found === undefined) return fault(isPostedTo ? `${what}-missing` : 'link-missing');
	if (isPostedTo && !found.takesMessages) return fault(`${what}-no-messages`);
	if (isPostedTo && found.lacking.length > 0) return fault(`${what}-not-allowed`, found.lacking);
	if (what === 'audit')
		return pictures && found.canAttach === false ? fault('audit-no-files', ['AttachFiles']) : undefined;
	// The other channels are for members: updates and help for everyone, support possibly for buyers only.
	if (what === 'help' && id === auditChannelId) return fault('audit-channel');
	if (what === 'help' && found.everyoneLacks.includes('ViewChannel')) return fault('help-hidden');
	return found.isAgeRestricted ? fault('age-restricted') : undefined;
}

/** One panel that everyone can see is enough. Those in deleted channels don't count, nor do unseen ones beside others. */
function examinePanels(
	facts: GuildFacts,
	{ auditChannelId }: GuildSettings,
	panels: readonly PostedPanel[],
): Finding {
	const found = panels.flatMap(({ channelId: id }) => {
		const channel = facts.channel(id);
		return typeof channel === 'object' ? { id, ...channel } : [];
	});
	const inAudit = found.find(({ id }) => id === auditChannelId);
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

function examineLinks(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	const chosen = [
		['support', settings.links.supportChannelId],
		['help', settings.links.helpChannelId],
	] as const;
	return chosen.flatMap(([what, id]) =>
		id === undefined ? [] : (channelFinding(facts, what, id, settings) ?? []),
	);
}

function examineUpdates(facts: GuildFacts, settings: GuildSettings): readonly Finding[] {
	if (settings.updates === undefined) return [];
	const { channelId, roleId } = settings.updates;
	const found = channelFinding(facts, 'updates', channelId, settings);
	const findings = found === undefined ? [] : [found];
	if (roleId === undefined) return findings;
	const known = facts.role(roleId);
	const channel = facts.channel(channelId);
	const canMention = known?.isMentionable || (typeof channel === 'object' && channel.canMention);
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
