import type { Client, REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import type { Clock } from '../base/clock.js';
import { version } from '../base/version.js';
import type { Settings } from '../config.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import { createDiscordProbes } from '../discord/guilds/discord-probes.js';
import { isMessageThere } from '../discord/guilds/guild-queries.js';
import { keyStateOf } from '../guilds/checkup/diagnosis.js';
import type { KeyAnswer, Probes, Today } from '../guilds/checkup/findings.js';
import { createGuildCheckups } from '../guilds/checkup/guild-checkups.js';
import type { GuildSettings, GuildSettingsStore } from '../guilds/guild-settings.js';
import type { HomeWatch } from '../guilds/home-watch.js';
import { PostedPanels } from '../guilds/posted-panels.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GuildList } from '../guilds/served-guilds-store.js';
import { isSameAccount, knownPartOf } from '../marketplace/account-guard.js';
import { readAccount } from '../marketplace/pinned-account.js';
import type { MarketplaceResult } from '../marketplace/result.js';
import type { Account } from '../marketplace/schemas.js';
import { readLoad } from '../refunds/recheck-load.js';
import { GrantOutbox } from '../roles/grant-outbox.js';
import { readDivision } from '../sharding/process-heartbeats.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import { lastBackupAt } from '../storage/backups/last-backup.js';
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
	readonly marketplaceKey: () => Promise<KeyAnswer>;
	readonly failingSince: Probes['failingSince'];
	readonly pingStore: () => Promise<void>;
	/** Undefined where the store can't be opened. */
	readonly store: Store | undefined;
	readonly now: () => number;
}): Probes {
	const { rest, settings, served, settingsOf, marketplaceKey, failingSince, pingStore, store, now } = parts;
	return {
		...createDiscordProbes({ rest, served, commands: commandPayloads, now }),
		wantsMembersIntent: settings.MEMBERS_INTENT,
		settingsOf,
		marketplaceKey,
		failingSince,
		pingStore,
		refundChecks: async () =>
			store === undefined || settings.RECHECK_DAYS === 0 ? undefined : await readLoad(store),
		division: async () => (store === undefined ? undefined : await readDivision(store, now())),
		panels: async (guildId) => (store === undefined ? undefined : await panelsIn(store, rest).of(guildId)),
		waiting: async (guildId) =>
			store === undefined ? undefined : await new GrantOutbox(store, now).waitingIn(guildId),
		today: async (guildId) => (store === undefined ? undefined : await todayIn(store, guildId, now)),
		now,
		version,
		lastBackup: async () =>
			store === undefined || sqliteFileOf(settings.DATABASE_URL) === undefined
				? undefined
				: { at: await lastBackupAt(store) },
	};
}

function panelsIn(store: Store, rest: REST): PostedPanels {
	return new PostedPanels(store, { isPanelThere: (panel) => isMessageThere(rest, panel) });
}

async function todayIn(store: Store, guildId: string, now: () => number): Promise<Today> {
	const statistics = new VerificationStatistics({
		store,
		logger: { warn: () => {} },
		clock: { now, delay: async () => {} },
	});
	const { verified, refused } = await statistics.report(guildId, 1);
	return { verified, refused };
}

/** What the account behind the key tells about it, also beside the one that the claims in the store belong to. */
export function createKeyState(store: Pick<Store, 'get'> | undefined) {
	return async (account: MarketplaceResult<Account>, sellsNothing: boolean): Promise<KeyAnswer> => {
		const noted = store === undefined ? undefined : await readAccount(store).catch(() => undefined);
		const isOther = account.ok && noted !== undefined && !isSameAccount(noted, knownPartOf(account.value));
		const state = keyStateOf(account, sellsNothing, isOther);
		const reason = !account.ok && 'reason' in account.failure ? account.failure.reason : undefined;
		return { state, ...(reason !== undefined && { reason }) };
	};
}

/** What `/doctor` works on: the check-up of the running bot, with the one guild it was asked in. */
export function createDoctor(parts: {
	readonly client: Client;
	readonly settings: Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly homeWatch: Pick<HomeWatch, 'list'>;
	readonly guilds: GuildSettingsStore;
	readonly market: Marketplace;
	readonly states: Pick<DependencyStates, 'of'>;
	readonly store: Store;
	readonly clock: Clock;
}) {
	const { client, settings, served, homeWatch, guilds, market, states, store, clock } = parts;
	const probes = () =>
		createProbes({
			rest: client.rest,
			settings,
			served: homeWatch.list,
			settingsOf: (guildId) => guilds.get(guildId),
			marketplaceKey: async () => {
				const account = await market.keyCheck.recent();
				const sellsNothing = market.catalog.snapshot().state === 'empty';
				return await createKeyState(store)(account, sellsNothing);
			},
			failingSince: (dependency) => {
				const state = states.of(dependency);
				return state.status === 'up' ? undefined : state.since;
			},
			pingStore: () => store.ping(),
			store,
			now: clock.now,
		});
	return createGuildCheckups({ probes, served, clock });
}
