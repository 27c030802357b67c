import {
	type APIApplication,
	type APIUser,
	ApplicationCommandPermissionType,
	ApplicationCommandType,
	PermissionFlagsBits,
	type REST,
	type RESTGetAPIGuildApplicationCommandsPermissionsResult,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { SyncRows } from '../../roles/sync-rows.js';
import { examineGuild, uselessStaffRole } from '../../servers/examine-guild.js';
import type { GuildFacts, PostedPanel } from '../../servers/guild-facts.js';
import { type Finding, ok, trouble } from '../../servers/guild-finding.js';
import type { GuildSettings, GuildSettingsStore } from '../../servers/guild-settings.js';
import { givenRoles } from '../../servers/rule-subject.js';
import { type Examined, orUnchecked } from '../../services/doctor/store-checks.js';
import { postedPanels } from '../../services/setup/panels.js';
import { notInGuildCodes, unlessRejected } from '../connection/api-errors.js';
import { askOnboardingRoles, isMessageThere } from '../guilds/discord-guilds.js';
import { fetchGuildFacts } from '../guilds/guild-facts.js';
import { type CommandPayload, readRegistered } from '../registration/registration.js';

/** The bot that is checked. Discord is asked over REST only, so that a check-up can run beside the bot. */
export interface ExaminedBot extends Examined {
	/** With the bot token set. */
	readonly rest: REST;
	/** The guilds to check: by default all served ones. */
	readonly guildIds: readonly string[];
	readonly guilds: GuildSettingsStore;
	/** This version's. */
	readonly commands: readonly CommandPayload[];
	/** Not the guarded one, which already follows Discord's. */
	readonly machineClock: Pick<Clock, 'now'>;
}

export async function examineGuilds(
	examined: ExaminedBot,
	application: APIApplication,
): Promise<readonly Finding[]> {
	const { rest, guildIds } = examined;
	if (guildIds.length === 0)
		return [trouble('problem', 'membership', 'finding.membership.anyServer', 'finding.membership.todo')];
	// The bot's user id equals the application id only for applications created since 2016.
	const own = { applicationId: application.id, userId: ((await rest.get(Routes.user())) as APIUser).id };
	const findings: Finding[] = [];
	// Sequential, so that a bot in many servers doesn't use up its rate limit in one burst.
	for (const guildId of guildIds)
		findings.push(...(await orUnchecked('guild', () => examineOne(examined, guildId, own))));
	return findings;
}

async function examineOne(
	examined: ExaminedBot,
	guildId: string,
	own: { readonly applicationId: string; readonly userId: string },
): Promise<readonly Finding[]> {
	const { rest, guilds, store } = examined;
	const settings = await guilds.get(guildId);
	const discord = { isPanelThere: (panel: PostedPanel) => isMessageThere(rest, panel) };
	const panels =
		'problem' in store ? undefined : await postedPanels(guildId, { store, discord }).catch(() => undefined);
	const facts = await unlessRejected(notInGuildCodes, undefined, () =>
		fetchGuildFacts(rest, guildId, own.userId, channelsOf(settings, panels)),
	);
	if (facts === undefined) {
		const values = { id: guildId };
		return [
			trouble('problem', 'membership', 'finding.membership.server', 'finding.membership.todo', { values }),
		];
	}
	const findings = [
		...examineGuild(facts, settings, panels),
		...(await orUnchecked('guild', () => examineSelfChosen(rest, facts, settings))),
		...(await orUnchecked('commands', () => examineVisibility(examined, own.applicationId, facts, settings))),
		...(await examineWaiting(examined, guildId)),
	];
	const guild = { id: facts.id, name: facts.name };
	return findings.map((finding) => ({ ...finding, guild }));
}

/** The channels that the guild's findings are about. */
function channelsOf({ auditChannelId, links, updates }: GuildSettings, panels: readonly PostedPanel[] = []) {
	const chosen = [auditChannelId, links.supportChannelId, links.helpChannelId, updates?.channelId];
	return [...chosen.filter((id) => id !== undefined), ...panels.map(({ channelId }) => channelId)];
}

/** Staff roles that members can give themselves don't count. */
async function examineSelfChosen(
	rest: REST,
	facts: GuildFacts,
	{ staffRoleIds }: GuildSettings,
): Promise<readonly Finding[]> {
	if (staffRoleIds.length === 0) return [];
	const offered = await askOnboardingRoles(rest, facts.id);
	return staffRoleIds.filter((id) => offered.has(id)).map((id) => uselessStaffRole(facts, id));
}

/**
 * Finds staff roles, and @everyone, that can't see commands meant for them, by the server's integration settings. No
 * role can hide the commands of managers and administrators.
 */
async function examineVisibility(
	{ rest, commands }: ExaminedBot,
	applicationId: string,
	facts: GuildFacts,
	settings: GuildSettings,
): Promise<readonly Finding[]> {
	const route = Routes.guildApplicationCommandsPermissions(applicationId, facts.id);
	const permissions = (await rest.get(route)) as RESTGetAPIGuildApplicationCommandsPermissionsResult;
	const registered =
		permissions.length === 0 ? [] : await readRegistered(rest, { applicationId, guildId: facts.id });
	const ids = new Map(registered.map((command) => [shownName(command), command.id]));
	/** The guild's own id stands for @everyone, the application's for all commands without their own entry. */
	const chosen = (id: string | undefined, roleId: string): boolean | undefined => {
		const entries = permissions.find((entry) => entry.id === id)?.permissions ?? [];
		const of = (role: string) =>
			entries.find(({ type, id }) => type === ApplicationCommandPermissionType.Role && id === role)
				?.permission;
		return of(roleId) ?? of(facts.id);
	};
	// See https://discord.com/developers/docs/interactions/application-commands#permissions.
	const sees = (roleId: string, name: string, isForStaff: boolean): boolean => {
		const forCommand = chosen(ids.get(name), roleId);
		if (forCommand !== undefined) return forCommand;
		// Allowing all commands leaves each its own default.
		if (chosen(applicationId, roleId) === false) return false;
		return !isForStaff || facts.role(roleId)?.canManageRoles === true;
	};
	const hidden = (roleId: string, isForStaff = false): readonly string[] =>
		commands
			.filter(({ default_member_permissions: needed }) => needed === (isForStaff ? manageRoles : undefined))
			.map(shownName)
			.filter((name) => !sees(roleId, name, isForStaff));
	const findingOf = (id: string, list: readonly string[], isForStaff = false): readonly Finding[] => {
		// A deleted role is a separate finding.
		const name = facts.role(id)?.name;
		if (name === undefined || list.length === 0) return [];
		const role = { id, name };
		const details = { values: { role: { role }, commands: { list } }, role };
		const check = isForStaff ? 'staff-commands' : 'hidden-commands';
		const says = isForStaff ? 'finding.staffCommands.says' : 'finding.hiddenCommands.says';
		return [trouble('warning', check, says, 'finding.allowCommands', details)];
	};
	const fromAll = hidden(facts.id);
	return [
		...settings.staffRoleIds.flatMap((id) => findingOf(id, hidden(id, true), true)),
		...findingOf(facts.id, fromAll),
		...[...givenRoles(settings)].flatMap((id) =>
			findingOf(
				id,
				hidden(id).filter((name) => !fromAll.includes(name)),
			),
		),
	];
}

const manageRoles = String(PermissionFlagsBits.ManageRoles);

function shownName({ name, type }: Pick<CommandPayload, 'name' | 'type'>): string {
	return (type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput ? `/${name}` : name;
}

/** An unreadable store is a separate finding. */
async function examineWaiting({ store, clock }: Examined, guildId: string): Promise<readonly Finding[]> {
	if ('problem' in store) return [];
	const count = await new SyncRows(store, clock).waitingIn(guildId).catch(() => undefined);
	if (count === undefined) return [];
	if (count === 0) return [ok('waiting', 'finding.waiting.ok')];
	return [
		trouble('warning', 'waiting', 'finding.waiting.says', 'finding.waiting.todo', { values: { count } }),
	];
}
