import { type Client, Events, type Guild } from 'discord.js';

/** Calls `arrived` for each guild that the bot joins, and for each that becomes available: at a start, or after an outage. */
export function watchArrivals(client: Client, arrived: (guild: Guild) => void): void {
	client.on(Events.GuildCreate, arrived);
	client.on(Events.GuildAvailable, arrived);
}
