/** Which guilds this process serves, and which of them is home. Ids are Discord snowflakes. */
export interface ServedGuilds {
	/** Undefined while no home is known: the bot is in no guild yet. */
	readonly homeId: string | undefined;
	/** Whether people there are answered and roles are given there. From memory. */
	serves(guildId: string): boolean;
	isHome(guildId: string): boolean;
}

/** The listed guilds, of which the first is home; `every`: all others are served too. */
export function listedGuilds(guildIds: readonly string[], every: boolean): ServedGuilds {
	const [homeId] = guildIds;
	const listed = new Set(guildIds);
	return {
		homeId,
		serves: (guildId) => every || listed.has(guildId),
		isHome: (guildId) => guildId === homeId,
	};
}
