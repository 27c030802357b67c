import { ChannelFlags, PermissionFlagsBits, Routes } from 'discord.js';
import { ask, type Finding } from './finding.js';
import type { Place } from './place.js';

/**
 * Asks for the parts of Discord that describe a channel that the bot can't see. Asks nothing if the server has no such
 * channel: deny *View Channel* to everyone in one.
 */
export async function* askChannels({ client, rest, guildId }: Place): AsyncGenerator<Finding> {
	const guild = client.guilds.cache.get(guildId);
	const me = guild?.members.me;
	const hidden = guild?.channels.cache.find(
		(channel) => me != null && !channel.isThread() && !channel.permissionsFor(me).has(viewChannel),
	);
	if (hidden === undefined || hidden.isThread()) return;
	const { flags, name, permissionOverwrites } = hidden;
	const said = flags.has(ChannelFlags.ChannelObfuscated) ? 'with the flag' : 'without the flag';
	const overwrites = permissionOverwrites.cache.map(({ id }) => (id === guildId ? '@everyone' : 'another'));
	yield {
		question: 'A channel that the bot can’t see, over the gateway',
		expected: '___hidden___ with the flag, overwrites of @everyone',
		found: `${name === '___hidden___' ? name : 'its name'} ${said}, overwrites of ${overwrites.join(' and ')}`,
	};
	const listed = (await rest.get(Routes.guildChannels(guildId))) as { readonly id: string }[];
	yield {
		question: 'The same in the list of channels over REST',
		expected: 'left out',
		found: listed.some(({ id }) => id === hidden.id) ? 'listed' : 'left out',
	};
	yield await ask('The same, read over REST', 'refused 50001', rest.get(Routes.channel(hidden.id)));
}

const viewChannel = PermissionFlagsBits.ViewChannel;

/** Asks which members a bot knows without the members intent. */
export async function* askMembers({ client, guildId, botId }: Place): AsyncGenerator<Finding> {
	yield {
		question: 'One member by id over the gateway, without the members intent',
		expected: 'is told',
		found: await fetched(client.guilds.cache.get(guildId)?.members.fetch({ user: [botId], time: 15_000 })),
	};
}

async function fetched(members: Promise<{ readonly size: number }> | undefined): Promise<string> {
	const size = await members?.then(
		({ size }) => size,
		() => 0,
	);
	return size === 1 ? 'is told' : 'is not told';
}
