import type { MemberRef } from '../base/row-fields.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import type { Places } from '../floors.js';
import { rolesBlocked } from '../messages/alerts.js';
import type { WithheldRole } from '../roles/role-floor.js';
import type { DroppedRule, GuildSettings } from '../servers/guild-settings.js';
import type { LicenceTypes } from '../servers/licence-types.js';
import type { SetupChange } from '../servers/setup-change.js';
import type { PanelRequest } from '../services/setup/panels.js';
import type { VerificationStatistics } from '../services/statistics/verification-statistics.js';

/** Logs changes and problems in a server, and reports them in its audit channel. */
export function createServerReport({ audit, alerts, syncRows, logger, served, catalog }: ReportingFloor) {
	return {
		/** `before`: the settings before the change. */
		setup(guildId: string, userId: string, change: SetupChange, before: GuildSettings): void {
			logger.info({ guildId, userId, change }, 'The set-up of a server was changed');
			const id = itemIdIn(change);
			const itemName = id === undefined ? undefined : catalog.get(id)?.name;
			const event = { kind: 'setup', userId, change, itemName } as const;
			// Written to the old channel too, so that its readers notice a move of the audit channel.
			const isMove = change.what === 'setting' && change.name === 'audit';
			if (isMove && before.auditChannelId !== undefined) {
				audit.writeInto(guildId, before.auditChannelId, event);
			}
			audit.write(guildId, event);
		},

		/** An upgrade of the bot has dropped the rule. */
		ruleDropped(guildId: string, rule: DroppedRule): void {
			logger.info({ guildId, rule }, 'A rule for a role was dropped');
			audit.write(guildId, { kind: 'rule-dropped', rule });
		},

		panel({ guildId, channelId, userId }: PanelRequest, what: 'posted' | 'updated'): void {
			logger.info({ guildId, channelId, userId }, 'A panel was posted or changed');
			audit.write(guildId, { kind: 'panel', userId, channelId, what });
		},

		/** A member has opened the page of the marketplace account. */
		account({ guildId, userId }: MemberRef): void {
			audit.write(guildId, { kind: 'account', userId });
		},

		/** An administrator has downloaded the list of `count` purchases. */
		purchaseList({ guildId, userId }: MemberRef, count: number): void {
			logger.info({ guildId, count }, 'The list of purchases was downloaded');
			audit.write(guildId, { kind: 'list-downloaded', userId, count });
		},

		/** Only for the log, once per cause. */
		blockedRole(guildId: string, { roleId, obstacle }: WithheldRole): void {
			logger.error({ guildId, obstacle, roleId }, 'Roles cannot be given in this server');
		},

		async alertBlockedRole(guildId: string, { roleId, obstacle }: WithheldRole): Promise<void> {
			if (!served.serves(guildId)) return;
			const waiting = await syncRows.waitingIn(guildId);
			await alerts.raise(guildId, {
				kind: 'roles-blocked',
				obstacle,
				...(roleId !== undefined && { roleId }),
				waiting,
			});
		},

		async unblockedRole(guildId: string, { roleId, obstacle }: WithheldRole): Promise<void> {
			await alerts.solve(guildId, rolesBlocked({ obstacle, roleId }));
		},
	};
}

/** @returns undefined if the change is about no item */
function itemIdIn(change: SetupChange): number | undefined {
	return change.what === 'rule' && change.subject.kind === 'item' ? Number(change.subject.key) : undefined;
}

/** The floor of the reports: the places they are about, with the audit log and the counts. */
export interface ReportingFloor extends Places {
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly statistics: VerificationStatistics;
	/** The licence types seen in purchases so far. From memory, because autocomplete reads it on every keystroke. */
	readonly licenceTypes: LicenceTypes;
}
