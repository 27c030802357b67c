import type { Client } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { type CommandMention, inCode } from '../../i18n/translator.js';
import { readCommandIds } from './registration.js';

export type MentionIn = (guildId: string) => CommandMention;

/** Ids are refreshed after this time: a registration may have changed them. */
const freshMs = 10 * 60_000;
/** Pause after a failure: texts read well without ids. */
const pauseMs = 60_000;

export interface CommandMentionsOptions {
	/** The ids of the slash commands registered in a guild, by name. */
	readonly readIds: ReturnType<typeof ownCommandIds>;
	readonly clock: Pick<Clock, 'now'>;
}

interface KnownCommands {
	ids: ReadonlyMap<string, string>;
	staleAt: number;
}

/**
 * Formats commands as clickable mentions (`</setup server:123>`) if their ids are known. Ids are read in the
 * background: nothing waits for them, and after a failure commands are plain text for a while.
 */
export class CommandMentions {
	readonly #options: CommandMentionsOptions;
	/** By guild. */
	readonly #known = new Map<string, KnownCommands>();

	constructor(options: CommandMentionsOptions) {
		this.#options = options;
	}

	readonly in: MentionIn = (guildId) => (path) => {
		const [name = ''] = path.split(' ');
		const id = this.#idsIn(guildId).get(name);
		return id === undefined ? inCode(path) : `</${path}:${id}>`;
	};

	/** The ids known so far; missing or stale ones are refreshed in the background. */
	#idsIn(guildId: string): ReadonlyMap<string, string> {
		const known = this.#known.get(guildId) ?? { ids: new Map<string, string>(), staleAt: 0 };
		this.#known.set(guildId, known);
		if (known.staleAt <= this.#options.clock.now()) {
			// Prevents further requests until the response is in.
			known.staleAt = Number.POSITIVE_INFINITY;
			void this.#read(guildId, known);
		}
		return known.ids;
	}

	async #read(guildId: string, known: KnownCommands): Promise<void> {
		try {
			known.ids = await this.#options.readIds(guildId);
			known.staleAt = this.#options.clock.now() + freshMs;
		} catch {
			known.staleAt = this.#options.clock.now() + pauseMs;
		}
	}
}

/** Reads the command ids of the client's application; none before login. */
export function ownCommandIds(client: Client) {
	return async (guildId: string): Promise<ReadonlyMap<string, string>> => {
		const applicationId = client.application?.id;
		if (applicationId === undefined) return new Map();
		return await readCommandIds(client.rest, { applicationId, guildId });
	};
}
