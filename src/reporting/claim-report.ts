import type { MemberRef } from '../base/row-fields.js';
import type { Claim } from '../claims/claim.js';
import type { CheckedEvent, ModerationEvent } from '../services/moderation/moderation-outcomes.js';
import type { UnlinkedPurchase } from '../services/purchases/purchases.js';
import type { RefundEvent } from '../services/refunds/refunds.js';
import type { AuditEvent } from '../ui/messages/audit.js';
import type { ReportingFloor } from './server-report.js';

/**
 * Logs claim changes and reports them in the audit channels: of all served guilds if roles can change, because a claim
 * counts in each.
 */
export function createClaimReport({ audit, alerts, logger, served, statistics }: ReportingFloor) {
	const writeEverywhere = (event: AuditEvent): void => {
		for (const guildId of served.ids) audit.write(guildId, event);
	};
	let lastRefund = '';
	/** Counts a purchase that the shop no longer lists once: each of its holders is reported, one after the other. */
	const countRefund = (hash: string): void => {
		if (hash === lastRefund) return;
		lastRefund = hash;
		for (const guildId of served.ids) statistics.note(guildId, { kind: 'refunded' });
	};
	return {
		/** A change that followed from the shop's answer. */
		refund(event: RefundEvent): void {
			if (event.kind === 'revoking-stopped') {
				const message =
					'So many claims turned invalid that it looks like an outage: no more are revoked today';
				logger.error({ limit: event.limit }, message);
				void alerts.raise(undefined, event);
				return;
			}
			const { kind, hash, itemName, holderId: userId } = event;
			logger.info({ kind, claim: hash, userId }, 'A claim changed with its purchase');
			if (kind === 'revoked') countRefund(hash);
			const ended = kind === 'revoked' ? { ended: hash } : {};
			writeEverywhere({ kind, userId, hash, ...ended, itemName });
		},

		unlinked({ member: { guildId, userId }, hash, itemName }: UnlinkedPurchase): void {
			logger.info({ guildId, userId, hash }, 'A member unlinked a purchase');
			writeEverywhere({ kind: 'unlinked', userId, hash, ended: hash, itemName });
		},

		/** A member has deleted their data: the audit channels get the reason for removed roles. */
		deleted(userId: string): void {
			logger.info({ userId }, 'A member has deleted their data');
			writeEverywhere({ kind: 'data-deleted', userId });
		},

		/** A moderator has changed a claim. */
		moderated(guildId: string, event: ModerationEvent): void {
			logger.info({ guildId, ...event, why: undefined }, 'A moderator changed a claim');
			writeEverywhere({ kind: 'moderation', event });
		},

		checked(guildId: string, event: CheckedEvent): void {
			logger.info({ guildId, ...event }, 'Staff checked a purchase');
			audit.write(guildId, { kind: 'checked', event });
		},

		pauseEnded(guildId: string, event: { readonly userId: string; readonly by: string }): void {
			logger.info({ guildId, ...event }, 'Staff let a member try codes again');
			audit.write(guildId, { kind: 'pause-ended', ...event });
		},

		/** A member has moved a purchase to another account of theirs; `claim`: as the former account held it. */
		movedByMember(
			{ holderId: by, hash, item }: Claim,
			{ userId: toUserId }: MemberRef,
			codeEnd: string,
		): void {
			logger.info({ userId: by, toUserId, hash }, 'A member moved a purchase');
			const people = { by, memberId: by, toUserId, why: '', isOwnCase: false };
			const event = { deed: 'moved', ...people, hash, itemName: item.name, codeEnd } as const;
			writeEverywhere({ kind: 'moderation', event });
		},

		/** A member of staff has reached the lookup limit. */
		lookupLimit({ guildId, userId }: MemberRef): void {
			audit.write(guildId, { kind: 'lookup-limit', userId });
		},
	};
}
