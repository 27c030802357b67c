import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Guild } from '../guild.js';
import type { LocalDiscord } from '../local-discord.js';
import type { CliOptions } from './cli-options.js';
import type { CastMember } from './live-world.js';

const { Administrator, BanMembers, KickMembers, ManageMessages, ManageNicknames, ModerateMembers } =
	PermissionFlagsBits;

/**
 * A role's permissions, by the usual names of such roles in servers: a role by any other name is a name and a colour.
 */
const powers: readonly (readonly [name: RegExp, permissions: bigint])[] = [
	[/^(admin|administrator)$/i, Administrator],
	[
		/^(mod|moderator|staff|support)$/i,
		BanMembers | KickMembers | ManageMessages | ManageNicknames | ModerateMembers,
	],
];

/** Discord's own colours for roles. */
const colours = [0x1abc9c, 0x3498db, 0x9b59b6, 0xe91e63, 0xe67e22];

/** Has the people join, with their roles; the server's owner comes last. */
export function seatPeople(
	discord: LocalDiscord,
	guild: Guild,
	people: CliOptions['people'],
	locale: string,
): CastMember[] {
	const roleIds = new Map<string, string>();
	const roleOf = (name: string): string => {
		const known = roleIds.get(name);
		if (known !== undefined) return known;
		const [, permissions = 0n] = powers.find(([pattern]) => pattern.test(name)) ?? [];
		const role = guild.addRole({ name, permissions, color: colours[roleIds.size % colours.length] ?? 0 });
		roleIds.set(name, role.id);
		return role.id;
	};
	const seated = people.map(({ name, roleName }) => {
		const person = discord.person(guild, { name, roleIds: roleName === undefined ? [] : [roleOf(roleName)] });
		return { userId: person.id, guildId: guild.id, alias: roleName?.toLowerCase() ?? 'member', locale };
	});
	return [...seated, { userId: guild.ownerId, guildId: guild.id, alias: 'owner', locale }];
}
