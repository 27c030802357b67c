import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { AuditLog, type AuditLogOptions } from '../discord/channels/audit-log.js';
import type { DiscordGuilds } from '../discord/guilds/discord-guilds.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { RoleEndings } from '../moderation/moderated-roles.js';
import { NamedClaims } from '../moderation/named-claims.js';
import { type AlertBoard, Alerts } from '../notifications/alerts.js';
import { AuditChannelAlert } from '../notifications/audit-channel-alert.js';
import { createOperatorReport } from '../reporting/operator-report.js';
import { memoryRows } from '../storage/memory-rows.js';
import type { Store } from '../storage/store.js';

/** Alerts to staff, and the operators' report, which raises them. */
export function createAlerts(parts: {
	readonly store: Store;
	/** The number of members waiting for the shop to check their code. */
	readonly waitingForShop: () => number;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const alerts = new Alerts(parts);
	// Alerts about the store can't be kept in it.
	const storeAlerts = new Alerts({ ...parts, store: memoryRows() });
	return {
		alerts,
		report: createOperatorReport({ ...parts, alerts, storeAlerts }),
		/** Shows alerts from now on, and those raised before. Never rejects. */
		async start(board: AlertBoard): Promise<void> {
			await Promise.all([alerts.start(board), storeAlerts.start(board)]);
		},
	};
}

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
