import { DiscordAPIError, type RateLimitData, REST, type RESTOptions } from 'discord.js';
import { systemClock } from '../../base/clock.js';
import { claimKind } from '../../claims/record.js';
import { type Environment, readSettings, type Settings, type VariableName } from '../../config.js';
import { apiCodes } from '../../discord/connection/api-errors.js';
import type { MarketplaceClient } from '../../marketplace/client.js';
import { connectMarketplace } from '../../marketplace/marketplace.js';
import { openStore } from '../../storage/open.js';
import type { SqliteOptions } from '../../storage/sqlite.js';
import type { Store, StoreWarning } from '../../storage/store.js';

const shopVariables = [
	'MARKETPLACE_URL',
	'MARKETPLACE_API_KEY',
	'MARKETPLACE_BODY',
	'MARKETPLACE_LIST_LIMIT_MIB',
	'MARKETPLACE_PER_MINUTE',
] as const satisfies readonly VariableName[];

/** A person is watching. */
const maxWaitMs = 60_000;

/** Discord accepts no such request for longer than a program waits. The message says until when. */
class LimitReached extends Error {}

/** discord.js would wait for hours in silence. */
function rejectOnRateLimit({ timeToReset, retryAfter }: RateLimitData): boolean {
	const waitMs = Math.max(timeToReset, retryAfter);
	if (waitMs <= maxWaitMs) return false;
	const until = new Date(systemClock.now() + waitMs).toISOString().slice(0, 16).replace('T', ' ');
	throw new LimitReached(`Discord accepts no such request before ${until} UTC.`);
}

/** Why a request to Discord failed, for a person. */
export function whyDiscordFailed(error: unknown): string {
	if (error instanceof LimitReached) return error.message;
	if (!(error instanceof DiscordAPIError)) return 'Discord isn’t responding.';
	if (error.status === 401)
		return 'Discord rejected DISCORD_TOKEN. Reset the token on the application’s Bot page.';
	if (error.code === apiCodes.tooManyNewCommands)
		return 'Discord allows 200 new commands a day. Try again tomorrow.';
	return `Discord says: ${error.message} (${error.code}).`;
}

export interface StoreOptions extends Pick<SqliteOptions, 'create' | 'unchecked'> {
	/** An SQLite file, instead of the configured database. */
	readonly file?: string | undefined;
	/** Is called for server settings that can lose data. */
	readonly warn?: StoreWarning;
}

/** The connections of a program, opened as its environment says and closed at its end. */
export class Opened {
	readonly environment: Environment;
	readonly #closable: { close(): Promise<void> }[] = [];

	constructor(environment: Environment) {
		this.environment = environment;
	}

	/** Throws ConfigError, which names every problem with these variables. */
	settings<Name extends VariableName>(...names: readonly Name[]): Pick<Settings, Name> {
		return readSettings(this.environment, names);
	}

	/** The database, whose claims are validated before they are written. Rejects as `openStore` does. */
	async store(options: StoreOptions = {}): Promise<Store> {
		const { file, warn = () => {}, ...rest } = options;
		const url = file === undefined ? this.settings('DATABASE_URL').DATABASE_URL : `sqlite://${file}`;
		const store = await openStore(url, warn, { ...rest, checked: [claimKind] });
		this.#closable.push(store);
		return store;
	}

	shop(): MarketplaceClient {
		const client = connectMarketplace(this.settings(...shopVariables));
		this.#closable.push(client);
		return client;
	}

	discord(options: Partial<Pick<RESTOptions, 'retries' | 'timeout'>> = {}): REST {
		const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = this.settings('DISCORD_TOKEN', 'DISCORD_API_URL');
		return new REST({ ...options, rejectOnRateLimit, ...(api !== undefined && { api }) }).setToken(token);
	}

	async close(): Promise<void> {
		await Promise.all(this.#closable.map((each) => each.close()));
	}
}

/** Closes in the end what the work has opened. */
export async function open<Result>(
	environment: Environment,
	work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
	const opened = new Opened(environment);
	try {
		return await work(opened);
	} finally {
		await opened.close();
	}
}
