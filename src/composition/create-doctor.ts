import type { Client, REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { lastBackupAt } from '../backups/backup-note.js';
import { type KeyState, keyStateOf, type Probes } from '../checkup/diagnosis.js';
import { createGuildCheckups } from '../checkup/guild-checkups.js';
import type { Settings } from '../config.js';
import { createDiscordProbes } from '../discord/probes.js';
import type { GuildSettings, GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GuildList } from '../guilds/served-notes.js';
import { readLoad } from '../refunds/recheck-load.js';
import { sqliteFileOf } from '../storage/open.js';
import type { Store } from '../storage/store.js';
import type { Marketplace } from './create-marketplace.js';

/** Everything that a check-up looks at, for the bot itself and for the command line alike. */
export function createProbes(parts: {
	/** With the bot's token set. */
	readonly rest: REST;
	readonly settings: Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL'>;
	/** Undefined: no home is known. */
	readonly served: GuildList | undefined;
	readonly settingsOf: (guildId: string) => Promise<GuildSettings>;
	readonly marketplaceKey: () => Promise<KeyState>;
	readonly pingStore: () => Promise<void>;
	/** Undefined where the store can't be opened. */
	readonly store: Pick<Store, 'get'> | undefined;
	readonly now: () => number;
}): Probes {
	const { rest, settings, served, settingsOf, marketplaceKey, pingStore, store, now } = parts;
	return {
		...createDiscordProbes({ rest, served, commands: commandPayloads, now }),
		wantsMembersIntent: settings.MEMBERS_INTENT,
		settingsOf,
		marketplaceKey,
		pingStore,
		refundChecks: async () =>
			store === undefined || settings.RECHECK_DAYS === 0 ? undefined : await readLoad(store),
		lastBackup: async () =>
			store === undefined || sqliteFileOf(settings.DATABASE_URL) === undefined
				? undefined
				: { at: await lastBackupAt(store) },
	};
}

/** What `/doctor` works on: the check-up of the running bot, with the one guild it was asked in. */
export function createDoctor(parts: {
	readonly client: Client;
	readonly settings: Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	/** What this process was told to serve; undefined: no home is known. */
	readonly list: () => GuildList | undefined;
	readonly guilds: GuildSettingsStore;
	readonly market: Marketplace;
	readonly store: Store;
	readonly now: () => number;
}) {
	const { client, settings, served, list, guilds, market, store, now } = parts;
	const probes = () =>
		createProbes({
			rest: client.rest,
			settings,
			served: list(),
			settingsOf: (guildId) => guilds.get(guildId),
			marketplaceKey: async () =>
				keyStateOf(await market.keyCheck.recent(), market.catalog.snapshot().state === 'empty'),
			pingStore: () => store.ping(),
			store,
			now,
		});
	return createGuildCheckups({ probes, isHome: (guildId) => served.isHome(guildId), now });
}
