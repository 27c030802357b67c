import { GatewayIntentBits } from 'discord-api-types/v10';
import type { RequestMembers } from './gateway-connection.js';
import type { Guild } from './guild.js';
import { memberPayload } from './guild-payloads.js';

const membersInAChunk = 1000;

/** True if all members are requested, which a session may do once in 30 s for each guild. */
export function isWholeList({ user_ids: userIds, query = '', limit = 0 }: RequestMembers): boolean {
	return userIds === undefined && query === '' && limit === 0;
}

/**
 * The parts of GUILD_MEMBERS_CHUNK; none if Discord stays silent:
 * https://discord.com/developers/docs/events/gateway-events#request-guild-members
 */
export function memberChunks(
	guild: Guild,
	request: RequestMembers,
	intents: number,
): Record<string, unknown>[] {
	const asked = request.user_ids === undefined ? undefined : [request.user_ids].flat();
	const query = (request.query ?? '').toLowerCase();
	const limit = request.limit === undefined || request.limit === 0 ? Number.POSITIVE_INFINITY : request.limit;
	// Without a query or ids, Discord doesn't respond to a session that lacks the members intent.
	if (asked === undefined && query === '' && (intents & GatewayIntentBits.GuildMembers) === 0) return [];
	const found = [...guild.members.values()].filter((member) =>
		asked === undefined ? member.user.username.startsWith(query) : asked.includes(member.user.id),
	);
	const members = found.slice(0, Math.min(limit, found.length)).map(memberPayload);
	const count = Math.max(1, Math.ceil(members.length / membersInAChunk));
	return Array.from({ length: count }, (_, index) => ({
		guild_id: guild.id,
		members: members.slice(index * membersInAChunk, (index + 1) * membersInAChunk),
		chunk_index: index,
		chunk_count: count,
		not_found: (asked ?? []).filter((id) => !guild.members.has(id)),
	}));
}
