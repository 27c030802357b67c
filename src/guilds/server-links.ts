import type { GuildFacts } from './guild-facts.js';
import type { GuildSettingsStore, ReadSettings } from './guild-settings.js';
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
	readonly #factsOf: (guildId: string) => Pick<GuildFacts, 'channel'> | undefined;
	readonly #known = new Map<string, ServerLinks>();

	/** `factsOf`: from memory. */
	constructor(
		settings: Pick<GuildSettingsStore, 'read'>,
		factsOf: (guildId: string) => Pick<GuildFacts, 'channel'> | undefined,
	) {
		this.#settings = settings;
		this.#factsOf = factsOf;
	}

	/** Never rejects. `reading`: the settings as the interaction reads them anyway. */
	async of(guildId: string, reading?: Promise<ReadSettings>): Promise<ServerLinks> {
		try {
			const { settings } = await (reading ?? this.#settings.read(guildId));
			const { links, itemLinks } = settings;
			const { supportChannelId: id } = links;
			const supportChannelName = id === undefined ? undefined : this.#factsOf(guildId)?.channel(id)?.name;
			this.#known.set(guildId, { ...links, supportChannelName, items: itemLinks });
		} catch {
			// The answer that wanted them says what is wrong with the store, if that matters to it.
		}
		return this.known(guildId);
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
