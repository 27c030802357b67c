import type { GuildList } from './served-guilds-store.js';

/** The guilds that this process serves, and which of them is home. Ids are Discord snowflakes. */
export interface ServedGuilds {
	/** Undefined while no home is known: the bot is in no guild yet. */
	readonly homeId: string | undefined;
	/** True if members are answered and roles given there. From memory. */
	serves(guildId: string): boolean;
	isHome(guildId: string): boolean;
}

/** The listed guilds, the first of which is home; `every`: all others are served too. */
export function listedGuilds(guildIds: readonly string[], every: boolean): ServedGuilds {
	const [homeId] = guildIds;
	const listed = new Set(guildIds);
	return {
		homeId,
		serves: (guildId) => every || listed.has(guildId),
		isHome: (guildId) => guildId === homeId,
	};
}

/**
 * The served guilds while several processes may have different lists: a process serves the servers of its own list that
 * the latest start has listed too. Nothing is served before both are known.
 */
export class SharedServedGuilds implements ServedGuilds {
	#homeId: string | undefined;
	#own: GuildList = nothing;
	#noted: GuildList = nothing;

	get homeId(): string | undefined {
		return this.#homeId;
	}

	/** Sets home, the process's own list and the list of the latest start. */
	know(homeId: string, own: GuildList, noted: GuildList): void {
		this.#homeId = homeId;
		this.#own = own;
		this.#noted = noted;
	}

	serves(guildId: string): boolean {
		return has(this.#own, guildId) && has(this.#noted, guildId);
	}

	/** True if only the latest start has listed it: that process answers there, and this one is silent. */
	isServedByAnother(guildId: string): boolean {
		return !has(this.#own, guildId) && has(this.#noted, guildId);
	}

	isHome(guildId: string): boolean {
		return guildId === this.#homeId;
	}
}

const nothing: GuildList = { ids: [], every: false };

function has({ ids, every }: GuildList, guildId: string): boolean {
	return every || ids.includes(guildId);
}
