import { CreateRoleRequestSchema } from 'discord-api-spec/zod';
import {
	type APIGuildOnboarding,
	GatewayIntentBits,
	GuildOnboardingMode,
	GuildOnboardingPromptType,
	PermissionFlagsBits,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { apiError, invalidForm } from '../api-error.js';
import type { Guild } from '../guild.js';
import { isThread, type Role } from '../guild-parts.js';
import {
	channelPayload,
	guildPayload,
	memberPayload,
	ownGuildPayload,
	rolePayload,
} from '../guild-payloads.js';
import { allows } from '../permissions.js';
import { idOf, limitOf } from '../query.js';
import type { Route, RouteKey, RouteRequest } from '../route.js';
import { schemaErrors } from '../spec.js';
import type { World } from '../world.js';

/** Servers, their roles and members. */
export function guildRoutes(world: World): Route[] {
	const read = (
		key: RouteKey,
		handle: (guild: Guild, request: RouteRequest) => unknown,
		query: readonly string[] = [],
	): Route => ({
		key,
		needsBot: true,
		query,
		handle: (request) => ({ status: 200, body: handle(world.guild(request.param('guild_id')), request) }),
	});
	return [
		{
			key: 'GET /users/@me/guilds',
			needsBot: true,
			query: ['after', 'limit', 'with_counts'],
			handle: (request) => ({ status: 200, body: listGuilds(world, request) }),
		},
		{
			key: 'DELETE /users/@me/guilds/{guild_id}',
			needsBot: true,
			handle: (request) => {
				const { id } = world.guild(request.param('guild_id'));
				world.guilds.delete(id);
				world.gateway.dispatch('GUILD_DELETE', { id }, { guildId: id });
				return { status: 204 };
			},
		},
		read(
			'GET /guilds/{guild_id}',
			(guild, { query }) => ({
				...guildPayload(guild),
				...(query.get('with_counts') === 'true' && {
					approximate_member_count: guild.members.size,
					approximate_presence_count: guild.members.size,
				}),
			}),
			['with_counts'],
		),
		read('GET /guilds/{guild_id}/roles', (guild) => guild.rolesFromBelow().map(rolePayload)),
		{
			key: 'POST /guilds/{guild_id}/roles',
			needsBot: true,
			handle: (request) => {
				const guild = world.guild(request.param('guild_id'));
				return { status: 200, body: rolePayload(createRole(world, guild, request)) };
			},
		},
		read('GET /guilds/{guild_id}/roles/member-counts', roleMemberCounts),
		read('GET /guilds/{guild_id}/onboarding', onboardingPayload),
		read('GET /guilds/{guild_id}/channels', (guild) =>
			[...guild.channels.values()]
				.filter((channel) => !isThread(channel) && !guild.isHiddenFromBot(channel.id))
				.map((channel) => channelPayload(guild, channel)),
		),
		read('GET /guilds/{guild_id}/members/{user_id}', (guild, request) =>
			memberPayload(guild.member(request.param('user_id'))),
		),
		read('GET /guilds/{guild_id}/members', (guild, request) => listMembers(world, guild, request), [
			'limit',
			'after',
		]),
		roleRoute(world, 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}', (guild, ...rest) =>
			guild.giveRole(...rest),
		),
		roleRoute(world, 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}', (guild, ...rest) =>
			guild.takeRole(...rest),
		),
	];
}

/** https://discord.com/developers/docs/topics/permissions: @everyone is one of them. */
const maxRoles = 250;

const roleBodySchema = z.object({
	name: z.string().nullish(),
	permissions: z.union([z.string(), z.number()]).nullish(),
	color: z.number().nullish(),
	colors: z.object({ primary_color: z.number().nullish() }).nullish(),
	hoist: z.boolean().nullish(),
	mentionable: z.boolean().nullish(),
});

/**
 * At the bottom, and with @everyone's permissions if none are given:
 * https://discord.com/developers/docs/resources/guild#create-guild-role
 */
function createRole(world: World, guild: Guild, { body, reason }: RouteRequest): Role {
	const errors = schemaErrors(CreateRoleRequestSchema, withNumbers(body));
	if (errors.length > 0) throw invalidForm(errors);
	const held = guild.permissionsOf(world.bot.id);
	if (!allows(held, PermissionFlagsBits.ManageRoles)) throw apiError('missingPermissions');
	const { name, permissions, color, colors, hoist, mentionable } = roleBodySchema.parse(body ?? {});
	const wanted = permissions == null ? guild.role(guild.id).permissions : BigInt(permissions);
	// A bot can't grant a permission that it doesn't have.
	if (!allows(held, wanted)) throw apiError('missingPermissions');
	if (guild.roles.size >= maxRoles) throw apiError('tooManyRoles');
	return guild.addRole({
		name: name ?? 'new role',
		permissions: wanted,
		color: colors?.primary_color ?? color ?? 0,
		isHoisted: hoist ?? false,
		isMentionable: mentionable ?? false,
		reason,
	});
}

/** Discord also accepts permissions as a string of digits, which its documentation requires, but its schema doesn't. */
function withNumbers(body: unknown): unknown {
	if (typeof body !== 'object' || body === null) return body ?? {};
	const isDigits =
		'permissions' in body && typeof body.permissions === 'string' && /^\d{1,40}$/.test(body.permissions);
	return isDigits ? { ...body, permissions: 0 } : body;
}

/** https://discord.com/developers/docs/resources/guild#get-guild-role-member-counts: without @everyone. */
function roleMemberCounts(guild: Guild): Record<string, number> {
	const members = [...guild.members.values()];
	const roles = [...guild.roles.keys()].filter((id) => id !== guild.id);
	return Object.fromEntries(roles.map((id) => [id, members.filter((it) => it.roleIds.has(id)).length]));
}

/** One question, with one option for each of the roles. */
function onboardingPayload(guild: Guild): APIGuildOnboarding {
	const option = (role_id: string, index: number) => ({
		id: String(index + 1),
		channel_ids: [],
		role_ids: [role_id],
		emoji: { id: null, name: null, animated: false },
		title: guild.role(role_id).name,
		description: null,
	});
	return {
		guild_id: guild.id,
		prompts: [
			{
				id: '1',
				title: 'What are you here for?',
				options: guild.onboardingRoleIds.map(option),
				single_select: false,
				required: false,
				in_onboarding: true,
				type: GuildOnboardingPromptType.MultipleChoice,
			},
		],
		default_channel_ids: [],
		enabled: guild.onboardingRoleIds.length > 0,
		mode: GuildOnboardingMode.OnboardingDefault,
	};
}

function roleRoute(
	world: World,
	key: RouteKey,
	change: (guild: Guild, userId: string, roleId: string, reason: string | undefined) => void,
): Route {
	return {
		key,
		needsBot: true,
		handle: (request) => {
			const guild = world.guild(request.param('guild_id'));
			const [userId, roleId] = [request.param('user_id'), request.param('role_id')];
			checkRoleChange(world, guild, userId, roleId);
			change(guild, userId, roleId, request.reason);
			return { status: 204 };
		},
	};
}

/** Throws ApiError 10013, 10007, 10011, 50013 or 50028 if Discord would refuse the bot. */
function checkRoleChange(world: World, guild: Guild, userId: string, roleId: string): void {
	const botId = world.bot.id;
	if (!allows(guild.permissionsOf(botId), PermissionFlagsBits.ManageRoles))
		throw apiError('missingPermissions');
	world.users.get(userId);
	guild.member(userId);
	const role = guild.role(roleId);
	if (role.id === guild.id) throw apiError('invalidRole');
	if (role.isManaged || !guild.isBelowMember(role, botId)) throw apiError('missingPermissions');
}

/** By id, at most 200 at a time: https://discord.com/developers/docs/resources/user#get-current-user-guilds */
function listGuilds(world: World, request: RouteRequest): unknown[] {
	const after = idOf(request.query, 'after') ?? 0n;
	const limit = limitOf(request.query, { max: 200, otherwise: 200 });
	return [...world.guilds.values()]
		.filter(({ id }) => BigInt(id) > after)
		.sort((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1))
		.slice(0, limit)
		.map((guild) => ownGuildPayload(guild, world.bot.id, request.query.get('with_counts') === 'true'));
}

/** By id, at most 1000 at a time. Needs the members intent: https://discord.com/developers/docs/resources/guild#list-guild-members */
function listMembers(world: World, guild: Guild, request: RouteRequest): unknown[] {
	if ((world.enabledIntents & GatewayIntentBits.GuildMembers) === 0) throw apiError('missingAccess');
	const after = idOf(request.query, 'after') ?? 0n;
	const limit = limitOf(request.query, { max: 1000, otherwise: 1 });
	return [...guild.members.values()]
		.filter((member) => BigInt(member.user.id) > after)
		.sort((left, right) => (BigInt(left.user.id) < BigInt(right.user.id) ? -1 : 1))
		.slice(0, limit)
		.map(memberPayload);
}
