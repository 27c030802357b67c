import {
	type APIChannel,
	type APIGuild,
	type APIGuildMember,
	type APIOverwrite,
	type APIRole,
	ChannelType,
	PermissionFlagsBits,
	type REST,
	Routes,
} from 'discord.js';
import type { ChannelFacts, GuildFacts, RoleFacts } from '../../guilds/guild-facts.js';
import {
	canManageRoles,
	isOpenToAll,
	lackingForAll,
	lackingIn,
	openedBy,
	permissionsAfter,
	powerBitsOf,
	powersIn,
} from './guild-permissions.js';

/** Reads a guild over REST only. Rejects with discord.js errors: 10004 or 50001 if the bot is not in the guild. */
export async function fetchGuildFacts(rest: REST, guildId: string, botId: string): Promise<GuildFacts> {
	const [guild, me, channels] = (await Promise.all([
		rest.get(Routes.guild(guildId)),
		rest.get(Routes.guildMember(guildId, botId)),
		rest.get(Routes.guildChannels(guildId)),
	])) as [APIGuild, APIGuildMember, APIChannel[]];
	const everyone = guild.roles.find(({ id }) => id === guildId);
	const everybodys = BigInt(everyone?.permissions ?? 0);
	const seen = channels
		.filter(({ type }) => type !== ChannelType.GuildCategory)
		.map((channel) => ({ id: channel.id, overwrites: overwritesOf(channel) }));
	const own = guild.roles.filter(({ id }) => id === guildId || me.roles.includes(id));
	const top = own.find((role) => own.every((other) => other === role || isAbove(role, other)));
	const base = own.reduce((bits, { permissions }) => bits | BigInt(permissions), 0n);
	const isAdministrator = guild.owner_id === botId || (base & PermissionFlagsBits.Administrator) !== 0n;
	const member = { guildId, userId: botId, roleIds: me.roles };
	const permissionsIn = (channel: APIChannel): bigint =>
		isAdministrator ? everyPermission : permissionsAfter(base, overwritesOf(channel), member);
	return {
		id: guild.id,
		name: guild.name,
		canManageRoles: isAdministrator || canManageRoles(base),
		role(roleId): RoleFacts | undefined {
			const role = guild.roles.find(({ id }) => id === roleId);
			if (role === undefined) return undefined;
			const permissions = BigInt(role.permissions);
			const powerBits = powerBitsOf(permissions, everybodys);
			return {
				name: role.name,
				isEveryone: role.id === guildId,
				isManaged: role.managed,
				isMentionable: role.mentionable,
				isBelowBot: top !== undefined && isAbove(top, role),
				powers: powersIn(powerBits),
				powerBits,
				canManageRoles: canManageRoles(permissions | everybodys),
				opens: openedBy({ id: roleId, permissions }, { guildId, everybodys }, seen),
			};
		},
		channel(channelId): ChannelFacts | undefined {
			const channel = channels.find(({ id }) => id === channelId);
			if (channel === undefined) return undefined;
			const place = { id: channelId, overwrites: overwritesOf(channel) };
			return {
				name: channel.name ?? '',
				takesMessages: writableTypes.has(channel.type),
				isOpenToAll: isOpenToAll(guildId, everybodys, place),
				everyoneLacks: lackingForAll(guildId, everybodys, place),
				canMention: (permissionsIn(channel) & PermissionFlagsBits.MentionEveryone) !== 0n,
				lacking: lackingIn(permissionsIn(channel)),
			};
		},
	};
}

const everyPermission = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

const writableTypes = new Set<ChannelType>([
	ChannelType.GuildText,
	ChannelType.GuildAnnouncement,
	ChannelType.GuildVoice,
	ChannelType.GuildStageVoice,
]);

/** Of two roles at the same position the older one ranks higher, as in discord.js. */
function isAbove(role: APIRole, other: APIRole): boolean {
	return (
		role.position > other.position || (role.position === other.position && BigInt(role.id) < BigInt(other.id))
	);
}

function overwritesOf(channel: APIChannel): readonly APIOverwrite[] {
	return 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
}
