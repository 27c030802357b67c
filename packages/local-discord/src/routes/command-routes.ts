import { ApplicationCommandPermissionType } from 'discord-api-types/v10';
import { apiError, invalidForm } from '../api-error.js';
import { commandPayload, type RegisteredCommand } from '../command-registry.js';
import type { RouteRequest, Routes } from '../route.js';
import type { World } from '../world.js';

/** The registration of commands, globally and for a server. */
export function commandRoutes(world: World): Routes {
	const { commands, applicationId } = world;
	const show = (command: RegisteredCommand, withLocalizations = true) =>
		commandPayload(applicationId, command, withLocalizations);
	const list = (request: RouteRequest) => {
		const withLocalizations = request.query.get('with_localizations') === 'true';
		return commands.list(scopeOf(world, request)).map((command) => show(command, withLocalizations));
	};
	const replace = (request: RouteRequest) => {
		const guildId = scopeOf(world, request);
		if (!Array.isArray(request.body)) {
			throw invalidForm([{ path: [], code: 'LIST_TYPE_BAD_TYPE', message: 'Only lists are accepted.' }]);
		}
		return commands.replace(guildId, request.body).map((command) => show(command));
	};
	const upsert = (request: RouteRequest) => show(commands.upsert(scopeOf(world, request), request.body));
	return {
		'GET /applications/{application_id}/guilds/{guild_id}/commands/permissions': (request) => {
			scopeOf(world, request);
			const guild = world.guild(request.param('guild_id'));
			return [...guild.commandPermissions].map(([id, permissions]) => ({
				id,
				application_id: applicationId,
				guild_id: guild.id,
				permissions: permissions.map(({ roleId, isAllowed }) => ({
					id: roleId,
					type: ApplicationCommandPermissionType.Role,
					permission: isAllowed,
				})),
			}));
		},
		'GET /applications/{application_id}/commands': list,
		'PUT /applications/{application_id}/commands': replace,
		'POST /applications/{application_id}/commands': upsert,
		'GET /applications/{application_id}/guilds/{guild_id}/commands': list,
		'PUT /applications/{application_id}/guilds/{guild_id}/commands': replace,
		'POST /applications/{application_id}/guilds/{guild_id}/commands': upsert,
	};
}

/** Undefined for the global commands. */
function scopeOf(world: World, request: RouteRequest): string | undefined {
	if (request.param('application_id') !== world.applicationId) throw apiError('missingAccess');
	const guildId = request.param('guild_id');
	// A server that the bot was never added to responds with 50001, not 10004.
	if (guildId !== '' && !world.guilds.has(guildId)) throw apiError('missingAccess');
	return guildId === '' ? undefined : world.guild(guildId).id;
}
