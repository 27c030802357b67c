import type { GuildSettingsStore } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** A channel, and the guild that it must be in: its messages are nobody else's business. */
export interface AuditChannel {
	readonly guildId: string;
	readonly channelId: string;
}

/** Where audit messages of a guild go; undefined, which is for whoever runs the bot, is home. */
export function auditChannels(guilds: Pick<GuildSettingsStore, 'get'>, served: ServedGuilds) {
	return async (guildId: string | undefined): Promise<AuditChannel | undefined> => {
		const told = guildId ?? served.homeId;
		if (told === undefined || !served.serves(told)) return undefined;
		const { auditChannelId: channelId } = await guilds.get(told);
		return channelId === undefined ? undefined : { guildId: told, channelId };
	};
}
