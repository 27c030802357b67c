import type { Logger } from '../base/logger.js';
import { examineGuild } from '../guilds/checkup/examine-guild.js';
import { type EnvironmentSettings, environmentDefaults } from '../guilds/environment-defaults.js';
import { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { PostedPanels } from '../guilds/posted-panels.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { Setup } from '../guilds/setup.js';
import { rolesFollowFrom } from '../guilds/setup-change.js';
import type { ServerReport } from '../reporting/server-report.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordSide } from './discord-port.js';

/** The settings of every guild. */
export function createGuildSettings(
	store: ListedStore,
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'isHome'>,
): GuildSettingsStore {
	return new GuildSettingsStore(store, environmentDefaults(settings, served));
}

/** What `/setup` works on. Each choice has its effect on roles at once. */
export function createSetup(parts: {
	readonly guilds: GuildSettingsStore;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly discord: Pick<DiscordSide, 'factsOf' | 'holdersOf' | 'selfChosenRoles'>;
	readonly report: Pick<ServerReport, 'setup'>;
	readonly logger: Pick<Logger, 'error'>;
	readonly panels: Pick<PostedPanels, 'of'>;
	/** Other roles may follow from the claims than before. */
	readonly rulesChanged: (guildId: string) => Promise<void>;
	/** What panels tell of may have changed. Never rejects. */
	readonly refreshPanels: (guildId: string) => Promise<void>;
}): Setup {
	const { guilds, served, discord, panels, report, logger, rulesChanged, refreshPanels } = parts;
	return new Setup({
		settings: guilds,
		factsOf: discord.factsOf,
		examine: examineGuild,
		isHome: (guildId) => served.isHome(guildId),
		panelsOf: (guildId) => panels.of(guildId),
		holdersOf: discord.holdersOf,
		selfChosenRoles: (guildId) => discord.selfChosenRoles(guildId, true),
		onChanged: (guildId, userId, change, before) => {
			report.setup(guildId, userId, change, before);
			if (change.what === 'buyer-role' || change.what === 'links') void refreshPanels(guildId);
			if (!rolesFollowFrom(change)) return;
			rulesChanged(guildId).catch((error) =>
				logger.error({ err: error, guildId }, 'A change of the set-up could not be followed'),
			);
		},
	});
}
