import { type Client, Events } from 'discord.js';
import type { Logger } from '../../base/logger.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';

/** Tells the operator. Declared here since `reporting`, which does it, is above: `createOperatorReport`. */
export interface UnservedReport {
	unserved(guildId: string, name: string): void;
	/** The bot is not in the guild any more, or serves it. */
	noLongerUnserved(guildId: string): void;
}

/**
 * Tells the operator once of each guild that the bot is in and does not serve. The bot stays: a wrong digit in the
 * settings must not take it out of the author's own server.
 */
export class UnservedGuilds {
	readonly #client: Client;
	readonly #served: Pick<ServedGuilds, 'homeId' | 'serves'>;
	readonly #logger: Logger;
	readonly #report: UnservedReport;
	readonly #told = new Set<string>();

	constructor(
		client: Client,
		served: Pick<ServedGuilds, 'homeId' | 'serves'>,
		logger: Logger,
		report: UnservedReport,
	) {
		this.#client = client;
		this.#served = served;
		this.#logger = logger;
		this.#report = report;
	}

	/** Looks at all guilds of the connected client, and at each that comes from now on. */
	follow(): void {
		this.lookAtAll();
		this.#client.on(Events.GuildCreate, ({ id }) => this.note(id));
		this.#client.on(Events.GuildDelete, ({ id }) => this.#report.noLongerUnserved(id));
	}

	lookAtAll(): void {
		for (const id of this.#client.guilds.cache.keys()) this.note(id);
	}

	/** Somebody has added the bot to the guild, or wants something of it there. */
	note(guildId: string): void {
		// While no home is known it may become one.
		if (this.#served.serves(guildId)) this.#report.noLongerUnserved(guildId);
		if (this.#served.homeId === undefined || this.#served.serves(guildId) || this.#told.has(guildId)) return;
		this.#told.add(guildId);
		const guildName = this.#client.guilds.cache.get(guildId)?.name;
		this.#logger.warn(
			{ guildId, guildName },
			'The bot is in a server that it does not serve: nobody is answered there, and nothing is done there',
		);
		this.#report.unserved(guildId, guildName ?? '');
	}
}
