import type { GuildQueries } from './guild-queries.js';
import type { GuildSettings, GuildSettingsStore } from './guild-settings.js';
import type { ItemLinks, Links } from './link-settings.js';

/** All links of a server. */
export interface ServerLinks extends Links {
	/** Of the support channel; undefined where there is none. */
	readonly supportChannelName?: string | undefined;
	/** By the item's id. */
	readonly items: Readonly<Record<string, ItemLinks>>;
}

const none: ServerLinks = { items: {} };

/** The links of each server, and what they last were where the store does not answer: no answer fails for a link. */
export class LinksOfServers {
	readonly #settings: Pick<GuildSettingsStore, 'read'>;
	readonly #discord: Pick<GuildQueries, 'factsOf'>;
	readonly #known = new Map<string, ServerLinks>();

	constructor(settings: Pick<GuildSettingsStore, 'read'>, discord: Pick<GuildQueries, 'factsOf'>) {
		this.#settings = settings;
		this.#discord = discord;
	}

	/** Never rejects: an answer that needs the store reports its failure itself. */
	async of(guildId: string): Promise<ServerLinks> {
		return this.from(guildId, (await this.#settings.read(guildId).catch(() => undefined))?.settings);
	}

	/** From the guild's settings as the interaction has read them; undefined: they could not be read. */
	from(guildId: string, settings: GuildSettings | undefined): ServerLinks {
		if (settings === undefined) return this.known(guildId);
		const { links, itemLinks } = settings;
		const { supportChannelId: id } = links;
		const supportChannelName =
			id === undefined ? undefined : this.#discord.factsOf(guildId)?.channel(id)?.name;
		const read = { ...links, supportChannelName, items: itemLinks };
		this.#known.set(guildId, read);
		return read;
	}

	/** From memory: for an answer that can't wait for the store. */
	known(guildId: string): ServerLinks {
		return this.#known.get(guildId) ?? none;
	}

	/** Whether they have been read at all since the start. */
	isKnown(guildId: string): boolean {
		return this.#known.has(guildId);
	}
}
