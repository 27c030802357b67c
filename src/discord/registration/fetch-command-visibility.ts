import {
	ApplicationCommandPermissionType,
	ApplicationCommandType,
	PermissionFlagsBits,
	type REST,
	type RESTGetAPIGuildApplicationCommandsPermissionsResult,
	Routes,
} from 'discord.js';
import type { CommandVisibility } from '../../guilds/checkup/command-visibility.js';
import { type CommandPayload, readScope } from './registration.js';

/** The guild's own visibility settings for the bot's commands. Rejects with discord.js errors. */
export async function fetchVisibility(
	rest: REST,
	{ applicationId, guildId }: { readonly applicationId: string; readonly guildId: string },
	own: readonly CommandPayload[],
): Promise<CommandVisibility> {
	const route = Routes.guildApplicationCommandsPermissions(applicationId, guildId);
	const permissions = (await rest.get(route)) as RESTGetAPIGuildApplicationCommandsPermissionsResult;
	const names = new Map<string, string>();
	for (const scope of permissions.length === 0 ? [] : [guildId, undefined]) {
		const registered = await readScope(rest, { applicationId, guildId: scope, isEmpty: false });
		for (const command of registered) names.set(command.id, shownName(command));
	}
	return {
		commands: own.flatMap((command) => {
			const audience = audiences.get(command.default_member_permissions ?? undefined);
			return audience === undefined ? [] : [{ name: shownName(command), audience }];
		}),
		choices: permissions.flatMap(({ id, permissions: choices }) => {
			const command = names.get(id);
			// Permissions of a deleted command are irrelevant.
			if (id !== applicationId && command === undefined) return [];
			return choices
				.filter(({ type }) => type === ApplicationCommandPermissionType.Role)
				.map((choice) => ({ command, roleId: choice.id, isAllowed: choice.permission }));
		}),
	};
}

/** Audience per required permission. Manager and administrator commands are left out: no role can hide those. */
const audiences = new Map<string | undefined, 'everyone' | 'staff'>([
	[undefined, 'everyone'],
	[String(PermissionFlagsBits.ManageRoles), 'staff'],
]);

function shownName({ name, type }: Pick<CommandPayload, 'name' | 'type'>): string {
	return (type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput ? `/${name}` : name;
}
