import { type EnvironmentSettings, environmentDefaults } from '../guilds/environment-defaults.js';
import { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ListedStore } from '../storage/update.js';

/** The settings of every guild. */
export function createGuildSettings(
	store: ListedStore,
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'isHome'>,
): GuildSettingsStore {
	return new GuildSettingsStore(store, environmentDefaults(settings, served));
}
