import { ConfigError } from '../base/errors.js';
import type { Settings } from '../config.js';
import type { GuildList, HomeNote } from './served-guilds-store.js';

export type ServedSettings = Pick<Settings, 'DISCORD_GUILD_ID' | 'SERVE_OTHER_GUILDS'>;

/** Home, and what else is served. */
export interface ServedList extends GuildList {
	readonly homeId: string;
}

/** A guild that the bot is in. */
export interface OwnGuild {
	readonly id: string;
	readonly name: string;
}

/**
 * The guild that needs no naming: the only one that the bot is in, where it belongs to whoever the application
 * belongs to. `several`: more than one; `foreign`: somebody else's, since anybody can invite the bot first. Names are
 * safe for a terminal.
 */
export type OnlyGuild =
	| { readonly kind: 'own'; readonly guild: OwnGuild }
	| { readonly kind: 'none' }
	| { readonly kind: 'several' | 'foreign'; readonly guilds: readonly OwnGuild[] };

/** Asks Discord. Rejects with discord.js' errors. */
export type FindOnlyGuild = () => Promise<OnlyGuild>;

/** More names would bury the rest of the message. */
const mostNamed = 20;

/**
 * What is served by the settings and the store's note. Undefined: neither names a home, and `onlyServed` has to find
 * it. Throws ConfigError where they name different ones.
 */
export function servedList(settings: ServedSettings, note: HomeNote | undefined): ServedList | undefined {
	const [first] = settings.DISCORD_GUILD_ID ?? [];
	const homeId = note?.home ?? first;
	if (homeId === undefined) return undefined;
	if (first !== undefined && first !== homeId) throw otherHome(first, homeId);
	return { homeId, ids: settings.DISCORD_GUILD_ID ?? [homeId], every: settings.SERVE_OTHER_GUILDS };
}

/**
 * The same where `servedList` knows none, from the only server the bot is in; undefined: it is in none yet. Rejects
 * with ConfigError where home has to be named, and with discord.js' errors.
 */
export async function onlyServed(
	findOnlyGuild: FindOnlyGuild,
	settings: ServedSettings,
): Promise<ServedList | undefined> {
	const only = await findOnlyGuild();
	if (only.kind === 'none') return undefined;
	if (only.kind !== 'own') throw unclearHome(only);
	return { homeId: only.guild.id, ids: [only.guild.id], every: settings.SERVE_OTHER_GUILDS };
}

/**
 * The note that a start has to follow. If the settings name another home while no claim depends on the note, they
 * count: a first start may have named the wrong server.
 */
export async function bindingHome(
	{ DISCORD_GUILD_ID }: ServedSettings,
	note: HomeNote | undefined,
	hasClaims: () => Promise<boolean>,
): Promise<HomeNote | undefined> {
	const [first] = DISCORD_GUILD_ID ?? [];
	const isContradicted = note !== undefined && first !== undefined && first !== note.home;
	return isContradicted && !(await hasClaims()) ? undefined : note;
}

/** What is served by the settings, the store's note and Discord together. Rejects as the three above. */
export async function findServed(
	findOnlyGuild: FindOnlyGuild,
	settings: ServedSettings,
	note: HomeNote | undefined,
	hasClaims: () => Promise<boolean>,
): Promise<ServedList | undefined> {
	const binding = await bindingHome(settings, note, hasClaims);
	return servedList(settings, binding) ?? (await onlyServed(findOnlyGuild, settings));
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
	const shown = guilds.slice(0, mostNamed).map(({ id, name }) => `“${name}” (${id})`);
	const left = guilds.length - shown.length;
	return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
