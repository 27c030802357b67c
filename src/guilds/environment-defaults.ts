import type { Settings } from '../config.js';
import type { SettingsDefaults } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** The environment's part of what the guilds' settings are made of. */
export type EnvironmentSettings = Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID'>;

/** What counts in a guild where nothing is chosen: the environment's role and channel are home's alone. */
export function environmentDefaults(
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'isHome'>,
): (guildId: string) => SettingsDefaults {
	const ofHome = { buyerRoleId: settings.BUYER_ROLE_ID, auditChannelId: settings.AUDIT_CHANNEL_ID };
	const none = { buyerRoleId: undefined, auditChannelId: undefined };
	return (guildId) => (served.isHome(guildId) ? ofHome : none);
}
