import type { GuildFinding, Level, RoleFault } from '../../guilds/guild-finding.js';
import type { Translator } from '../../i18n/translator.js';
import { channelName, type NameStyle, permissionName, permissionNames, roleName } from '../kit/names.js';

/** A finding in words. `todo`: its fix; '' if there is nothing to do. */
export interface FindingText {
	readonly says: string;
	readonly todo: string;
}

/** One check of a server in words. */
export function guildFindingText(t: Translator, finding: GuildFinding, style: NameStyle): FindingText {
	if ('fault' in finding) {
		if (finding.fault === 'unseen') return unseenText(t, finding, style);
		if (finding.fault === 'age-restricted') {
			const { what, channel } = finding;
			return {
				says: t('finding.ageRestricted.says', { what, channel: channelName(channel, style) }),
				todo: t('finding.ageRestricted.todo'),
			};
		}
	}
	switch (finding.check) {
		case 'manage-roles':
			return finding.level === 'ok'
				? fine(t('finding.manageRoles.ok'))
				: {
						says: t('finding.manageRoles.says'),
						todo: t('finding.manageRoles.todo', { permission: permissionName(t, 'ManageRoles', style) }),
					};
		case 'buyer-role':
			return finding.level === 'ok'
				? fine(t('finding.buyerRole.ok'))
				: { says: t('finding.buyerRole.says'), todo: t('finding.buyerRole.todo') };
		case 'roles-assignable':
			if (finding.level === 'ok') return fine(t('finding.rolesAssignable.ok'));
			return roleFaultText(t, finding, roleName(finding.role, style));
		case 'roles-harmless': {
			if (finding.level === 'ok') return fine(t('finding.rolesHarmless.ok'));
			const values = {
				role: roleName(finding.role, style),
				powers: permissionNames(t, finding.powers, style),
			};
			return { says: t('finding.rolesHarmless.says', values), todo: t('finding.rolesHarmless.todo') };
		}
		case 'staff-role':
			return {
				says: t('finding.staffRole.says', { role: roleName(finding.role, style) }),
				todo: t('finding.chooseAnotherRole'),
			};
		case 'staff-commands':
		case 'hidden-commands': {
			const key = finding.check === 'staff-commands' ? 'staffCommands' : 'hiddenCommands';
			const values = { role: roleName(finding.role, style), commands: t.list(finding.commands) };
			return { says: t(`finding.${key}.says`, values), todo: t('finding.allowCommands') };
		}
		case 'audit-channel':
			return auditChannelText(t, finding, style);
		case 'panel':
			return panelText(t, finding, style);
		case 'updates':
			return updatesText(t, finding, style);
		case 'links': {
			const channel = channelName(finding.channel, style);
			const another = t('finding.chooseAnotherChannel');
			switch (finding.fault) {
				case 'missing':
					return { says: t('finding.links.missing', { what: finding.what }), todo: another };
				case 'audit-channel':
					return { says: t('panel.isAudit', { channel }), todo: another };
				case 'hidden':
					return { says: t('finding.notForAll', { channel }), todo: t('finding.links.allow') };
			}
		}
	}
}

type Unseen = Extract<GuildFinding, { readonly fault: 'unseen' }>;

function unseenText(t: Translator, { what, channel, lacking }: Unseen, style: NameStyle): FindingText {
	return {
		says: t('finding.unseen', { what, channel: channelName(channel, style) }),
		todo: t('finding.auditChannel.allow', { permissions: permissionNames(t, lacking, style) }),
	};
}

function panelText(
	t: Translator,
	finding: Extract<GuildFinding, { check: 'panel' }>,
	style: NameStyle,
): FindingText {
	if (finding.level === 'ok') return fine(t('finding.panel.ok'));
	if (finding.fault === 'none') return { says: t('finding.panel.none'), todo: t('finding.panel.post') };
	if (finding.fault === 'audit-channel') {
		const channel = channelName(finding.channel, style);
		return { says: t('panel.isAudit', { channel }), todo: t('finding.chooseAnotherChannel') };
	}
	const permissions = permissionNames(t, finding.lacking, style);
	return {
		says: t('finding.notForAll', { channel: channelName(finding.channel, style) }),
		todo: t('finding.panel.allow', { permissions }),
	};
}

function updatesText(
	t: Translator,
	finding: Extract<GuildFinding, { check: 'updates' }>,
	style: NameStyle,
): FindingText {
	if (finding.fault === 'silent') {
		const permission = permissionName(t, 'MentionEveryone', style);
		const isDeleted = finding.role.name === undefined;
		return {
			says: t('finding.updates.silent', { role: roleName(finding.role, style) }),
			todo: isDeleted ? t('finding.chooseAnotherRole') : t('finding.updates.mention', { permission }),
		};
	}
	const says = t(`finding.updates.${finding.fault}`, { channel: channelName(finding.channel, style) });
	if (finding.fault === 'missing') return { says, todo: t('finding.chooseAnotherChannel') };
	const permissions = permissionNames(t, finding.lacking, style);
	return { says, todo: t('finding.auditChannel.allow', { permissions }) };
}

function fine(says: string): FindingText {
	return { says, todo: '' };
}

function auditChannelText(
	t: Translator,
	finding: Extract<GuildFinding, { check: 'audit-channel' }>,
	style: NameStyle,
): FindingText {
	if (finding.level === 'ok') {
		return fine(
			finding.channel === undefined ? t('finding.auditChannel.none') : t('finding.auditChannel.ok'),
		);
	}
	const says = t(`finding.auditChannel.${finding.fault}`, { channel: channelName(finding.channel, style) });
	switch (finding.fault) {
		case 'missing':
		case 'no-messages':
			return { says, todo: t('finding.chooseAnotherChannel') };
		case 'not-allowed': {
			const permissions = permissionNames(t, finding.lacking, style);
			return { says, todo: t('finding.auditChannel.allow', { permissions }) };
		}
	}
}

function roleFaultText(
	t: Translator,
	{ fault, isPowerful = false }: Extract<GuildFinding, { readonly fault: RoleFault }>,
	role: string,
): FindingText {
	const isTooHigh = fault === 'above-bot' && !isPowerful;
	const todo = isTooHigh ? t('finding.role.dragMine') : t('finding.chooseAnotherRole');
	return { says: t(`finding.role.${fault}`, { role }), todo };
}

/** The mark in front of a finding. */
export const marks = { ok: '✅', warning: '⚠️', problem: '⛔' } as const satisfies Record<Level, string>;

export function troublesOfRole(
	findings: readonly GuildFinding[],
	roleId: string | undefined,
): readonly GuildFinding[] {
	return findings.filter((finding) => 'role' in finding && finding.role.id === roleId);
}

export function isAboveBot(
	finding: GuildFinding,
): finding is Extract<GuildFinding, { readonly check: 'roles-assignable'; readonly level: 'problem' }> {
	return finding.check === 'roles-assignable' && finding.level === 'problem' && finding.fault === 'above-bot';
}

export function ofChecks(
	findings: readonly GuildFinding[],
	...checks: readonly GuildFinding['check'][]
): readonly GuildFinding[] {
	return findings.filter(({ check }) => checks.includes(check));
}

/** The findings except `ok`, each with its fix, a line for both; '' if there are none. */
export function troubleLines(t: Translator, findings: readonly GuildFinding[]): string {
	return findings
		.filter(({ level }) => level !== 'ok')
		.map((finding) => `${marks[finding.level]} ${sentenceOf(t, finding)}`)
		.join('\n');
}

/** A finding and its fix on one line. */
export function sentenceOf(t: Translator, finding: GuildFinding): string {
	const { says, todo } = guildFindingText(t, finding, 'mention');
	return todo === '' ? says : t('setup.trouble', { before: says, after: todo });
}
