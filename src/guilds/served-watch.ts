import { ConfigError } from '../base/errors.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { WrongConfiguration } from '../base/wrong-configuration.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { Ground } from '../ground.js';
import type { BotAccount } from './bot-account.js';
import {
	findServed,
	noteServed,
	readServed,
	type ServedSettings,
	type SharedServedGuilds,
} from './served-guilds.js';

type Floor = Ground & {
	readonly claims: ClaimStore;
	/** Logged in by the time of `begin`. */
	readonly account: Pick<BotAccount, 'onlyGuild' | 'isIn' | 'hasCommands'>;
	readonly settings: ServedSettings;
	/** Updated with the served guilds. */
	readonly served: SharedServedGuilds;
	/** Receives the ConfigError if the served guilds turn out to be ambiguous. */
	readonly wrong: WrongConfiguration;
};

/** Costs one read of a row. A server that was dropped from the list is served at most this much longer. */
const lookEveryMs = 10_000;

/** Determines the served guilds, notes them for the other processes, and follows their notes. */
export class ServedWatch {
	readonly #floor: Floor;
	/** Looks again every ten seconds. */
	readonly task: PeriodicTask;
	#own: readonly string[] | undefined;
	#mayHaveLostStore = false;
	/** The last known note, as text. */
	#noted = '';
	/** Looks run one at a time: whether a guild is the only one depends on others that join meanwhile. */
	#last: Promise<void> = Promise.resolve();

	constructor(floor: Floor) {
		this.#floor = floor;
		this.task = new PeriodicTask({
			...floor,
			name: 'served servers',
			firstMs: lookEveryMs,
			everyMs: lookEveryMs,
			work: () => this.look(),
		});
	}

	/** Before the connection. Rejects with ConfigError if the list has to be configured, with discord.js errors and with the store's. */
	async begin(): Promise<void> {
		await this.#find();
		if (this.#own !== undefined) return;
		this.#floor.logger.warn(
			'The bot isn’t in any server yet: invite it with the link in the README. It waits',
		);
	}

	/** The list that this process is configured with; undefined if none is known. */
	get list(): readonly string[] | undefined {
		return this.#own;
	}

	/**
	 * True if the store was new but commands were registered already: the bot may have been in use before, with its claims
	 * in another store, so that every code counts as unused.
	 */
	get mayHaveLostStore(): boolean {
		return this.#mayHaveLostStore;
	}

	/** Reads other processes' notes or, while nothing is served, looks for a server. Never rejects. */
	async look(): Promise<void> {
		this.#last = this.#last.then(() => this.#look());
		await this.#last;
	}

	async #look(): Promise<void> {
		const { wrong, logger } = this.#floor;
		try {
			if (this.#own === undefined) await this.#find();
			else await this.#refresh(this.#own);
		} catch (error) {
			if (error instanceof ConfigError) wrong.report(error);
			else logger.warn({ err: error }, 'The list of served servers could not be read. Retrying');
		}
	}

	async #find(): Promise<void> {
		const { store, account, settings, served, logger } = this.#floor;
		const noted = await readServed(store);
		const ids = await findServed(account, settings, noted);
		if (ids === undefined) return;
		// Before the first write.
		if (noted === undefined) await this.#lookForLostStore(ids);
		await noteServed(store, ids);
		served.know(ids, ids);
		this.#own = ids;
		this.#noted = ids.join();
		logger.info({ servers: ids }, 'The served servers are known');
	}

	/** Rejects with the store's errors; failures of Discord are only logged. */
	async #lookForLostStore(ids: readonly string[]): Promise<void> {
		const { claims, account, logger } = this.#floor;
		for await (const _ of claims.scan.all()) return;
		try {
			this.#mayHaveLostStore = await account.hasCommands(ids);
		} catch (error) {
			logger.warn({ err: error }, 'The registered commands could not be read');
		}
		if (!this.#mayHaveLostStore) return;
		logger.warn(
			'The database is empty, but commands are already registered. That is normal on the first start after `npm run register`. If the bot was in use before, stop it and check DATABASE_URL: without its purchases every code counts as new',
		);
	}

	async #refresh(own: readonly string[]): Promise<void> {
		const { store, served, logger } = this.#floor;
		const noted = await readServed(store);
		if (noted === undefined || noted.join() === this.#noted) return;
		this.#noted = noted.join();
		served.know(own, noted);
		const dropped = own.filter((id) => !served.serves(id));
		logger.info({ servers: noted, dropped }, 'Another process has updated the served servers');
	}
}
