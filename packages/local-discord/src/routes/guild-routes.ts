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
import type { RouteRequest, Routes } from '../route.js';
import { schemaErrors } from '../spec.js';
import type { World } from '../world.js';

/** Servers, their roles and members. */
export function guildRoutes(world: World): Routes {
	const guildOf = (request: RouteRequest) => world.guild(request.param('guild_id'));
	return {
		'GET /users/@me/guilds': (request) => listGuilds(world, request),
		'DELETE /users/@me/guilds/{guild_id}': (request) => world.removeBot(guildOf(request).id),
		'GET /guilds/{guild_id}': (request) => {
			const guild = guildOf(request);
			return {
				...guildPayload(guild),
				...(request.query.get('with_counts') === 'true' && {
					approximate_member_count: guild.members.size,
					approximate_presence_count: guild.members.size,
				}),
			};
		},
		'GET /guilds/{guild_id}/roles': (request) => guildOf(request).rolesFromBelow().map(rolePayload),
		'POST /guilds/{guild_id}/roles': (request) => rolePayload(createRole(world, guildOf(request), request)),
		'GET /guilds/{guild_id}/roles/member-counts': (request) => roleMemberCounts(guildOf(request)),
		'GET /guilds/{guild_id}/onboarding': (request) => onboardingPayload(guildOf(request)),
		'GET /guilds/{guild_id}/channels': (request) => {
			const guild = guildOf(request);
			return [...guild.channels.values()]
				.filter((channel) => !isThread(channel) && !guild.isHiddenFromBot(channel.id))
				.map((channel) => channelPayload(guild, channel));
		},
		'GET /guilds/{guild_id}/members': (request) => listMembers(world, guildOf(request), request),
		'GET /guilds/{guild_id}/members/{user_id}': (request) =>
			memberPayload(guildOf(request).member(request.param('user_id'))),
		'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}': (request) => {
			const { guild, userId, roleId } = roleChange(world, request);
			guild.giveRole(userId, roleId, request.reason);
		},
		'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}': (request) => {
			const { guild, userId, roleId } = roleChange(world, request);
			guild.takeRole(userId, roleId, request.reason);
		},
	};
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

/**
 * The parts of a request that gives or takes a role. Throws ApiError 10013, 10007, 10011, 50013 or 50028 if Discord
 * would refuse the bot.
 */
function roleChange(world: World, request: RouteRequest) {
	const guild = world.guild(request.param('guild_id'));
	const [userId, roleId] = [request.param('user_id'), request.param('role_id')];
	if (!allows(guild.permissionsOf(world.botId), PermissionFlagsBits.ManageRoles))
		throw apiError('missingPermissions');
	world.users.get(userId);
	guild.member(userId);
	const role = guild.role(roleId);
	if (role.id === guild.id) throw apiError('invalidRole');
	if (role.isManaged || !guild.isBelowMember(role, world.botId)) throw apiError('missingPermissions');
	return { guild, userId, roleId };
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
