import { ConfigError } from '../base/errors.js';
import type { Settings } from '../config.js';
import type { BotAccount, OnlyGuild, OwnGuild } from './bot-account.js';

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
