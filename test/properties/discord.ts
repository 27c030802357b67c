import type { DiscordSide } from '../../src/composition/discord-port.js';
import { powerBitsOf, powersIn } from '../../src/discord/guilds/guild-permissions.js';
import type { GuildFacts } from '../../src/guilds/guild-facts.js';
import { inCode } from '../../src/i18n/translator.js';
import type { RoleCallResult } from '../../src/roles/role-api.js';
import { botPosition, type World } from './world.js';

/** Discord as the bot's roles see it: never down, exact about hierarchy. Notes each call with the role as it is then. */
export function discordOf(world: World): DiscordSide {
	const change = async (
		guildId: string,
		userId: string,
		roleId: string,
		give: boolean,
	): Promise<RoleCallResult> => {
		const server = world.server(guildId);
		const role = server.roles.get(roleId);
		const member = server.members.get(userId);
		if (member === undefined) return { kind: 'member-left' };
		if (role === undefined) return { kind: 'blocked', obstacle: 'role-missing' };
		if (role.position >= botPosition) return { kind: 'blocked', obstacle: 'role-too-high' };
		world.roleCalls.push({ guildId, userId, roleId, give, permissions: role.permissions });
		if (give) member.roleIds.add(roleId);
		else member.roleIds.delete(roleId);
		return { kind: 'done' };
	};
	const served = () => world.servers.filter((server) => server === world.home || world.servesOther);
	const roleApi: DiscordSide['roleApi'] = {
		obstacle: (guildId, roleId) => {
			const role = world.server(guildId).roles.get(roleId);
			if (role === undefined) return 'role-missing';
			return role.position >= botPosition ? 'role-too-high' : undefined;
		},
		powers: (guildId, roleId) => {
			const { roles, everyone } = world.server(guildId);
			return powerBitsOf(roles.get(roleId)?.permissions ?? 0n, everyone.permissions);
		},
		heldRoles: async (guildId, userId) => {
			const member = world.server(guildId).members.get(userId);
			return member === undefined ? { kind: 'member-left' } : { kind: 'member', roles: [...member.roleIds] };
		},
		guilds: () => served().map(({ id }) => id),
		refresh: async () => {},
		rolesOfMany: async (guildId, userIds) => {
			const { members } = world.server(guildId);
			const there = userIds.filter((id) => members.has(id));
			return new Map(there.map((id) => [id, [...(members.get(id)?.roleIds ?? [])]]));
		},
		addRole: (guildId, userId, roleId) => change(guildId, userId, roleId, true),
		removeRole: (guildId, userId, roleId) => change(guildId, userId, roleId, false),
	};
	const factsOf = (guildId: string): GuildFacts => {
		const server = world.server(guildId);
		return {
			id: guildId,
			name: 'A server',
			canManageRoles: true,
			role(roleId) {
				const role = server.roles.get(roleId);
				if (role === undefined) return undefined;
				const powerBits = powerBitsOf(role.permissions, server.everyone.permissions);
				return {
					name: 'A role',
					isEveryone: false,
					isManaged: false,
					isBelowBot: role.position < botPosition,
					powers: powersIn(powerBits),
					powerBits,
					canManageRoles: false,
					opens: [],
				};
			},
			channel: (channelId) =>
				channelId === server.auditChannelId
					? {
							name: 'audit',
							takesMessages: true,
							isOpenToAll: false,
							everyoneLacks: ['ViewChannel'],
							lacking: [],
						}
					: undefined,
		};
	};
	const holdersOf = async (guildId: string, roleId: string): Promise<number> =>
		[...world.server(guildId).members.values()].filter(({ roleIds }) => roleIds.has(roleId)).length;
	return {
		roleApi,
		factsOf,
		holdersOf,
		selfChosenRoles: async () => new Set(),
		isPanelThere: async () => true,
		memberFacts: async (guildId, userId) =>
			world.server(guildId).members.has(userId)
				? { displayName: userId, avatarUrl: 'https://cdn.example/avatar.png', joinedAt: 1 }
				: undefined,
		standingOf: async (guildId, userId) => (world.server(guildId).members.has(userId) ? 'member' : 'absent'),
		isOperator: async () => false,
		leave: async () => {},
		mentionIn: () => inCode,
		caseSide: () => ({
			board: {
				post: async () => '600000000000000004',
				show: async () => 'shown',
				remind: async () => {},
			},
			peopleOf: async () => ({
				nameOf: () => undefined,
				joinedAt: undefined,
				createdAt: undefined,
				thumbnailUrl: undefined,
			}),
		}),
		noticeBoard: () => ({
			find: async () => undefined,
			send: async () => ({ kind: 'sent', channelId: '600000000000000002', messageId: '600000000000000003' }),
			dress: async () => {},
		}),
		board: {
			show: async ({ messageId = '600000000000000001' }) => ({ kind: 'posted', messageId }),
			takeBack: async () => {},
		},
	};
}
