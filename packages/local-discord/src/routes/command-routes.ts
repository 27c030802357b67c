import { ApplicationCommandPermissionType } from 'discord-api-types/v10';
import { apiError, invalidForm } from '../api-error.js';
import { commandPayload, type RegisteredCommand } from '../command-registry.js';
import type { Route, RouteKey, RouteRequest } from '../route.js';
import type { World } from '../world.js';

/** The registration of commands, globally and for a server. */
export function commandRoutes(world: World): Route[] {
	return [
		{
			key: 'GET /applications/{application_id}/guilds/{guild_id}/commands/permissions',
			needsBot: true,
			handle: (request) => {
				scopeOf(world, request);
				const guild = world.guild(request.param('guild_id'));
				const body = [...guild.commandPermissions].map(([id, permissions]) => ({
					id,
					application_id: world.applicationId,
					guild_id: guild.id,
					permissions: permissions.map(({ roleId, isAllowed }) => ({
						id: roleId,
						type: ApplicationCommandPermissionType.Role,
						permission: isAllowed,
					})),
				}));
				return { status: 200, body };
			},
		},
		...scopeRoutes(world, {
			list: 'GET /applications/{application_id}/commands',
			replace: 'PUT /applications/{application_id}/commands',
			upsert: 'POST /applications/{application_id}/commands',
		}),
		...scopeRoutes(world, {
			list: 'GET /applications/{application_id}/guilds/{guild_id}/commands',
			replace: 'PUT /applications/{application_id}/guilds/{guild_id}/commands',
			upsert: 'POST /applications/{application_id}/guilds/{guild_id}/commands',
		}),
	];
}

type Action = 'list' | 'replace' | 'upsert';

function scopeRoutes(world: World, keys: Readonly<Record<Action, RouteKey>>): Route[] {
	const { commands, applicationId } = world;
	const route = (
		key: RouteKey,
		handle: (request: RouteRequest, guildId: string | undefined) => unknown,
		query: readonly string[] = [],
	): Route => ({
		key,
		needsBot: true,
		query,
		handle: (request) => {
			const body = handle(request, scopeOf(world, request));
			return body === undefined ? { status: 204 } : { status: 200, body };
		},
	});
	const show = (command: RegisteredCommand, withLocalizations = true) =>
		commandPayload(applicationId, command, {
			withLocalizations,
			withEqual: !world.assumptions.areEqualLocalizationsDropped,
		});
	return [
		route(
			keys.list,
			(request, guildId) => {
				const withLocalizations = request.query.get('with_localizations') === 'true';
				return commands.list(guildId).map((command) => show(command, withLocalizations));
			},
			['with_localizations'],
		),
		route(keys.replace, (request, guildId) => {
			if (!Array.isArray(request.body)) {
				throw invalidForm([{ path: [], code: 'LIST_TYPE_BAD_TYPE', message: 'Only lists are accepted.' }]);
			}
			return commands.replace(guildId, request.body).map((command) => show(command));
		}),
		route(keys.upsert, (request, guildId) => show(commands.upsert(guildId, request.body).command)),
	];
}

/** Undefined for the global commands. */
function scopeOf(world: World, request: RouteRequest): string | undefined {
	if (request.param('application_id') !== world.applicationId) throw apiError('missingAccess');
	const guildId = request.param('guild_id');
	// A server that the bot was never added to responds with 50001, not 10004.
	if (guildId !== '' && !world.guilds.has(guildId)) throw apiError('missingAccess');
	return guildId === '' ? undefined : world.guild(guildId).id;
}
