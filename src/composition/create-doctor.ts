import type { Client, REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import type { Clock } from '../base/clock.js';
import { version } from '../base/version.js';
import type { Settings } from '../config.js';
import { RestProbes } from '../discord/guilds/discord-probes.js';
import type { Probes, StoreProbes } from '../guilds/checkup/findings.js';
import { GuildCheckups } from '../guilds/checkup/guild-checkups.js';
import { KnownKey } from '../guilds/checkup/key-answer.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { HomeWatch } from '../guilds/home-watch.js';
import { PostedPanels } from '../guilds/posted-panels.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GuildList } from '../guilds/served-guilds-store.js';
import { CountsInStore } from '../reporting/counts-in-store.js';
import { GrantOutbox } from '../roles/grant-outbox.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import type { Store } from '../storage/store.js';
import { createBackupProbes } from './create-backup-probes.js';
import type { Marketplace } from './create-marketplace.js';

type DoctorSettings = Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL' | 'CLAIM_SECRET'>;

/** All probes of a check-up, for the bot and for the command line. */
export function createProbes(
	parts: Pick<Probes, 'key' | 'states' | 'clock'> & {
		/** With the bot token set. */
		readonly rest: REST;
		readonly settings: DoctorSettings;
		/** Undefined if no home is known. */
		readonly served: GuildList | undefined;
		readonly guilds: GuildSettingsStore;
		/** Or why it can't be opened. */
		readonly store: Store | { readonly problem: unknown };
	},
): Probes {
	const { rest, settings, served, guilds, key, states, store, clock } = parts;
	const discord = new RestProbes({ rest, served, commands: commandPayloads, clock });
	return {
		discord,
		wantsMembersIntent: settings.MEMBERS_INTENT,
		settings: guilds,
		stored: 'problem' in store ? store : storeProbes(store, { settings, discord, clock }),
		key,
		states,
		clock,
		version,
	};
}

function storeProbes(
	store: Store,
	{
		settings,
		discord,
		clock,
	}: { readonly settings: DoctorSettings; readonly discord: RestProbes; readonly clock: Pick<Clock, 'now'> },
): StoreProbes {
	return {
		store,
		panels: new PostedPanels(store, discord),
		counts: new CountsInStore({
			outbox: new GrantOutbox(store, clock),
			statistics: new VerificationStatistics({
				store,
				logger: { warn: () => {} },
				clock: { now: clock.now, delay: async () => {} },
				clockGuard: { isTrusted: () => true },
			}),
			store,
			isRechecking: settings.RECHECK_DAYS > 0,
		}),
		backups: createBackupProbes(settings, { store, clock }),
	};
}

/** The check-up behind `/doctor`: the running bot, and the guild it was requested in. */
export function createDoctor(
	parts: Pick<Probes, 'states' | 'clock'> & {
		readonly client: Client;
		readonly settings: DoctorSettings;
		readonly served: Pick<ServedGuilds, 'isHome'>;
		readonly homeWatch: Pick<HomeWatch, 'list'>;
		readonly guilds: GuildSettingsStore;
		readonly market: Marketplace;
		readonly store: Store;
	},
): GuildCheckups {
	const { client, served, homeWatch, market, store, clock } = parts;
	const key = new KnownKey(market, store);
	const probes = () => createProbes({ ...parts, rest: client.rest, served: homeWatch.list, key });
	return new GuildCheckups({ probes, served, clock });
}
