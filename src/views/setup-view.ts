import {
	type APIActionRowComponent,
	type APIButtonComponentWithCustomId,
	type APIChannelSelectComponent,
	type APIComponentInContainer,
	type APIComponentInMessageActionRow,
	type APIRoleSelectComponent,
	type APITextDisplayComponent,
	ButtonStyle,
	ChannelType,
	ComponentType,
	SelectMenuDefaultValueType,
} from 'discord.js';
import type { GuildFinding } from '../guilds/examine-guild.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import type { SetupOutcome, SetupOverview } from '../guilds/setup.js';
import { guildFindingText, powerNames } from './guild-finding-text.js';
import { ACCENT, componentsView, type MessageView } from './message.js';
import { chooseAuditChannel, chooseRole, openRules, openSetup } from './setup-ids.js';

const text = {
	title: '## Set up this server\nEach choice is saved at once.',
	buyer: '**Buyer role** · everyone with a verified purchase gets it',
	supported: '**Supported role** · held while at least one purchase has support (optional)',
	audit: '**Audit channel** · where your staff reads who verified and what went wrong (optional)',
	more: (count: number) =>
		`**More roles** · for single items, categories or licence types (optional): ${count === 0 ? 'none yet' : count}`,
	moreTroubles: '❌ Some of these roles do not work: see *More roles*.',
	former: '-# A role that you replace or remove here stays with the members who have it.',
	chooseRole: 'Choose a role',
	chooseChannel: 'Choose a channel',
	moreButton: 'More roles',
	again: 'Check again',
	unavailable:
		'⚠️ Discord tells nothing about this server right now, so nothing was saved. Please try again later.',
	powerful: (roleId: string, powers: string) =>
		`⛔ <@&${roleId}> was not saved: every buyer would get ${powers}. Only an administrator can choose such a role.`,
	missing: (roleId: string) => `⛔ The role \`${roleId}\` was not saved: it does not exist any more.`,
	everyone: (roleId: string) => `⛔ <@&${roleId}> was not saved: everybody has it already.`,
	managed: (roleId: string) =>
		`⛔ <@&${roleId}> was not saved: it belongs to a bot or an integration, and nobody can give it.`,
};

/**
 * The page on which a server is set up: what is chosen, what of it would not work, and the selects to change it.
 * @param outcome of the choice that led here; a refused one is told on top
 */
export function setupView({ settings, findings }: SetupOverview, outcome?: SetupOutcome): MessageView {
	const { buyerRoleId, supportedRoleId, auditChannelId } = settings;
	const ofChecks = (...checks: GuildFinding['check'][]) =>
		findings.filter(({ check }) => checks.includes(check));
	const others = new Set(Object.values(allRules(settings)).flatMap(Object.values));
	const othersFail = [...others].some((roleId) => troublesOfRole(findings, roleId).length > 0);
	const components: APIComponentInContainer[] = [
		paragraph(text.title, refusalText(outcome), troubleLines(ofChecks('manage-roles'))),
		paragraph(
			text.buyer,
			troubleLines([...ofChecks('buyer-role'), ...troublesOfRole(findings, buyerRoleId)]),
		),
		row(roleSelect('buyer', buyerRoleId, findings)),
		paragraph(text.supported, troubleLines(troublesOfRole(findings, supportedRoleId))),
		row(roleSelect('supported', supportedRoleId, findings)),
		paragraph(text.audit, troubleLines(ofChecks('audit-channel'))),
		row(channelSelect(auditChannelId, findings)),
		paragraph(text.more(ruleCount(settings)), othersFail ? text.moreTroubles : '', text.former),
		row(button(text.moreButton, openRules.encode(0)), button(text.again, openSetup.encode())),
	];
	return componentsView([{ type: ComponentType.Container, accent_color: ACCENT, components }]);
}

/** Why a choice was not saved; '' where it was. */
export function refusalText(outcome: SetupOutcome | undefined): string {
	switch (outcome?.kind) {
		case undefined:
		case 'saved':
			return '';
		case 'guild-unavailable':
			return text.unavailable;
		case 'powerful-role':
			return text.powerful(outcome.roleId, powerNames(outcome.powers));
		case 'unusable-role':
			return text[outcome.fault](outcome.roleId);
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
export function troubleLines(findings: readonly GuildFinding[]): string {
	return findings
		.filter(({ level }) => level !== 'ok')
		.map((finding) => {
			const { says, todo } = guildFindingText(finding, 'mention');
			return `❌ ${says} ${todo}`.trim();
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

function row<Component extends APIComponentInMessageActionRow>(
	...components: Component[]
): APIActionRowComponent<Component> {
	return { type: ComponentType.ActionRow, components };
}

function roleSelect(
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
		placeholder: text.chooseRole,
		// Without a buyer role the bot has nothing to do there: it can be replaced, not taken away.
		min_values: purpose === 'buyer' ? 1 : 0,
		default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
	};
}

function channelSelect(
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
		placeholder: text.chooseChannel,
		channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
		min_values: 0,
		default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
	};
}

function button(label: string, custom_id: string): APIButtonComponentWithCustomId {
	return { type: ComponentType.Button, style: ButtonStyle.Secondary, label, custom_id };
}
