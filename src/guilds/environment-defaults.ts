import type { Settings } from '../config.js';
import type { SettingsDefaults } from './guild-settings.js';
import type { ServedGuilds } from './served-guilds.js';

/** The environment variables that provide defaults for guild settings. */
export type EnvironmentSettings = Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID'>;

/** The defaults of a guild: the environment's role and channel apply to the first one only. */
export function environmentDefaults(
	settings: EnvironmentSettings,
	served: Pick<ServedGuilds, 'ids'>,
): (guildId: string) => SettingsDefaults {
	const ofFirst = { buyerRoleId: settings.BUYER_ROLE_ID, auditChannelId: settings.AUDIT_CHANNEL_ID };
	const none = { buyerRoleId: undefined, auditChannelId: undefined };
	return (guildId) => (guildId === served.ids[0] ? ofFirst : none);
}
