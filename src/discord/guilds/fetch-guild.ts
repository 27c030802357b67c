import {
	type Client,
	DiscordjsError,
	DiscordjsErrorCodes,
	type Guild,
	type SendableChannels,
	ShardClientUtil,
} from 'discord.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/**
 * False while only the guild's id is known: READY has named it, and Discord withholds the rest during an outage. The
 * types of discord.js don't say so.
 */
export function hasArrived(guild: Guild): boolean {
	return guild.name !== undefined;
}

/** A channel that can be written to in a guild, not a direct message. */
export type GuildSendable = Extract<SendableChannels, { readonly guild: Guild }>;

/**
 * A guild that the bot is in, or undefined. If another process has its shard, it is not in memory and is fetched
 * without caching, since no event would update it. Rejects with discord.js errors.
 */
export async function fetchGuild(client: Client, guildId: string): Promise<Guild | undefined> {
	const known = client.guilds.cache.get(guildId);
	if (known !== undefined || isOfThisProcess(client, guildId)) return known;
	try {
		return await client.guilds.fetch({ guild: guildId, cache: false });
	} catch (error) {
		const code = apiCodeOf(error);
		if (code === apiCodes.unknownGuild || code === apiCodes.missingAccess) return undefined;
		throw error;
	}
}

/**
 * A writable channel of this guild; undefined if there is none or it belongs to another guild. Rejects with discord.js
 * errors, including that of a missing channel.
 */
export async function sendableIn(
	client: Client,
	{ guildId, channelId }: { readonly guildId: string; readonly channelId: string },
): Promise<GuildSendable | undefined> {
	const channel = client.guilds.cache.has(guildId)
		? await client.channels.fetch(channelId)
		: await channelElsewhere(client, guildId, channelId);
	if (!channel?.isSendable() || channel.isDMBased() || channel.guildId !== guildId) return undefined;
	return channel;
}

async function channelElsewhere(client: Client, guildId: string, channelId: string) {
	const guild = await fetchGuild(client, guildId);
	try {
		return await guild?.channels.fetch(channelId, { cache: false });
	} catch (error) {
		if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.GuildChannelUnowned)
			return undefined;
		throw error;
	}
}

function isOfThisProcess(client: Client, guildId: string): boolean {
	const { shards } = client.ws;
	const count = client.options.shardCount ?? shards.size;
	return count === 0 || shards.has(ShardClientUtil.shardIdForGuildId(guildId, count));
}
