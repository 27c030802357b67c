import type { RequestMembers } from './gateway-connection.js';
import type { Guild } from './guild.js';
import { memberPayload } from './guild-payloads.js';

const MEMBERS_IN_A_CHUNK = 1000;

/** The parts of GUILD_MEMBERS_CHUNK: https://discord.com/developers/docs/events/gateway-events#request-guild-members */
export function memberChunks(
	guild: Guild,
	request: RequestMembers,
	hasMembersIntent: boolean,
): Record<string, unknown>[] {
	const asked = request.user_ids === undefined ? undefined : [request.user_ids].flat();
	const query = (request.query ?? '').toLowerCase();
	const limit = request.limit === undefined || request.limit === 0 ? Number.POSITIVE_INFINITY : request.limit;
	// The whole list is for those alone who may hear of members at all.
	const isRefused = asked === undefined && query === '' && !hasMembersIntent;
	const found = isRefused
		? []
		: [...guild.members.values()].filter((member) =>
				asked === undefined ? member.user.username.startsWith(query) : asked.includes(member.user.id),
			);
	const members = found.slice(0, Math.min(limit, found.length)).map(memberPayload);
	const count = Math.max(1, Math.ceil(members.length / MEMBERS_IN_A_CHUNK));
	return Array.from({ length: count }, (_, index) => ({
		guild_id: guild.id,
		members: members.slice(index * MEMBERS_IN_A_CHUNK, (index + 1) * MEMBERS_IN_A_CHUNK),
		chunk_index: index,
		chunk_count: count,
		not_found: (asked ?? []).filter((id) => !guild.members.has(id)),
	}));
}
