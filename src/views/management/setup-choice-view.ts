import {
	type APIChannelSelectComponent,
	type APIRoleSelectComponent,
	ChannelType,
	ComponentType,
	SelectMenuDefaultValueType,
} from 'discord.js';
import type { GuildFinding } from '../../guilds/guild-finding.js';
import { givenRoles } from '../../guilds/rule-subject.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import { askForWords } from '../custom-ids/panel-ids.js';
import {
	chooseAuditChannel,
	choosePanel,
	chooseRole,
	chooseSharing,
	chooseStaff,
	makeBuyerRole,
	openPage,
	openSetup,
} from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { firstRoles, permissionName } from '../kit/names.js';
import { button, buttons, page, primary, row, select, small, text } from '../kit/page.js';
import { isAboveBot, ofChecks, troubleLines, troublesOfRole } from './guild-finding-text.js';

// The pages with one choice each.

/** Discord's limit for one select. */
const maxStaffRoles = 25;
const maxNamed = 15;

/**
 * The page of the role for all buyers.
 * @param newName the name of a buyer role that the bot can create, in the server's language
 */
export function buyerChoiceView(
	t: Translator,
	{ settings: { buyerRoleId }, findings }: SetupOverview,
	note?: string,
	newName?: string,
): MessageView {
	const troubles = troublesOfRole(findings, buyerRoleId);
	const isFine = buyerRoleId !== undefined && troubles.every(({ level }) => level === 'ok');
	return page(
		'info',
		text(
			`## ${t('setup.page.buyer')}`,
			note,
			t('setup.buyer.how'),
			troubleLines(t, troubles),
			t('setup.former'),
		),
		row(purposeSelect(t, 'buyer', buyerRoleId, findings)),
		buttons(newName !== undefined && !isFine && primary(makeRoleButton(t, newName)), backButton(t)),
	);
}

/** The select of a role that follows from purchases. */
export function purposeSelect(
	t: Translator,
	purpose: 'buyer' | 'supported' | 'soon',
	roleId: string | undefined,
	findings: readonly GuildFinding[],
): APIRoleSelectComponent {
	// Without a buyer role the bot has no purpose there: it can be replaced, but not removed.
	const least = purpose === 'buyer' ? 1 : 0;
	return { ...roleSelect(t, chooseRole.encode(purpose), [roleId], findings), min_values: least };
}

export const makeRoleButton = (t: Translator, name: string) =>
	button(t('setup.make', { role: `@${name}` }), makeBuyerRole.encode());

export function auditChoiceView(
	t: Translator,
	{ settings, findings }: SetupOverview,
	note?: string,
): MessageView {
	const shown = findings.flatMap((finding) =>
		finding.check === 'audit-channel' &&
		finding.channel?.id === settings.auditChannelId &&
		finding.channel?.name !== undefined
			? [finding.channel.id]
			: [],
	);
	const choose = channelSelect(t, chooseAuditChannel.encode(), shown, 0);
	return page(
		'info',
		text(
			`## ${t('setup.page.audit')}`,
			note,
			t('setup.audit.how'),
			troubleLines(t, ofChecks(findings, 'audit-channel')),
		),
		row(choose),
		buttons(backButton(t)),
	);
}

export function panelChoiceView(t: Translator, { findings }: SetupOverview, note?: string): MessageView {
	const troubles = ofChecks(findings, 'panel').filter((it) => 'channel' in it);
	const channelId = panelChannelOf(findings);
	return page(
		'info',
		text(`## ${t('setup.page.panel')}`, note, t('setup.panel.how'), troubleLines(t, troubles)),
		row(channelSelect(t, choosePanel.encode(), [], 1)),
		buttons(
			channelId !== undefined && button(t('setup.panel.words'), askForWords.encode(channelId)),
			backButton(t),
		),
	);
}

/** The channel of the panel shown in the settings; undefined if none is known. */
export function panelChannelOf(findings: readonly GuildFinding[]): string | undefined {
	const found = findings.find(({ check }) => check === 'panel');
	return found?.check === 'panel' && 'channel' in found ? found.channel.id : undefined;
}

/** The page of the staff roles. Only roles known to exist can be preselected, so none are during an outage. */
export function staffChoiceView(
	t: Translator,
	{ settings, findings }: SetupOverview,
	note?: string,
): MessageView {
	const choose = {
		...roleSelect(t, chooseStaff.encode(), settings.staffRoleIds, findings),
		placeholder: t('setup.chooseRoles'),
		max_values: maxStaffRoles,
	};
	return page(
		'info',
		text(
			`## ${t('setup.page.staff')}`,
			note,
			t('setup.staff.how', { permission: permissionName(t, 'ManageRoles') }),
			troubleLines(t, ofChecks(findings, 'staff-role')),
			small(t('setup.staff.commands')),
		),
		row(choose),
		buttons(backButton(t)),
	);
}

/** The obstacles between the bot's own role and the roles it should give. */
export function ownRoleView(
	t: Translator,
	{ settings, findings }: SetupOverview,
	note?: string,
): MessageView {
	const tooHigh = findings.filter(isAboveBot);
	const isPowerful = (id: string) => tooHigh.some((it) => it.role.id === id && it.isPowerful === true);
	const roles = [...givenRoles(settings)].filter((id) => !isPowerful(id));
	const troubles = ofChecks(findings, 'manage-roles', 'roles-harmless', 'roles-assignable').filter(
		(it) => it.level !== 'ok' && (it.check !== 'roles-harmless' || ('role' in it && isPowerful(it.role.id))),
	);
	const shown = troubles.slice(0, maxNamed);
	return page(
		shown.length === 0 && findings.length > 0 ? 'done' : 'attention',
		text(
			`## ${t('setup.page.role')}`,
			note,
			roles.length > 0
				? t('setup.mine.how', { roles: firstRoles(t, roles, maxNamed) })
				: shown.length === 0 && t('setup.mine.first'),
			shown.length === 0 && findings.length > 0
				? `✅ ${t('finding.rolesAssignable.ok')}`
				: troubleLines(t, shown),
		),
		buttons(button(t('button.checkAgain'), openPage.encode('role')), backButton(t)),
	);
}

/** The page of who may show items to everyone in a channel. */
export function sharingView(t: Translator, { settings }: SetupOverview, note?: string): MessageView {
	const options = (['everyone', 'staff'] as const).map((who) => ({
		label: t(`setup.sharing.${who}`),
		value: who,
		default: settings.sharing === who,
	}));
	return page(
		'info',
		text(`## ${t('setup.page.sharing')}`, note, t('setup.sharing.how')),
		row(select(chooseSharing.encode(), options)),
		buttons(backButton(t)),
	);
}

export const backButton = (t: Translator) => button(t('button.back'), openSetup.encode());

/** A select of a text channel. `least`: 0 if it may be empty. */
export function channelSelect(
	t: Translator,
	custom_id: string,
	chosen: readonly string[],
	least: 0 | 1,
	types = [ChannelType.GuildText, ChannelType.GuildAnnouncement],
): APIChannelSelectComponent {
	return {
		type: ComponentType.ChannelSelect,
		custom_id,
		placeholder: t('setup.chooseChannel'),
		channel_types: types,
		min_values: least,
		// Omitted if empty: the number of defaults must lie between the select's minimum and maximum.
		...(chosen.length > 0 && {
			default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel as const })),
		}),
	};
}

/** A select of a role. A deleted role can't be preselected; during an outage, any could be deleted. */
export function roleSelect(
	t: Translator,
	custom_id: string,
	chosen: readonly (string | undefined)[],
	findings: readonly GuildFinding[],
): APIRoleSelectComponent {
	const isDeleted = (roleId: string) =>
		troublesOfRole(findings, roleId).some((finding) => 'role' in finding && !finding.role.name);
	const shown = chosen.flatMap((id) =>
		id === undefined || findings.length === 0 || isDeleted(id)
			? []
			: [{ id, type: SelectMenuDefaultValueType.Role as const }],
	);
	return {
		type: ComponentType.RoleSelect,
		custom_id,
		placeholder: t('setup.chooseRole'),
		min_values: 0,
		// Omitted if empty, as in `channelSelect`.
		...(shown.length > 0 && { default_values: shown }),
	};
}
