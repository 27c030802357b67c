import type { Clock } from '../base/clock.js';
import { ConfigError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { WrongConfiguration } from '../base/wrong-configuration.js';
import type { Store } from '../storage/store.js';
import type { BotAccount } from './bot-account.js';
import type { EmptyStoreAlarm } from './empty-store-alarm.js';
import { findServed, otherHome, type ServedList, type ServedSettings } from './resolve-served-guilds.js';
import type { SharedServedGuilds } from './served-guilds.js';
import type { GuildList, HomeNote, ServedGuildsStore, ServedNote } from './served-guilds-store.js';

export interface HomeWatchParts {
	readonly notes: ServedGuildsStore;
	/** Logged in by the time of `begin`. */
	readonly account: Pick<BotAccount, 'onlyGuild' | 'isIn'>;
	readonly store: Pick<Store, 'list'>;
	readonly settings: ServedSettings;
	/** Updated with the served guilds. */
	readonly served: SharedServedGuilds;
	/** Checked before the first write to the store. */
	readonly emptiness: Pick<EmptyStoreAlarm, 'look'>;
	/** Receives the ConfigError once the settings contradict the store's note. */
	readonly wrong: Pick<WrongConfiguration, 'report'>;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Pick<Clock, 'delay'>;
}

/** Costs one read of two rows. A server that was dropped from the list is served at most this much longer. */
const lookEveryMs = 10_000;

/** Determines the served guilds, notes them for the other processes, and follows their notes. */
export class HomeWatch {
	readonly #parts: HomeWatchParts;
	readonly #stopping = new AbortController();
	#own: ServedList | undefined;
	/** The generation of the last known note. */
	#noted: number | undefined;
	/** Looks run one at a time: whether a guild is the only one depends on others that join meanwhile. */
	#last: Promise<void> = Promise.resolve();
	#loop: Promise<void> = Promise.resolve();

	constructor(parts: HomeWatchParts) {
		this.#parts = parts;
	}

	/**
	 * Before the connection. Rejects with ConfigError if home is ambiguous or differs from the note, with discord.js
	 * errors and with the store's.
	 */
	async begin(): Promise<void> {
		await this.#find();
		if (this.#own !== undefined) return;
		const { settings, logger } = this.#parts;
		const [first] = settings.DISCORD_GUILD_ID ?? [];
		logger.warn(
			first === undefined
				? 'The bot isn’t in any server yet: invite it with the link in the README. It waits'
				: `The bot is not in the server ${first}, which DISCORD_GUILD_ID names first: invite it, or correct the setting. It waits`,
		);
	}

	/** The list that this process is configured with; undefined if no home is known. */
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

	/** Reads other processes' notes or, while no home is known, looks for one. Never rejects. */
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
		const { wrong, logger } = this.#parts;
		try {
			if (this.#own === undefined) await this.#find();
			else await this.#refresh(this.#own);
		} catch (error) {
			if (error instanceof ConfigError) wrong.report(error);
			else logger.warn({ err: error }, 'The list of served servers could not be read. Retrying');
		}
	}

	async #find(): Promise<void> {
		const { notes, account, store, settings } = this.#parts;
		const note = await notes.home();
		const list = await findServed(account, settings, note, store);
		if (list === undefined) return;
		// A mistyped id must not become home: moving home is a decision.
		if (list.homeId !== note?.home && !(await account.isIn(list.homeId))) return;
		await this.#settle(list, note);
	}

	/** `former`: the previous note, with no claims depending on it if it names another home. */
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
			'Another process has updated the served servers',
		);
	}
}

function listIn({ list, every = false }: ServedNote): GuildList {
	return { ids: list, every };
}
