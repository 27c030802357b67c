import { type Client, Events } from 'discord.js';
import type { Places } from '../../floors.js';
import { hasArrived, watchArrivals } from '../connection/client.js';

/**
 * Reports each unserved guild that the bot is in to the operator, once. The bot doesn't leave: a wrong digit in the
 * settings must not remove it from the author's own server.
 */
export class UnservedGuilds {
	readonly #client: Client;
	readonly #floor: Places;
	readonly #reported = new Set<string>();

	constructor(client: Client, floor: Places) {
		this.#client = client;
		this.#floor = floor;
	}

	/** Checks all guilds of the connected client, and each later one. */
	follow(): void {
		for (const id of this.#client.guilds.cache.keys()) this.note(id);
		watchArrivals(this.#client, ({ id }) => this.note(id));
		this.#client.on(Events.GuildDelete, ({ id }) => this.#solve(id));
	}

	/** Called when the bot is added to the guild or used there. */
	note(guildId: string): void {
		if (this.#floor.served.serves(guildId)) {
			this.#solve(guildId);
			return;
		}
		// While none is served, this guild may become the first.
		if (this.#floor.served.ids.length === 0 || this.#reported.has(guildId)) return;
		const guild = this.#client.guilds.cache.get(guildId);
		// Without its name the report would tell the operator little: it follows once the guild arrives.
		if (guild === undefined || !hasArrived(guild)) return;
		this.#reported.add(guildId);
		const guildName = guild.name;
		this.#floor.logger.warn(
			{ guildId, guildName },
			'The bot is in a server that it is not set up for, and does nothing there',
		);
		void this.#floor.alerts.raise(undefined, { kind: 'unserved', guildId, name: guildName });
	}

	#solve(guildId: string): void {
		void this.#floor.alerts.solve(undefined, `unserved:${guildId}`);
	}
}
