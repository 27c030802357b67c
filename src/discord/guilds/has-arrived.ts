import type { Guild } from 'discord.js';

/**
 * False while only the guild's id is known: READY has named it, and Discord withholds the rest during an outage. The
 * types of discord.js don't say so.
 */
export function hasArrived(guild: Guild): boolean {
	return guild.name !== undefined;
}
