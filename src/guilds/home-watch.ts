import type { Clock } from '../base/clock.js';
import { ConfigError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import {
	type FindOnlyGuild,
	findServed,
	otherHome,
	type ServedList,
	type ServedSettings,
} from './resolve-served-guilds.js';
import type { SharedServedGuilds } from './served-guilds.js';
import type { GuildList, HomeNote, ServedGuildsStore, ServedNote } from './served-guilds-store.js';

export interface HomeWatchParts {
	readonly notes: ServedGuildsStore;
	/** Works by the time of `begin`. */
	readonly findOnlyGuild: FindOnlyGuild;
	/** Asks Discord whether the bot is in a guild. Rejects with discord.js' errors. */
	readonly isIn: (guildId: string) => Promise<boolean>;
	readonly hasClaims: () => Promise<boolean>;
	readonly settings: ServedSettings;
	/** Told what is served, and what is not any more. */
	readonly served: SharedServedGuilds;
	/** Looks before anything is noted in the store. */
	readonly emptiness: { look(found: GuildList): Promise<void> };
	/** The settings and what is noted can't both be right any more. */
	readonly onWrong: (error: ConfigError) => void;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}

/** One read of two rows. A server that was dropped from the list is served at most this much longer. */
const lookEveryMs = 10_000;

/** Determines what is served, notes it for the other processes, and follows their notes. */
export class HomeWatch {
	readonly #parts: HomeWatchParts;
	readonly #stopping = new AbortController();
	#own: ServedList | undefined;
	/** The generation of the note that is known. */
	#noted: number | undefined;
	/** One look at a time: whether a guild is the only one depends on the others that join meanwhile. */
	#last: Promise<void> = Promise.resolve();
	#loop: Promise<void> = Promise.resolve();

	constructor(parts: HomeWatchParts) {
		this.#parts = parts;
	}

	/**
	 * Before the connection. Rejects with ConfigError where home is unclear, or another one than is noted, with
	 * discord.js' errors and with the store's.
	 */
	async begin(): Promise<void> {
		await this.#find();
		if (this.#own !== undefined) return;
		const { settings, logger } = this.#parts;
		const [first] = settings.DISCORD_GUILD_ID ?? [];
		logger.warn(
			first === undefined
				? 'The bot is in no server yet: invite it with the link in the README. It waits'
				: `The bot is not in the server ${first}, which DISCORD_GUILD_ID names first: invite it, or correct the setting. It waits`,
		);
	}

	/** What this process was told to serve; undefined: no home is known. */
	get list(): ServedList | undefined {
		return this.#own;
	}

	/** Looks again every ten seconds, until `stop`. */
	follow(): void {
		this.#loop = this.#repeat();
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#loop;
		await this.#last;
	}

	/** Looks now: at what other processes have noted or, while no home is known, whether there is one. Never rejects. */
	async look(): Promise<void> {
		this.#last = this.#last.then(() => this.#look());
		await this.#last;
	}

	async #repeat(): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			await this.#parts.clock.delay(lookEveryMs, this.#stopping.signal);
			if (!this.#stopping.signal.aborted) await this.look();
		}
	}

	async #look(): Promise<void> {
		const { onWrong, logger } = this.#parts;
		try {
			if (this.#own === undefined) await this.#find();
			else await this.#refresh(this.#own);
		} catch (error) {
			if (error instanceof ConfigError) onWrong(error);
			else logger.warn({ err: error }, 'It could not be read which servers are served: retrying');
		}
	}

	async #find(): Promise<void> {
		const { notes, findOnlyGuild, isIn, hasClaims, settings } = this.#parts;
		const note = await notes.home();
		const list = await findServed(findOnlyGuild, settings, note, hasClaims);
		if (list === undefined) return;
		// An id that was mistyped must not become home: moving home is a decision.
		if (list.homeId !== note?.home && !(await isIn(list.homeId))) return;
		await this.#settle(list, note);
	}

	/** `former`: the note until now, which nothing depends on if it names another home. */
	async #settle(list: ServedList, former: HomeNote | undefined): Promise<void> {
		const { notes, served, emptiness, logger } = this.#parts;
		await emptiness.look(list);
		const { home } = await notes.noteHome(list.homeId, former?.home);
		if (home !== list.homeId) throw otherHome(list.homeId, home);
		const noted = await notes.noteServed(list);
		served.know(home, list, listIn(noted));
		this.#own = list;
		this.#noted = noted.generation;
		logger.info({ home, servers: list.every ? 'every' : list.ids }, 'The served servers are known');
	}

	async #refresh(own: ServedList): Promise<void> {
		const { notes, settings, served, logger } = this.#parts;
		const [home, noted] = await Promise.all([notes.home(), notes.served()]);
		if (home !== undefined && home.home !== own.homeId) {
			const cure =
				settings.DISCORD_GUILD_ID === undefined ? 'Start the bot again' : 'Put it first in DISCORD_GUILD_ID';
			throw new ConfigError([`Home has been moved to ${home.home}. ${cure}`]);
		}
		if (noted === undefined || noted.generation === this.#noted) return;
		this.#noted = noted.generation;
		const list = listIn(noted);
		served.know(own.homeId, own, list);
		const dropped = own.ids.filter((id) => !served.serves(id));
		logger.info(
			{ servers: list.every ? 'every' : list.ids, dropped },
			'Another start has said what is served',
		);
	}
}

function listIn({ list, every = false }: ServedNote): GuildList {
	return { ids: list, every };
}
