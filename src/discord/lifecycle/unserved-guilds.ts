import { type Client, Events } from 'discord.js';
import type { Places } from '../../floors.js';
import { hasArrived, watchArrivals } from '../connection/client.js';

export type UnservedGuilds = ReturnType<typeof unservedGuilds>;

/** Reports each unserved guild once while the bot is in it. The bot stays: a wrong digit must not remove it from the author's own server. */
export function unservedGuilds(client: Client, { served, alerts, logger }: Places) {
	const reported = new Set<string>();
	const solve = (guildId: string): void => {
		reported.delete(guildId);
		void alerts.solve(undefined, `unserved:${guildId}`);
	};

	/** Called when the bot is added to the guild or used there. */
	function note(guildId: string) {
		if (served.serves(guildId)) return solve(guildId);
		// While none is served, this guild may become the first.
		if (served.ids.length === 0 || reported.has(guildId)) return;
		const guild = client.guilds.cache.get(guildId);
		// Without its name the report would tell the operator little: it follows once the guild arrives.
		if (guild === undefined || !hasArrived(guild)) return;
		reported.add(guildId);
		const guildName = guild.name;
		const message = 'The bot is in a server that it is not set up for, and does nothing there';
		logger.warn({ guildId, guildName }, message);
		void alerts.raise(undefined, { kind: 'unserved', guildId, name: guildName });
	}

	return {
		note,
		/** Checks all guilds of the connected client, and each later one. */
		follow(): void {
			for (const id of client.guilds.cache.keys()) note(id);
			watchArrivals(client, ({ id }) => note(id));
			client.on(Events.GuildDelete, ({ id }) => solve(id));
		},
	};
}
