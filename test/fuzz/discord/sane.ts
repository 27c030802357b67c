import { GatewayDispatchEvents, GatewayOpcodes, PermissionFlagsBits } from 'discord.js';
import type { Json } from '../edge.js';

// Discord's responses on a good day, for one server with one role that the bot may give.

export const botId = '800000000000000001';
export const guildId = '100000000000000001';
export const roleId = '200000000000000001';
export const userIds = ['300000000000000001', '300000000000000002', '300000000000000003'];
const botRoleId = '200000000000000002';
/** Stands for the gateway's own address. */
export const gatewayMark = 'ws://gateway.local';

const bot = { id: botId, username: 'claimcheck', discriminator: '0', avatar: null, bot: true };

export const memberOf = (user: Json, roles: readonly string[]) => {
	return { user, roles, flags: 0, joined_at: '2026-01-01', deaf: false, mute: false };
};

const guild = {
	id: guildId,
	name: 'A server',
	owner_id: '400000000000000001',
	unavailable: false,
	preferred_locale: 'en-US',
	joined_at: '2026-01-01T00:00:00.000Z',
	features: [],
	roles: [guildId, roleId, botRoleId].map((id, position) => {
		const permissions = id === botRoleId ? String(PermissionFlagsBits.ManageRoles) : '0';
		return { id, name: 'A role', position, permissions, color: 0, flags: 0 };
	}),
	channels: [{ id: '500000000000000001', type: 0, name: 'audit', position: 0, permission_overwrites: [] }],
	members: [memberOf(bot, [botRoleId])],
	member_count: 4,
	...{ threads: [], emojis: [], stickers: [], presences: [], voice_states: [] },
};

/** A long interval, because each heartbeat takes time to play and hours pass. */
export const hello: Json = { op: GatewayOpcodes.Hello, d: { heartbeat_interval: 15 * 60_000 } };

export const readyOf = (sessionId: string) => ({
	op: GatewayOpcodes.Dispatch,
	t: GatewayDispatchEvents.Ready,
	s: 1,
	d: {
		v: 10,
		user: bot,
		guilds: [{ id: guildId, unavailable: true }],
		session_id: sessionId,
		resume_gateway_url: gatewayMark,
		application: { id: botId, flags: 0 },
		shard: [0, 1],
	},
});

export const guildCreate = {
	op: GatewayOpcodes.Dispatch,
	t: GatewayDispatchEvents.GuildCreate,
	s: 2,
	d: guild,
};

export const gatewayOf = (remaining: number, resetAfterMs: number): { readonly [member: string]: Json } => ({
	url: gatewayMark,
	shards: 1,
	session_start_limit: { total: 1_000, remaining, reset_after: resetAfterMs, max_concurrency: 1 },
});
