import {
	type APIChannelSelectComponent,
	type APIComponentInContainer,
	type APIRoleSelectComponent,
	type APITextDisplayComponent,
	ChannelType,
	ComponentType,
	SelectMenuDefaultValueType,
} from 'discord.js';
import type { GuildFinding } from '../guilds/guild-finding.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import type { SetupOutcome, SetupOverview } from '../guilds/setup.js';
import type { Translator } from '../i18n/translator.js';
import { button, row } from './components.js';
import { guildFindingText } from './guild-finding-text.js';
import { accent, componentsView, type MessageView } from './message.js';
import { permissionName, permissionNames } from './names.js';
import {
	chooseAuditChannel,
	chooseRole,
	chooseStaff,
	lookAtPowers,
	openPolicy,
	openRules,
	openSetup,
} from './setup-ids.js';

/**
 * The page on which a server is set up: what is chosen, what of it would not work, and the selects to change it.
 * @param outcome of the choice that led here; a refused one is told on top
 */
export function setupView(
	t: Translator,
	{ settings, findings, isHome }: SetupOverview,
	outcome?: SetupOutcome,
): MessageView {
	const { buyerRoleId, supportedRoleId, auditChannelId, staffRoleIds } = settings;
	const ofChecks = (...checks: GuildFinding['check'][]) =>
		findings.filter(({ check }) => checks.includes(check));
	const others = new Set(Object.values(allRules(settings)).flatMap(Object.values));
	const othersFail = [...others].some((roleId) => troublesOfRole(findings, roleId).length > 0);
	const powerful = findings.flatMap((finding) =>
		finding.check === 'roles-harmless' && finding.level === 'problem' ? [finding.role.id] : [],
	)[0];
	const components: APIComponentInContainer[] = [
		paragraph(t('setup.title'), refusalText(t, outcome), troubleLines(t, ofChecks('manage-roles'))),
		paragraph(
			t('setup.buyer'),
			troubleLines(t, [...ofChecks('buyer-role'), ...troublesOfRole(findings, buyerRoleId)]),
		),
		row(roleSelect(t, 'buyer', buyerRoleId, findings)),
		paragraph(t('setup.supported'), troubleLines(t, troublesOfRole(findings, supportedRoleId))),
		row(roleSelect(t, 'supported', supportedRoleId, findings)),
		paragraph(t('setup.audit'), troubleLines(t, ofChecks('audit-channel'))),
		row(channelSelect(t, auditChannelId, findings)),
		paragraph(
			t('setup.staff', { permission: permissionName(t, 'ManageRoles') }),
			t('setup.staffHow'),
			troubleLines(t, ofChecks('staff-role')),
		),
		row(staffSelect(t, staffRoleIds, findings)),
		paragraph(
			t('setup.more', { count: ruleCount(settings) }),
			othersFail ? t('setup.moreTroubles') : '',
			t('setup.former'),
		),
		row(
			button(t('setup.moreButton'), openRules.encode(0)),
			...(isHome ? [button(t('policy.title'), openPolicy.encode())] : []),
			button(t('setup.again'), openSetup.encode()),
			...(powerful === undefined ? [] : [button(t('setup.lookAtPowers'), lookAtPowers.encode(powerful))]),
		),
	];
	return componentsView([{ type: ComponentType.Container, accent_color: accent, components }]);
}

/** Why a choice was not saved; '' where it was. */
export function refusalText(t: Translator, outcome: SetupOutcome | undefined): string {
	switch (outcome?.kind) {
		case undefined:
		case 'saved':
			return '';
		case 'guild-unavailable':
			return t('setup.unavailable');
		case 'home-only':
			return t('policy.homeOnly');
		case 'unusable-role':
			return t(`setup.${outcome.fault}`, { roleId: outcome.roleId });
		case 'refused-role':
			return t(`setup.refused.${outcome.fault}`, { roleId: outcome.roleId });
		case 'not-allowed':
			return t(`setup.takes.${outcome.takes}`, {
				permissions: permissionNames(t, ['ManageGuild', 'ManageRoles']),
			});
		case 'unusable-channel':
			return t('setup.unusableChannel');
		case 'too-many-rules':
			return t('setup.tooManyRules', { most: outcome.most });
		case 'to-confirm':
			// A page of its own: see `setupConfirmView`.
			return '';
	}
}

/** What is wrong with one role, among the findings. */
export function troublesOfRole(
	findings: readonly GuildFinding[],
	roleId: string | undefined,
): readonly GuildFinding[] {
	return findings.filter((finding) => 'role' in finding && finding.role.id === roleId);
}

/** The findings that are not fine, a line each, with what to do; '' where there are none. */
export function troubleLines(t: Translator, findings: readonly GuildFinding[]): string {
	return findings
		.filter(({ level }) => level !== 'ok')
		.map((finding) => {
			const { says, todo } = guildFindingText(t, finding, 'mention');
			return `❌ ${todo === '' ? says : t('list.sentences', { before: says, after: todo })}`;
		})
		.join('\n');
}

function allRules({ itemRoles, categoryRoles, licenceRoles }: GuildSettings) {
	return { itemRoles, categoryRoles, licenceRoles };
}

function ruleCount(settings: GuildSettings): number {
	return Object.values(allRules(settings)).reduce((sum, roles) => sum + Object.keys(roles).length, 0);
}

function paragraph(...lines: readonly string[]): APITextDisplayComponent {
	return { type: ComponentType.TextDisplay, content: lines.filter((line) => line !== '').join('\n') };
}

function roleSelect(
	t: Translator,
	purpose: 'buyer' | 'supported',
	roleId: string | undefined,
	findings: readonly GuildFinding[],
): APIRoleSelectComponent {
	// What doesn't exist can't be shown as chosen; while Discord tells nothing, that may be anything.
	const isGone = troublesOfRole(findings, roleId).some((finding) => 'role' in finding && !finding.role.name);
	const shown = roleId === undefined || isGone || findings.length === 0 ? [] : [roleId];
	return {
		type: ComponentType.RoleSelect,
		custom_id: chooseRole.encode(purpose),
		placeholder: t('setup.chooseRole'),
		// Without a buyer role the bot has nothing to do there: it can be replaced, not taken away.
		min_values: purpose === 'buyer' ? 1 : 0,
		// Left out where there is none: the number of them must lie between the select's minimum and maximum.
		...(shown.length > 0 && {
			default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.Role as const })),
		}),
	};
}

function channelSelect(
	t: Translator,
	channelId: string | undefined,
	findings: readonly GuildFinding[],
): APIChannelSelectComponent {
	const shown = findings.flatMap((finding) =>
		finding.check === 'audit-channel' && finding.channel?.id === channelId && finding.channel?.name
			? [finding.channel.id]
			: [],
	);
	return {
		type: ComponentType.ChannelSelect,
		custom_id: chooseAuditChannel.encode(),
		placeholder: t('setup.chooseChannel'),
		channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
		min_values: 0,
		...(shown.length > 0 && {
			default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel as const })),
		}),
	};
}

/** Only roles and channels known to exist can be preselected, so none are during an outage. */
function staffSelect(
	t: Translator,
	roleIds: readonly string[],
	findings: readonly GuildFinding[],
): APIRoleSelectComponent {
	const isGone = (roleId: string) =>
		troublesOfRole(findings, roleId).some((it) => 'role' in it && !it.role.name);
	const shown = findings.length === 0 ? [] : roleIds.filter((roleId) => !isGone(roleId));
	return {
		type: ComponentType.RoleSelect,
		custom_id: chooseStaff.encode(),
		placeholder: t('setup.chooseRole'),
		min_values: 0,
		// More fit into no select.
		max_values: 25,
		...(shown.length > 0 && {
			default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
		}),
	};
}
