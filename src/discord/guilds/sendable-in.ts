import type { Client, Guild, SendableChannels } from 'discord.js';

/** A channel that can be written to in a guild, not a direct message. */
type GuildSendable = Extract<SendableChannels, { readonly guild: Guild }>;

/**
 * A writable channel of this guild; undefined if there is none or it belongs to another guild. Rejects with discord.js
 * errors, including that of a missing channel.
 */
export async function sendableIn(
	client: Client,
	{ guildId, channelId }: { readonly guildId: string; readonly channelId: string },
): Promise<GuildSendable | undefined> {
	const channel = client.guilds.cache.has(guildId) ? await client.channels.fetch(channelId) : undefined;
	if (!channel?.isSendable() || channel.isDMBased() || channel.guildId !== guildId) return undefined;
	return channel;
}
