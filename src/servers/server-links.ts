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

/** The links of each server, or their last known state if the store is down: no answer may fail for a link. */
export class LinksOfServers {
	readonly #settings: GuildSettingsStore;
	readonly #discord: GuildQueries;
	readonly #known = new Map<string, ServerLinks>();

	constructor(settings: GuildSettingsStore, discord: GuildQueries) {
		this.#settings = settings;
		this.#discord = discord;
	}

	/** Never rejects: an answer that needs the store reports its failure itself. */
	async of(guildId: string): Promise<ServerLinks> {
		return this.from(guildId, await this.#settings.get(guildId).catch(() => undefined));
	}

	/** From the guild's settings as read by the interaction; undefined if they could not be read. */
	from(guildId: string, settings: GuildSettings | undefined): ServerLinks {
		if (settings === undefined) return this.known(guildId);
		const { links, supportedRoleId, support, pictures } = settings;
		const { supportChannelId: id } = links;
		const channel = id === undefined ? undefined : this.#discord.factsOf(guildId)?.channel(id);
		const supportChannelName = channel === 'hidden' ? undefined : channel?.name;
		// Without the role there is none to stay.
		const shown = supportedRoleId === undefined ? { ...support, graceDays: 0 } : support;
		const read = { ...links, supportChannelName, support: shown, pictures };
		this.#known.set(guildId, read);
		return read;
	}

	/** From memory: for an answer that can't wait for the store. */
	known(guildId: string): ServerLinks {
		return this.#known.get(guildId) ?? {};
	}
}
