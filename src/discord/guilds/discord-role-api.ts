import {
	type Client,
	DiscordAPIError,
	type Guild,
	PermissionFlagsBits,
	type RESTPostAPIGuildRoleResult,
	type Role,
	Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { translatorFor } from '../../i18n/translator.js';
import type { HeldRoles, RoleApi, RoleCallResult } from '../../roles/role-api.js';
import type { RoleMade } from '../../servers/guild-facts.js';
import type { RoleObstacle } from '../../servers/role-obstacle.js';
import type { ServedGuilds } from '../../servers/served-guilds.js';
import { oneLine } from '../../ui/text.js';
import { apiCodeOf, apiCodes, isPassing, noMemberCodes } from '../connection/api-errors.js';
import { hasArrived, isConnected } from '../connection/client.js';
import { powerBitsOf } from './guild-facts.js';

/** How long Discord may take to return the roles of many members. */
const chunkMs = 15_000;
/** Until an unexplained refusal is tried once more: a fault of Discord's edge or of a proxy lasts seconds. */
const againMs = 2_000;

/** Roles in Discord: reads from the gateway cache, changes over REST. */
export function discordRoleApi(client: Client, served: ServedGuilds, clock: Pick<Clock, 'delay'>): RoleApi {
	/** Undefined if the bot is not in the guild or doesn't serve it: then nothing may be read or changed there. */
	function guildOf(guildId: string): Guild | undefined {
		return served.serves(guildId) ? client.guilds.cache.get(guildId) : undefined;
	}

	async function callIn<Result>(
		guildId: string,
		send: (guild: Guild) => Promise<Result>,
	): Promise<Result | NotDone> {
		const guild = guildOf(guildId);
		if (guild === undefined) return { kind: 'blocked', obstacle: 'guild-gone' };
		// Neither the powers of a role nor the member's other roles are known.
		if (!hasArrived(guild)) return { kind: 'passing', reason: 'guild unavailable' };
		try {
			return await send(guild);
		} catch (error) {
			const result = translate(error);
			if (!isUnexplained(result)) return result;
		}
		await clock.delay(againMs);
		return await send(guild).catch(translate);
	}

	function change(how: 'put' | 'delete', guildId: string, userId: string, roleId: string) {
		return callIn<RoleCallResult>(guildId, async (guild) => {
			const t = translatorFor(guild.preferredLocale);
			const reason = t(how === 'put' ? 'audit.reason.role-given' : 'audit.reason.role-removed');
			return changed(await client.rest[how](Routes.guildMemberRole(guildId, userId, roleId), { reason }));
		});
	}

	function nameOf(userId: string): string {
		const username = client.users.cache.get(userId)?.username;
		return username === undefined ? userId : `${oneLine(username)} (${userId})`;
	}

	return {
		obstacle(guildId, roleId) {
			const guild = guildOf(guildId);
			if (guild === undefined) return 'guild-gone';
			// During an outage at Discord the cache may be stale; the request itself will show.
			const me = guild.available ? guild.members.me : null;
			if (me === null) return undefined;
			const role = guild.roles.cache.get(roleId);
			if (role === undefined) return 'role-missing';
			if (role.managed || role.id === guild.id) return 'role-not-assignable';
			if (!me.permissions.has(PermissionFlagsBits.ManageRoles)) return 'missing-permission';
			return me.roles.highest.comparePositionTo(role) > 0 ? undefined : 'role-too-high';
		},

		powers(guildId, roleId) {
			const guild = client.guilds.cache.get(guildId);
			const role = guild?.roles.cache.get(roleId);
			if (guild === undefined || role === undefined) return 0n;
			return powerBitsOf(role.permissions.bitfield, guild.roles.everyone.permissions.bitfield);
		},

		heldRoles: (guildId, userId) =>
			callIn<HeldRoles>(guildId, async (guild) => {
				const member = await guild.members.fetch({ user: userId, force: true, cache: false });
				const roles = [...member.roles.cache.keys()];
				return { kind: 'member', roles, ...(member.pending && { isPending: true }) };
			}),

		guilds() {
			const available = client.guilds.cache.filter((guild) => guild.available);
			return [...available.keys()].filter((id) => served.serves(id));
		},

		async refresh(guildId) {
			const guild = guildOf(guildId);
			await guild?.roles.fetch(undefined, { force: true });
			await guild?.members.fetchMe({ force: true });
		},

		/** In a single gateway request, which needs no privileged intent and uses none of the REST budget. */
		async rolesOfMany(guildId, userIds, signal) {
			const guild = guildOf(guildId);
			// No response could arrive: the process is stopping, or the connection is lost.
			if (guild === undefined || !isConnected(client)) return undefined;
			try {
				const chunk = guild.members.fetch({ user: [...userIds], time: chunkMs });
				const members = await Promise.race([chunk, clock.delay(chunkMs, signal)]);
				if (members === undefined) return undefined;
				const present = members.filter(({ pending }) => !pending);
				return new Map(present.map((member) => [member.id, [...member.roles.cache.keys()]]));
			} catch {
				return undefined;
			}
		},

		addRole: (guildId, userId, roleId) => change('put', guildId, userId, roleId),
		removeRole: (guildId, userId, roleId) => change('delete', guildId, userId, roleId),

		async rolesNamed(guildId, name) {
			try {
				const guild = guildOf(guildId);
				const listed = await guild?.roles.fetch(undefined, { force: true });
				const me = guild?.members.me?.roles.highest;
				if (listed === undefined || me === undefined) return undefined;
				const plain = (text: string): string => text.trim().toLowerCase();
				const isUsable = (role: Role): boolean => !role.managed && me.comparePositionTo(role.id) > 0;
				return [...listed.values()]
					.filter((role) => role.id !== guildId && plain(role.name) === plain(name))
					.toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)))
					.map(({ id }) => id);
			} catch {
				return undefined;
			}
		},

		async makeRole(guildId, name, userId) {
			const guild = guildOf(guildId);
			if (guild === undefined) return { kind: 'powerless' };
			const t = translatorFor(guild.preferredLocale);
			try {
				const { id } = (await client.rest.post(Routes.guildRoles(guildId), {
					// Without explicit permissions Discord would copy @everyone's.
					body: { name, permissions: '0', hoist: false, mentionable: false },
					reason: t('audit.reason.role-made', { role: name, who: nameOf(userId) }),
				})) as RESTPostAPIGuildRoleResult;
				// The gateway event may not have arrived yet.
				if (!guild.roles.cache.has(id)) await guild.roles.fetch(undefined, { force: true });
				return { kind: 'made', roleId: id };
			} catch (error) {
				return outcomeOfMaking(error);
			}
		},
	};
}

type NotDone = Exclude<RoleCallResult, { kind: 'done' }>;

/** A refusal with none of Discord's codes for permissions, such as that of a fault at Discord's edge: 40333 or 0. */
function isUnexplained(result: NotDone): boolean {
	return result.kind === 'blocked' && result.obstacle === 'refused';
}

/** Discord's response to a change has no content. Anything else comes from a proxy, and the role may not have changed. */
function changed(response: unknown): RoleCallResult {
	return response instanceof ArrayBuffer && response.byteLength === 0
		? { kind: 'done' }
		: { kind: 'passing', reason: 'unexpected response' };
}

const obstacles: Readonly<Record<number, RoleObstacle>> = {
	[apiCodes.unknownGuild]: 'guild-gone',
	[apiCodes.missingAccess]: 'guild-gone',
	[apiCodes.unknownRole]: 'role-missing',
	[apiCodes.invalidRole]: 'role-not-assignable',
	[apiCodes.missingPermissions]: 'missing-permission',
	[apiCodes.twoFactorRequired]: 'missing-permission',
};

/** Exported for its test. An unknown code is an obstacle too: a retry could get the IP address banned. */
export function translate(error: unknown): NotDone {
	const code = apiCodeOf(error);
	if (noMemberCodes.includes(code)) return { kind: 'member-left' };
	const obstacle = code === undefined ? undefined : obstacles[code];
	if (obstacle !== undefined) return { kind: 'blocked', obstacle };
	// A proxy's 403 page counts against the IP address like Discord's own, and doesn't say when it ends either.
	const isRefusal = error instanceof DiscordAPIError && !isPassing(error);
	if (isRefusal) return { kind: 'blocked', obstacle: 'refused' };
	return { kind: 'passing', reason: error instanceof Error ? error.name : 'unknown' };
}

function outcomeOfMaking(error: unknown): RoleMade {
	const code = apiCodeOf(error);
	if (code === apiCodes.maxRoles) return { kind: 'full' };
	if (code === apiCodes.missingPermissions || code === apiCodes.missingAccess) return { kind: 'powerless' };
	if (code === apiCodes.twoFactorRequired || code === apiCodes.unknownGuild) return { kind: 'powerless' };
	if (isPassing(error)) return { kind: 'unknown' };
	throw error;
}
