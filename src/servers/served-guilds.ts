import { z } from 'zod';
import { ConfigError, type Fail } from '../base/errors.js';
import { snowflake } from '../base/row-fields.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { Settings } from '../config.js';
import type { Ground } from '../ground.js';
import type { Store } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import type { BotAccount, OnlyGuild } from './guild-facts.js';

/** The guilds that this process serves. Ids are Discord snowflakes. */
export class ServedGuilds {
	/** In the order of the list; empty while none is known, because the bot is in no guild yet. */
	ids: readonly string[];

	constructor(ids: readonly string[] = []) {
		this.ids = ids;
	}

	/** True if members are answered and roles given there. */
	serves(guildId: string): boolean {
		return this.ids.includes(guildId);
	}
}

/** The list of the latest start. */
export const servedKind = defineKind({
	prefix: 'meta:served',
	schema: z.strictObject({ v: z.literal(1), list: z.array(snowflake) }),
	damaged: 'rejects',
});

/** The list of the latest start; undefined before the first one. Rejects with the store's errors. */
export async function readServed(store: Store): Promise<readonly string[] | undefined> {
	return (await new Table(servedKind, store).get(''))?.list;
}

/** Notes the list of a start: the last start wins. Rejects with the store's errors. */
export async function noteServed(store: Store, ids: readonly string[]): Promise<void> {
	await new Table(servedKind, store).set('', { v: 1, list: [...ids] });
}

export type ServedSettings = Pick<Settings, 'DISCORD_GUILD_ID'>;

/** More names would bury the rest of the message. */
const maxNamed = 20;

/**
 * The guilds to serve: those of the settings, else the noted ones of the latest start, else the only one that the bot is
 * in. Undefined if it is in none yet. Rejects with ConfigError if they have to be configured, and as Discord does.
 */
export async function findServed(
	account: BotAccount,
	{ DISCORD_GUILD_ID: listed }: ServedSettings,
	noted: readonly string[] = [],
): Promise<readonly string[] | undefined> {
	if (listed !== undefined) return listed;
	// Someone else's invitation to another server must not end the service in the known one.
	for (const id of noted) if (await account.isIn(id)) return noted;
	const only = await account.onlyGuild();
	if (only.kind === 'none') return undefined;
	if (only.kind !== 'own') throw unclear(only);
	return [only.guild.id];
}

function unclear({ kind, guilds }: Extract<OnlyGuild, { guilds: unknown }>): ConfigError {
	const why =
		kind === 'several'
			? 'the bot is in several servers, and only you know which are yours'
			: 'the only server that the bot is in does not belong to the owner of its application';
	const names = guilds.slice(0, maxNamed).map(({ id, name }) => `“${name}” (${id})`);
	if (guilds.length > maxNamed) names.push(`${guilds.length - maxNamed} more`);
	return new ConfigError([
		`DISCORD_GUILD_ID is missing: ${why}. Name the servers to serve. The bot is in: ${names.join(', ')}`,
	]);
}

type Floor = Ground & {
	readonly claims: ClaimStore;
	/** Logged in by the time of `begin`. */
	readonly account: BotAccount;
	readonly settings: ServedSettings;
	/** Filled with the served guilds. */
	readonly served: ServedGuilds;
	/** Receives the ConfigError if the served guilds turn out to be ambiguous. */
	readonly fail: Fail;
};

/** For Discord's failures: a bot that joins its first guild is noticed anyway. */
const lookEveryMs = 10_000;

export type ServedWatch = ReturnType<typeof watchServed>;

/** Determines the served guilds and notes them for later starts. */
export function watchServed(floor: Floor) {
	const { store, account, settings, served, claims, logger, fail } = floor;
	let mayHaveLostStore = false;
	let onKnown = (): void => {};
	const isKnown = (): boolean => served.ids.length > 0;

	async function find(): Promise<void> {
		const noted = await readServed(store);
		const ids = await findServed(account, settings, noted);
		if (ids === undefined) return;
		// Before the first write.
		if (noted === undefined) await lookForLostStore(ids);
		await noteServed(store, ids);
		served.ids = ids;
		onKnown();
		logger.info({ servers: ids }, 'The served servers are known');
	}

	/** Rejects with the store's errors; failures of Discord are only logged. */
	async function lookForLostStore(ids: readonly string[]): Promise<void> {
		for await (const _ of claims.scan.all()) return;
		try {
			mayHaveLostStore = await account.hasCommands(ids);
		} catch (error) {
			logger.warn({ err: error }, 'The registered commands could not be read');
		}
		if (!mayHaveLostStore) return;
		logger.warn(
			'The database is empty, but commands are already registered. That is normal on the first start after `npm run register`. If the bot was in use before, stop it and check DATABASE_URL: without its purchases every code counts as new',
		);
	}

	/** Looks for a server while none is served. Rejects as Discord and the store do. */
	async function look(): Promise<void> {
		try {
			if (!isKnown()) await find();
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			fail(error);
		}
	}

	return {
		look,
		task: new PeriodicTask({ ...floor, name: 'served servers', everyMs: lookEveryMs, work: look }),

		/** Resolves once the served guilds are known. */
		known: new Promise<void>((resolve) => {
			onKnown = resolve;
		}),

		/** The store was new but commands were registered already: another store may hold the claims. */
		mayHaveLostStore: () => mayHaveLostStore,

		/** Before the connection. Rejects as `findServed` and the store do. */
		async begin(): Promise<void> {
			await find();
			if (!isKnown())
				logger.warn('The bot isn’t in any server yet: invite it with the link in the README. It waits');
		},
	};
}
