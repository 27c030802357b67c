import { ConfigError } from '../base/errors.js';
import { hasClaims } from '../claims/secret-guard.js';
import type { Settings } from '../config.js';
import type { Store } from '../storage/store.js';
import type { BotAccount, OnlyGuild, OwnGuild } from './bot-account.js';
import type { GuildList, HomeNote } from './served-guilds-store.js';

export type ServedSettings = Pick<Settings, 'DISCORD_GUILD_ID' | 'SERVE_OTHER_GUILDS'>;

export interface ServedList extends GuildList {
	readonly homeId: string;
}

/** More names would bury the rest of the message. */
const maxNamed = 20;

/**
 * The served guilds according to the settings and the store's note; undefined if neither names a home, so that
 * `onlyServed` has to find it. Throws ConfigError if they name different ones.
 */
export function servedList(settings: ServedSettings, note: HomeNote | undefined): ServedList | undefined {
	const [first] = settings.DISCORD_GUILD_ID ?? [];
	const homeId = note?.home ?? first;
	if (homeId === undefined) return undefined;
	if (first !== undefined && first !== homeId) throw otherHome(first, homeId);
	return { homeId, ids: settings.DISCORD_GUILD_ID ?? [homeId], every: settings.SERVE_OTHER_GUILDS };
}

/**
 * The fallback of `servedList`: the only server that the bot is in; undefined if it is in none yet. Rejects with
 * ConfigError if home has to be configured, and with discord.js errors.
 */
export async function onlyServed(
	account: Pick<BotAccount, 'onlyGuild'>,
	settings: ServedSettings,
): Promise<ServedList | undefined> {
	const only = await account.onlyGuild();
	if (only.kind === 'none') return undefined;
	if (only.kind !== 'own') throw unclearHome(only);
	return { homeId: only.guild.id, ids: [only.guild.id], every: settings.SERVE_OTHER_GUILDS };
}

/**
 * The note that a start has to follow. If the settings name another home and no claim depends on the note, the settings
 * win: a first start may have named the wrong server.
 */
export async function bindingHome(
	{ DISCORD_GUILD_ID }: ServedSettings,
	note: HomeNote | undefined,
	store: Pick<Store, 'list'> | undefined,
): Promise<HomeNote | undefined> {
	const [first] = DISCORD_GUILD_ID ?? [];
	const isContradicted = note !== undefined && first !== undefined && first !== note.home;
	if (!isContradicted) return note;
	return store !== undefined && (await hasClaims(store)) ? note : undefined;
}

/** The served guilds from the settings, the store's note and Discord together. Rejects like the three above. */
export async function findServed(
	account: Pick<BotAccount, 'onlyGuild'>,
	settings: ServedSettings,
	note: HomeNote | undefined,
	store: Pick<Store, 'list'> | undefined,
): Promise<ServedList | undefined> {
	const binding = await bindingHome(settings, note, store);
	return servedList(settings, binding) ?? (await onlyServed(account, settings));
}

/** The settings name another home than the store's note. */
export function otherHome(first: string, homeId: string): ConfigError {
	return new ConfigError([
		`DISCORD_GUILD_ID begins with ${first}, but home is ${homeId}. Put ${homeId} first, or make ${first} home with \`npm run claims -- move-home ${first}\``,
	]);
}

function unclearHome({ kind, guilds }: Extract<OnlyGuild, { guilds: unknown }>): ConfigError {
	const why =
		kind === 'several'
			? 'the bot is in several servers, and only you know which is yours'
			: 'the only server that the bot is in does not belong to the owner of its application';
	return new ConfigError([
		`DISCORD_GUILD_ID is missing: ${why}. Name the servers to serve, your own one first. The bot is in: ${named(guilds)}`,
	]);
}

/** For a terminal: names with ids. */
function named(guilds: readonly OwnGuild[]): string {
	const shown = guilds.slice(0, maxNamed).map(({ id, name }) => `“${name}” (${id})`);
	const left = guilds.length - shown.length;
	return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
