import type { Client } from 'discord.js';
import { missingBuyerRole, type Settings } from '../config.js';
import type { AuditLog } from '../discord/audit-log.js';
import { cachedGuildFacts } from '../discord/cached-guild-facts.js';
import { createPanelBoard } from '../discord/panel-board.js';
import { GuildSettingsStore, hasBuyerRole } from '../guilds/guild-settings.js';
import { Panels } from '../guilds/panels.js';
import { Setup, type SetupChange } from '../guilds/setup.js';
import type { Logger } from '../logger.js';
import type { Store } from '../storage/store.js';

/** The environment's part of what the guilds' settings are made of. */
export type GuildDefaults = Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID' | 'DISCORD_GUILD_ID'>;

/**
 * The settings of every guild. Rejects with ConfigError where no buyer role is known at all, neither in the
 * environment nor chosen in Discord, and with the store's errors.
 */
export async function openGuildSettings(store: Store, settings: GuildDefaults): Promise<GuildSettingsStore> {
	const guilds = new GuildSettingsStore(store, {
		buyerRoleId: settings.BUYER_ROLE_ID,
		auditChannelId: settings.AUDIT_CHANNEL_ID,
	});
	const isKnown =
		settings.BUYER_ROLE_ID !== undefined || (await hasBuyerRole(guilds, settings.DISCORD_GUILD_ID));
	if (!isKnown) throw missingBuyerRole();
	return guilds;
}

/** Where audit messages of a guild go; for undefined, which is for whoever runs the bot, the first channel there is. */
export function auditChannels(guilds: GuildSettingsStore, settings: GuildDefaults) {
	return async (guildId: string | undefined): Promise<string | undefined> => {
		if (guildId !== undefined) return (await guilds.get(guildId)).auditChannelId;
		if (settings.AUDIT_CHANNEL_ID !== undefined) return settings.AUDIT_CHANNEL_ID;
		for await (const { settings: chosen } of guilds.all()) {
			if (chosen.auditChannelId !== undefined) return chosen.auditChannelId;
		}
		return undefined;
	};
}

/** What `/setup` works on. Each choice is logged, told in the audit channel, and has its effect on roles at once. */
export function createSetup(parts: {
	readonly guilds: GuildSettingsStore;
	readonly client: Client;
	readonly audit: AuditLog;
	readonly logger: Logger;
	/** Other roles may follow from the claims than before. */
	readonly rulesChanged: (guildId: string) => Promise<void>;
}): Setup {
	const { guilds, client, audit, logger, rulesChanged } = parts;
	return new Setup({
		settings: guilds,
		factsOf: (guildId) => cachedGuildFacts(client, guildId),
		onChanged: (guildId: string, userId: string, change: SetupChange) => {
			logger.info({ guildId, userId, change }, 'The set-up of a server was changed');
			audit.write(guildId, { kind: 'setup', userId, change });
			// Who may hold a claim changes nothing about the roles that follow from one.
			if (change.what === 'unlinking' || change.what === 'seats') return;
			rulesChanged(guildId).catch((error) =>
				logger.error({ err: error, guildId }, 'A change of the set-up could not be followed'),
			);
		},
	});
}

/** What `/panel` works on. Each change is logged and told in the audit channel. */
export function createPanels(parts: {
	readonly store: Store;
	readonly client: Client;
	readonly audit: AuditLog;
	readonly logger: Logger;
}): Panels {
	const { store, client, audit, logger } = parts;
	return new Panels({
		store,
		board: createPanelBoard(client),
		onChanged: ({ guildId, channelId, userId }) => {
			logger.info({ guildId, channelId, userId }, 'A panel was posted or changed');
			audit.write(guildId, { kind: 'panel', userId, channelId });
		},
	});
}
