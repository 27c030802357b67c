import type { Client } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { type CommandMention, inCode } from '../../i18n/translator.js';
import { readCommandIds } from './registration.js';

/** How texts for people in a guild name commands. */
export type MentionIn = (guildId: string) => CommandMention;

/** Ids are read again after this long: a registration may have changed them meanwhile. */
const freshMs = 10 * 60_000;
/** After a failure: what the bot says reads well without ids. */
const pauseMs = 60_000;

export interface CommandMentionsOptions {
	/** The ids of the slash commands registered in a guild, by name; undefined: those registered for all guilds. */
	readonly readIds: ReturnType<typeof ownCommandIds>;
	/** Commands are registered for all guilds, and not in each. */
	readonly isGlobal: boolean;
	readonly clock: Pick<Clock, 'now'>;
}

interface KnownCommands {
	ids: ReadonlyMap<string, string>;
	/** From when on they are to be read again. */
	staleAt: number;
}

/**
 * Names commands so that a tap opens them (`</setup server:123>`), as far as their ids are known. They are read in the
 * background: nobody waits for them, and a failure only means that commands are named without them for a while.
 */
export class CommandMentions {
	readonly #options: CommandMentionsOptions;
	/** By guild; under undefined what is registered for all. */
	readonly #known = new Map<string | undefined, KnownCommands>();

	constructor(options: CommandMentionsOptions) {
		this.#options = options;
	}

	/** How a text for people in this guild names commands. */
	readonly in: MentionIn = (guildId) => (path) => {
		const [name = ''] = path.split(' ');
		const id = this.#idsIn(guildId).get(name);
		return id === undefined ? inCode(path) : `</${path}:${id}>`;
	};

	/** What is known by now; where that is old, or nothing, it is read for the next time. */
	#idsIn(guildId: string): ReadonlyMap<string, string> {
		const place = this.#options.isGlobal ? undefined : guildId;
		const known = this.#known.get(place) ?? { ids: new Map<string, string>(), staleAt: 0 };
		this.#known.set(place, known);
		if (known.staleAt <= this.#options.clock.now()) {
			// Until the answer is there nobody else asks.
			known.staleAt = Number.POSITIVE_INFINITY;
			void this.#read(place, known);
		}
		return known.ids;
	}

	async #read(place: string | undefined, known: KnownCommands): Promise<void> {
		try {
			known.ids = await this.#options.readIds(place);
			known.staleAt = this.#options.clock.now() + freshMs;
		} catch {
			known.staleAt = this.#options.clock.now() + pauseMs;
		}
	}
}

/** The ids of the application that this client is logged in as: none before that. */
export function ownCommandIds(client: Client) {
	return async (guildId: string | undefined): Promise<ReadonlyMap<string, string>> => {
		const applicationId = client.application?.id;
		if (applicationId === undefined) return new Map();
		return await readCommandIds(client.rest, { applicationId, guildId });
	};
}
