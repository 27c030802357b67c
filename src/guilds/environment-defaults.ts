import type { Settings } from '../config.js';
import type { SettingsDefaults } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** The environment variables that provide defaults for guild settings. */
export type EnvironmentSettings = Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID'>;

/** The defaults of a guild: the environment's role and channel apply to home only. */
export function environmentDefaults(
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'isHome'>,
): (guildId: string) => SettingsDefaults {
	const ofHome = { buyerRoleId: settings.BUYER_ROLE_ID, auditChannelId: settings.AUDIT_CHANNEL_ID };
	const none = { buyerRoleId: undefined, auditChannelId: undefined };
	return (guildId) => (served.isHome(guildId) ? ofHome : none);
}
