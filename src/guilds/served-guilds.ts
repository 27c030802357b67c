import { z } from 'zod';
import { ConfigError } from '../base/errors.js';
import { snowflake } from '../base/row-fields.js';
import type { Settings } from '../config.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, Table } from '../storage/table.js';
import type { BotAccount, OnlyGuild, OwnGuild } from './bot-account.js';

/** The guilds that this process serves. Ids are Discord snowflakes. */
export interface ServedGuilds {
	/** In the order of the list; empty while none is known, because the bot is in no guild yet. */
	readonly ids: readonly string[];
	/** True if members are answered and roles given there. From memory. */
	serves(guildId: string): boolean;
}

export function listedGuilds(ids: readonly string[]): ServedGuilds {
	return { ids, serves: (guildId) => ids.includes(guildId) };
}

/**
 * The served guilds while several processes may have different lists: a process serves the servers of its own list that
 * the latest start has listed too. Nothing is served before both are known.
 */
export class SharedServedGuilds implements ServedGuilds {
	#ids: readonly string[] = [];
	#noted: readonly string[] = [];

	get ids(): readonly string[] {
		return this.#ids;
	}

	/** Sets the process's own list and the list of the latest start. */
	know(own: readonly string[], noted: readonly string[]): void {
		this.#ids = own.filter((id) => noted.includes(id));
		this.#noted = noted;
	}

	serves(guildId: string): boolean {
		return this.#ids.includes(guildId);
	}

	/** True if only the latest start has listed it: that process answers there, and this one is silent. */
	isServedByAnother(guildId: string): boolean {
		return !this.serves(guildId) && this.#noted.includes(guildId);
	}
}

/** The list of served guilds, shared by all processes. */
export const servedKind = defineKind({
	prefix: 'meta:served',
	schema: z.strictObject({ v: z.literal(1), list: z.array(snowflake) }),
	damaged: 'rejects',
});

/**
 * The list of the latest start; undefined if no bot has started on this store yet. Rejects with the store's errors, and
 * with StoreCorruptError on a damaged list.
 */
export async function readServed(store: ListedStore): Promise<readonly string[] | undefined> {
	return (await new Table(servedKind, store).get(''))?.list;
}

/** Notes the list of a start: the last start wins. Rejects with the store's errors. */
export async function noteServed(store: ListedStore, ids: readonly string[]): Promise<void> {
	await new Table(servedKind, store).set('', { v: 1, list: [...ids] });
}

export type ServedSettings = Pick<Settings, 'DISCORD_GUILD_ID'>;

/** More names would bury the rest of the message. */
const maxNamed = 20;

/**
 * The guilds to serve: those of the settings, else those of the latest start, else the only one that the bot is in.
 * Undefined if it is in none yet. Rejects with ConfigError if they have to be configured, and with discord.js errors.
 * @param noted the list of the latest start, if the store has one
 */
export async function findServed(
	account: Pick<BotAccount, 'onlyGuild' | 'isIn'>,
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
	return new ConfigError([
		`DISCORD_GUILD_ID is missing: ${why}. Name the servers to serve. The bot is in: ${named(guilds)}`,
	]);
}

/** For a terminal: names with ids. */
function named(guilds: readonly OwnGuild[]): string {
	const shown = guilds.slice(0, maxNamed).map(({ id, name }) => `“${name}” (${id})`);
	const left = guilds.length - shown.length;
	return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
