import type { ClaimStore } from '../claims/claim-store.js';
import { AuditLog, type AuditLogOptions } from '../discord/channels/audit-log.js';
import type { DiscordGuilds } from '../discord/guilds/discord-guilds.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { Bursts } from '../moderation/bursts.js';
import { RoleEndings } from '../moderation/ended-roles.js';
import { NamedClaims } from '../moderation/named-claims.js';
import type { Alerts } from '../notifications/alerts.js';
import { AuditChannelAlert } from '../notifications/audit-channel-alert.js';
import type { Store } from '../storage/store.js';

/** The audit channels, and the events that stand grouped in them. */
export function createAudit(
	parts: Omit<AuditLogOptions, 'alert' | 'namedClaims' | 'endedRoles' | 'bursts'> & {
		readonly store: Store;
		readonly claims: ClaimStore;
		readonly served: ServedGuilds;
		readonly guilds: DiscordGuilds;
		readonly settings: Pick<GuildSettingsStore, 'rulesOf'>;
		readonly alerts: Alerts;
	},
) {
	const { store, claims, served, guilds, alerts, clock } = parts;
	const bursts = new Bursts(store, clock);
	const audit = new AuditLog({
		...parts,
		bursts,
		namedClaims: new NamedClaims(claims),
		endedRoles: new RoleEndings(parts),
		alert: new AuditChannelAlert({ alerts, served, discord: guilds }),
	});
	return { audit, bursts };
}
