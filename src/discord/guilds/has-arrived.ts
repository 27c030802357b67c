import { type Client, Events, type Guild } from 'discord.js';

/**
 * False while only the guild's id is known: READY has named it, and Discord withholds the rest during an outage. The
 * types of discord.js don't say so.
 */
export function hasArrived(guild: Guild): boolean {
	return guild.name !== undefined;
}

/** Calls `arrived` for each guild that the bot joins, and for each that becomes available: at a start, or after an outage. */
export function watchArrivals(client: Client, arrived: (guild: Guild) => void): void {
	client.on(Events.GuildCreate, arrived);
	client.on(Events.GuildAvailable, arrived);
}
