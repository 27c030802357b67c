import { examineGuild } from '../checkup/examine-guild.js';
import { type Home, strictPolicy } from '../claims/policy.js';
import type { Settings } from '../config.js';
import type { AuditChannel, AuditLog } from '../discord/audit-log.js';
import { GuildSettingsStore, type SettingsStore } from '../guilds/guild-settings.js';
import { type PanelBoard, Panels } from '../guilds/panels.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { Setup } from '../guilds/setup.js';
import type { SetupChange } from '../guilds/setup-change.js';
import type { Logger } from '../logger.js';
import type { Store } from '../storage/store.js';
import type { DiscordSide } from './discord-side.js';

/** The environment's part of what the guilds' settings are made of. */
export type GuildDefaults = Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID'>;

/** The settings of every guild. The environment's role and channel are home's alone. */
export function createGuildSettings(
	store: SettingsStore,
	settings: GuildDefaults,
	served: Pick<ServedGuilds, 'isHome'>,
): GuildSettingsStore {
	const ofHome = { buyerRoleId: settings.BUYER_ROLE_ID, auditChannelId: settings.AUDIT_CHANNEL_ID };
	const none = { buyerRoleId: undefined, auditChannelId: undefined };
	return new GuildSettingsStore(store, (guildId) => (served.isHome(guildId) ? ofHome : none));
}

/** Home's policy, which counts for a claim wherever it is shown. */
export function homeOf(guilds: Pick<GuildSettingsStore, 'policyOf'>, served: ServedGuilds): Home {
	return {
		is: (guildId) => served.isHome(guildId),
		policy: async () => (served.homeId === undefined ? strictPolicy : await guilds.policyOf(served.homeId)),
	};
}

/** Where audit messages of a guild go; undefined, which is for whoever runs the bot, is home. */
export function auditChannels(guilds: GuildSettingsStore, served: ServedGuilds) {
	return async (guildId: string | undefined): Promise<AuditChannel | undefined> => {
		const told = guildId ?? served.homeId;
		if (told === undefined || !served.serves(told)) return undefined;
		const { auditChannelId: channelId } = await guilds.get(told);
		return channelId === undefined ? undefined : { guildId: told, channelId };
	};
}

/** What `/setup` works on. Each choice is logged, told in the audit channel, and has its effect on roles at once. */
export function createSetup(parts: {
	readonly guilds: GuildSettingsStore;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly discord: Pick<DiscordSide, 'factsOf' | 'holdersOf' | 'selfChosenRoles'>;
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly logger: Logger;
	/** Other roles may follow from the claims than before. */
	readonly rulesChanged: (guildId: string) => Promise<void>;
}): Setup {
	const { guilds, served, discord, audit, logger, rulesChanged } = parts;
	return new Setup({
		settings: guilds,
		factsOf: discord.factsOf,
		examine: examineGuild,
		isHome: (guildId) => served.isHome(guildId),
		holdersOf: discord.holdersOf,
		selfChosenRoles: (guildId) => discord.selfChosenRoles(guildId, true),
		onChanged: (guildId, userId, change, before) => {
			logger.info({ guildId, userId, change }, 'The set-up of a server was changed');
			const event = { kind: 'setup', userId, change } as const;
			// Told in the old channel too, so that nobody moves the audit channel behind its readers' backs.
			if (change.what === 'audit-channel' && before.auditChannelId !== undefined) {
				audit.writeInto(guildId, before.auditChannelId, event);
			}
			audit.write(guildId, event);
			if (!rolesFollowFrom(change)) return;
			rulesChanged(guildId).catch((error) =>
				logger.error({ err: error, guildId }, 'A change of the set-up could not be followed'),
			);
		},
	});
}

/** Changes of the policy, the audit channel or the staff have no effect on the roles that follow from claims. */
function rolesFollowFrom({ what }: SetupChange): boolean {
	return what === 'buyer-role' || what === 'supported-role' || what === 'rule' || what === 'powers';
}

/** What `/panel` works on. Each change is logged and told in the audit channel. */
export function createPanels(parts: {
	readonly store: Store;
	readonly board: PanelBoard;
	readonly audit: Pick<AuditLog, 'write'>;
	readonly logger: Logger;
	readonly now: () => number;
}): Panels {
	const { store, board, audit, logger, now } = parts;
	return new Panels({
		store,
		board,
		now,
		onChanged: ({ guildId, channelId, userId }) => {
			logger.info({ guildId, channelId, userId }, 'A panel was posted or changed');
			audit.write(guildId, { kind: 'panel', userId, channelId });
		},
	});
}
