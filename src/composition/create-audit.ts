import type { ClaimStore } from '../claims/claim-store.js';
import { AuditLog, type AuditLogOptions } from '../discord/channels/audit-log.js';
import type { DiscordGuilds } from '../discord/guilds/discord-guilds.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { RoleEndings } from '../moderation/moderated-roles.js';
import { NamedClaims } from '../moderation/named-claims.js';
import type { Alerts } from '../notifications/alerts.js';
import { AuditChannelAlert } from '../notifications/audit-channel-alert.js';

/** The audit channels. */
export function createAudit(
	parts: Omit<AuditLogOptions, 'alert' | 'namedClaims' | 'endedRoles'> & {
		readonly claims: ClaimStore;
		readonly served: ServedGuilds;
		readonly guilds: DiscordGuilds;
		readonly settings: Pick<GuildSettingsStore, 'rulesOf'>;
		readonly alerts: Alerts;
	},
) {
	const { claims, served, guilds, alerts } = parts;
	return new AuditLog({
		...parts,
		namedClaims: new NamedClaims(claims),
		endedRoles: new RoleEndings(parts),
		alert: new AuditChannelAlert({ alerts, served, discord: guilds }),
	});
}
