import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import type { Client, REST } from 'discord.js';
import { commandPayloads } from '../commands/registry.js';
import type { Clock } from './base/clock.js';
import { version } from './base/version.js';
import { examineBackup } from './claims/admin/examine-backup.js';
import type { Settings } from './config.js';
import { RestProbes } from './discord/guilds/discord-probes.js';
import type { Marketplace } from './marketplace/marketplace.js';
import { SyncRows } from './roles/sync-rows.js';
import { GuildCheckups } from './servers/checkup/diagnosis.js';
import { type BackupProbes, keyAnswerOf, type Probes, type StoreProbes } from './servers/checkup/findings.js';
import type { GuildSettingsStore } from './servers/guild-settings.js';
import type { ServedGuilds } from './servers/served-guilds.js';
import { loadKind } from './services/refunds/refunds.js';
import { postedPanels } from './services/setup/panels.js';
import { VerificationStatistics } from './services/statistics/verification-statistics.js';
import {
	areOnOneDisk,
	backupElsewhereKind,
	backupPlace,
	lastBackupAt,
	listBackups,
} from './storage/backups/backup-path.js';
import { sqliteFileOf } from './storage/open.js';
import type { Store } from './storage/store.js';
import { Table } from './storage/table.js';

type DoctorSettings = Pick<Settings, 'MEMBERS_INTENT' | 'RECHECK_DAYS' | 'DATABASE_URL' | 'CLAIM_SECRET'>;

/** All probes of a check-up, for the bot and for the command line. */
export function createProbes(
	parts: Pick<Probes, 'key' | 'states' | 'clock'> & {
		/** With the bot token set. */
		readonly rest: REST;
		readonly settings: DoctorSettings;
		/** The served guilds. */
		readonly guildIds: readonly string[];
		readonly guilds: GuildSettingsStore;
		/** Or why it can't be opened. */
		readonly store: Store | { readonly problem: unknown };
	},
): Probes {
	const { rest, settings, guildIds, guilds, key, states, store, clock } = parts;
	const discord = new RestProbes({ rest, guildIds, commands: commandPayloads, clock });
	return {
		discord,
		wantsMembersIntent: settings.MEMBERS_INTENT,
		settings: guilds,
		stored: 'problem' in store ? store : storeProbes(store, settings, discord, clock),
		key,
		states,
		clock,
		version,
	};
}

function storeProbes(
	store: Store,
	settings: DoctorSettings,
	discord: RestProbes,
	clock: Pick<Clock, 'now'>,
): StoreProbes {
	const syncRows = new SyncRows(store, clock);
	const statistics = new VerificationStatistics({
		store,
		logger: { warn: () => {} },
		clock: { now: clock.now, delay: async () => {} },
	});
	return {
		store,
		panels: (guildId) => postedPanels(guildId, { store, discord }),
		counts: {
			waiting: (guildId) => syncRows.waitingIn(guildId),
			async today(guildId) {
				const { verified, refused } = await statistics.report(guildId, 1);
				return { verified, refused };
			},
			refundChecks: async () =>
				settings.RECHECK_DAYS > 0 ? await new Table(loadKind, store).get('') : undefined,
		},
		backups: createBackupProbes(settings, store, clock),
	};
}

/** The check-up behind `/doctor`: the running bot, and the guild it was requested in. */
export function createDoctor(
	parts: Pick<Probes, 'states' | 'clock'> & {
		readonly client: Client;
		readonly settings: DoctorSettings;
		readonly served: Pick<ServedGuilds, 'ids'>;
		readonly guilds: GuildSettingsStore;
		readonly market: Marketplace;
		readonly store: Store;
	},
): GuildCheckups {
	const { client, served, market, store, clock } = parts;
	const { keyCheck, catalog } = market;
	const key = async () =>
		await keyAnswerOf(store, await keyCheck.recent(), catalog.snapshot().state === 'empty');
	const probes = () => createProbes({ ...parts, rest: client.rest, guildIds: served.ids, key });
	return new GuildCheckups(probes, clock);
}

/** A backup on another disk counts for this long. */
const elsewhereMs = 30 * 86_400_000;

/** Probes of the backups beside an SQLite file; undefined for other databases. */
function createBackupProbes(
	settings: Pick<Settings, 'DATABASE_URL' | 'CLAIM_SECRET'>,
	store: Store,
	clock: Pick<Clock, 'now'>,
): BackupProbes | undefined {
	const file = sqliteFileOf(settings.DATABASE_URL);
	if (file === undefined) return undefined;
	return {
		async newest() {
			const newest = (await listBackups(file)).find(({ isReplaced }) => !isReplaced);
			if (newest === undefined) return undefined;
			return (await examineBackup(newest.path, settings.CLAIM_SECRET)).state;
		},
		async shareDiskWithSecret() {
			// A container or a service gets the secret from elsewhere.
			if (!(await isSecretInEnvFile())) return false;
			const elsewhere = await lastBackupAt(store, backupElsewhereKind);
			if (elsewhere !== undefined && clock.now() - elsewhere < elsewhereMs) return false;
			const { folder } = backupPlace(file);
			return await areOnOneDisk('.env', existsSync(folder) ? folder : dirname(folder));
		},
	};
}

async function isSecretInEnvFile(): Promise<boolean> {
	const text = await readFile('.env', 'utf8').catch(() => '');
	return Boolean(parseEnv(text)['CLAIM_SECRET']?.trim());
}
