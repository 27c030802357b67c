import type { GuildQueries } from './guild-facts.js';
import type { GuildSettings, GuildSettingsStore, Links, SupportSettings } from './guild-settings.js';

export interface ServerLinks extends Links {
	/** True if members may send pictures with a request to staff. */
	readonly pictures?: boolean | undefined;
	/** The name of the support channel; undefined if there is none, or the bot can't see it. */
	readonly supportChannelName?: string | undefined;
	/** When members see notices around the end of their support; undefined for the defaults. */
	readonly support?: SupportSettings | undefined;
}

export type LinksOfServers = ReturnType<typeof linksOfServers>;

/** The links of each server, or their last known state if the store is down: no answer may fail for a link. */
export function linksOfServers(guilds: Pick<GuildSettingsStore, 'get'>, discord: GuildQueries) {
	const lastKnown = new Map<string, ServerLinks>();

	/** From memory: for an answer that can't wait for the store. */
	const known = (guildId: string): ServerLinks => lastKnown.get(guildId) ?? {};

	/** From the guild's settings as read by the interaction; undefined if they could not be read. */
	function from(guildId: string, settings: GuildSettings | undefined): ServerLinks {
		if (settings === undefined) return known(guildId);
		const { links, supportedRoleId, support, pictures } = settings;
		const channel = links.supportChannelId && discord.factsOf(guildId)?.channel(links.supportChannelId);
		const supportChannelName = typeof channel === 'object' ? channel.name : undefined;
		// Without the role there is none to stay.
		const shown = supportedRoleId === undefined ? { ...support, graceDays: 0 } : support;
		const read = { ...links, supportChannelName, support: shown, pictures };
		lastKnown.set(guildId, read);
		return read;
	}

	return {
		known,
		from,
		/** Never rejects: an answer that needs the store reports its failure itself. */
		of: async (guildId: string) => from(guildId, await guilds.get(guildId).catch(() => undefined)),
	};
}
