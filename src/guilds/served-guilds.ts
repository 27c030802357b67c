/** The guilds that this process serves. Ids are Discord snowflakes. */
export interface ServedGuilds {
	/** In the order of the list; empty while none is known, because the bot is in no guild yet. */
	readonly ids: readonly string[];
	/** True if members are answered and roles given there. From memory. */
	serves(guildId: string): boolean;
}

export function listedGuilds(ids: readonly string[]): ServedGuilds {
	return { ids, serves: (guildId) => ids.includes(guildId) };
}

/**
 * The served guilds while several processes may have different lists: a process serves the servers of its own list that
 * the latest start has listed too. Nothing is served before both are known.
 */
export class SharedServedGuilds implements ServedGuilds {
	#ids: readonly string[] = [];
	#noted: readonly string[] = [];

	get ids(): readonly string[] {
		return this.#ids;
	}

	/** Sets the process's own list and the list of the latest start. */
	know(own: readonly string[], noted: readonly string[]): void {
		this.#ids = own.filter((id) => noted.includes(id));
		this.#noted = noted;
	}

	serves(guildId: string): boolean {
		return this.#ids.includes(guildId);
	}

	/** True if only the latest start has listed it: that process answers there, and this one is silent. */
	isServedByAnother(guildId: string): boolean {
		return !this.serves(guildId) && this.#noted.includes(guildId);
	}
}
