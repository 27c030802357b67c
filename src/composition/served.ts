import type { Settings } from '../config.js';
import { listedGuilds, type ServedGuilds } from '../guilds/served-guilds.js';

type ServedSettings = Pick<Settings, 'DISCORD_GUILD_ID' | 'SERVE_OTHER_GUILDS'>;

/** The guilds that are served; undefined: every one that the bot is in. */
export function servedIds(settings: ServedSettings): readonly string[] | undefined {
	return settings.SERVE_OTHER_GUILDS ? undefined : settings.DISCORD_GUILD_ID;
}

/** Which guilds this process serves. */
export function createServed(settings: ServedSettings): ServedGuilds {
	return listedGuilds(settings.DISCORD_GUILD_ID ?? [], servedIds(settings) === undefined);
}
