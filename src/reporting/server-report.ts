import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import type { GuildSettings } from '../guilds/guild-settings.js';
import type { PanelRequest } from '../guilds/panels.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { SetupChange } from '../guilds/setup-change.js';
import { rolesBlocked } from '../notifications/alert.js';
import type { Alerts } from '../notifications/alerts.js';
import type { WithheldRole } from '../roles/grant.js';

/** Logs what is changed or in the way in a server, and tells it in the server's audit channel. */
export function createServerReport({
	audit,
	alerts,
	waitingIn,
	logger,
	served,
}: {
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
	/** How many members wait for roles in a server. */
	readonly waitingIn: (guildId: string) => Promise<number>;
	readonly logger: Pick<Logger, 'info' | 'error'>;
	readonly served: Pick<ServedGuilds, 'serves'>;
}) {
	return {
		/** `before`: the settings before the change. */
		setup(guildId: string, userId: string, change: SetupChange, before: GuildSettings): void {
			logger.info({ guildId, userId, change }, 'The set-up of a server was changed');
			const event = { kind: 'setup', userId, change } as const;
			// Told in the old channel too, so that nobody moves the audit channel behind its readers' backs.
			if (change.what === 'audit-channel' && before.auditChannelId !== undefined) {
				audit.writeInto(guildId, before.auditChannelId, event);
			}
			audit.write(guildId, event);
		},

		panel({ guildId, channelId, userId }: PanelRequest): void {
			logger.info({ guildId, channelId, userId }, 'A panel was posted or changed');
			audit.write(guildId, { kind: 'panel', userId, channelId });
		},

		/** Somebody has opened what the marketplace tells of its account. */
		account({ guildId, userId }: MemberRef): void {
			audit.write(guildId, { kind: 'account', userId });
		},

		/** For the log alone, once for each cause. */
		blockedRole(guildId: string, { roleId, obstacle }: WithheldRole): void {
			logger.error({ guildId, obstacle, roleId }, 'Roles cannot be given in this server');
		},

		/** Resolves to whether the people who run the server were reached. */
		async tellBlockedRole(guildId: string, { roleId, obstacle }: WithheldRole): Promise<boolean> {
			if (!served.serves(guildId)) return false;
			const waiting = await waitingIn(guildId);
			return await alerts.raise(guildId, {
				kind: 'roles-blocked',
				obstacle,
				...(roleId !== undefined && { roleId }),
				waiting,
			});
		},

		/** It is not in the way any more. */
		unblockedRole(guildId: string, { roleId, obstacle }: WithheldRole): void {
			void alerts.solve(guildId, rolesBlocked({ obstacle, roleId }));
		},
	};
}

export type ServerReport = ReturnType<typeof createServerReport>;
