import { RESTEvents, type ResponseLike, Routes } from 'discord.js';
import { ask, type Finding } from './finding.js';
import type { Place } from './place.js';

/** An id from Discord's first year that belongs to no user. */
const unknownId = '100000000000000000';

/** Gives and removes roles to ask about refusals, their order, and shared limits. The bot gives the role to itself. */
export async function* askRoles(place: Place): AsyncGenerator<Finding> {
	const { rest, guildId, botId, roleId } = place;
	const route = (roleOf: string, userId = botId) => Routes.guildMemberRole(guildId, userId, roleOf);
	const member = await place.client.guilds.cache.get(guildId)?.members.fetchMe();
	const hadRole = member?.roles.cache.has(roleId) === true;
	const managed = member?.roles.botRole?.id;
	const above = member?.guild.roles.cache.find(
		(role) => !role.managed && role.comparePositionTo(member.roles.highest) > 0,
	);
	if (!hadRole) place.later(() => rest.delete(route(roleId)));

	const giving = await bucketOf(place, () => rest.put(route(roleId)));
	const taking = await bucketOf(place, () => rest.delete(route(roleId)));
	if (hadRole) await rest.put(route(roleId));
	yield {
		question: 'Giving and taking a role are counted',
		expected: 'together',
		found: giving === taking ? 'together' : 'apart',
	};

	const refusals: readonly (readonly [what: string, path: `/${string}` | undefined, expected: string])[] = [
		['A role that does not exist', route(unknownId), 'refused 10011'],
		['A user that does not exist', route(roleId, unknownId), 'refused 10013'],
		['A role that does not exist, for a user that does not', route(unknownId, unknownId), 'refused 10013'],
		['@everyone', route(guildId), 'refused 50028'],
		[
			'The bot’s own role, which an integration manages',
			managed === undefined ? undefined : route(managed),
			'refused 50013',
		],
		['A role above the bot’s', above === undefined ? undefined : route(above.id), 'refused 50013'],
	];
	for (const [what, path, expected] of refusals) {
		if (path === undefined) continue;
		yield await ask(`${what}, given`, expected, rest.put(path));
	}
	yield await ask(
		'A reason of 513 characters for the server’s log',
		'refused 50035 BASE_TYPE_BAD_LENGTH',
		rest.delete(route(roleId), { reason: 'x'.repeat(513) }),
	);
}

/** The bucket in the headers of the response to one request. */
async function bucketOf({ rest }: Place, request: () => Promise<unknown>): Promise<string | null> {
	const seen: ResponseLike[] = [];
	const note = (_: unknown, response: ResponseLike) => seen.push(response);
	rest.on(RESTEvents.Response, note);
	try {
		await request();
	} finally {
		rest.off(RESTEvents.Response, note);
	}
	return seen.at(-1)?.headers.get('x-ratelimit-bucket') ?? null;
}
