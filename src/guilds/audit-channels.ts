import type { GuildSettingsStore } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** A channel together with its guild, so that its messages can't be posted to another guild. */
export interface AuditChannel {
	readonly guildId: string;
	readonly channelId: string;
}

/** The audit channel of a guild; the first one's if no guild is given, for messages to operators. */
export function auditChannels(guilds: Pick<GuildSettingsStore, 'get'>, served: ServedGuilds) {
	return async (guildId: string | undefined): Promise<AuditChannel | undefined> => {
		const targetId = guildId ?? served.ids[0];
		if (targetId === undefined || !served.serves(targetId)) return undefined;
		const { auditChannelId: channelId } = await guilds.get(targetId);
		return channelId === undefined ? undefined : { guildId: targetId, channelId };
	};
}
