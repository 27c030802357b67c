import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Claim } from '../claims/claim.js';
import type { HolderIn } from '../claims/moderated-claims.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { DisputeMove } from '../moderation/disputes/dispute-outcomes.js';
import type { CheckedEvent, ModerationEvent } from '../moderation/moderation-outcomes.js';
import type { Alerts } from '../notifications/alerts.js';
import type { UnlinkedPurchase } from '../purchases/purchases-report.js';
import type { HolderEvent, RefundEvent } from '../refunds/refunds.js';
import type { VerificationStatistics } from '../statistics/verification-statistics.js';

/**
 * Logs claim changes and reports them in the audit channels: in home with who and why; elsewhere only that a purchase
 * no longer counts there, without details from home.
 */
export function createClaimReport({
	audit,
	alerts,
	logger,
	served,
	statistics,
}: {
	readonly audit: Pick<AuditLog, 'write'>;
	readonly alerts: Pick<Alerts, 'raise'>;
	readonly logger: Pick<Logger, 'info' | 'error'>;
	readonly served: Pick<ServedGuilds, 'serves' | 'isHome'>;
	readonly statistics: Pick<VerificationStatistics, 'note'>;
}) {
	const endedElsewhere = (
		here: string,
		{ guildId, userId }: MemberRef,
		claim: { readonly hash?: string; readonly ended: string; readonly itemName: string },
	): void => {
		if (guildId !== here) audit.write(guildId, { kind: 'ended-here', userId, ...claim });
	};
	let lastRefund = '';
	/** Counts a purchase that the shop no longer lists, in each guild where one of its holders has used it. */
	const countRefund = ({ hash, holder }: HolderEvent): void => {
		for (const guildId of holder.guildIds) {
			// Each of its holders is reported, one after the other.
			const refund = `${hash}:${guildId}`;
			if (refund !== lastRefund) statistics.note(guildId, { kind: 'refunded' });
			lastRefund = refund;
		}
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
			const { kind, hash, itemName, holder } = event;
			logger.info({ kind, claim: hash, userId: holder.userId }, 'A claim changed with its purchase');
			if (kind === 'revoked') countRefund(event);
			for (const guildId of holder.guildIds) {
				const ended = kind === 'revoked' ? { ended: hash } : {};
				const event = { kind, userId: holder.userId, hash, ...ended, itemName };
				if (served.serves(guildId)) audit.write(guildId, event);
			}
		},

		unlinked({ kind, member, hash, itemName, guildIds }: UnlinkedPurchase): void {
			const { guildId, userId } = member;
			logger.info({ guildId, userId, hash, kind }, 'A member unlinked a purchase');
			const claim = { hash, ended: hash, itemName };
			audit.write(guildId, { kind, userId, ...claim });
			for (const each of guildIds) endedElsewhere(guildId, { guildId: each, userId }, claim);
		},

		/** A member has deleted their data: the audit channels get the reason for removed roles. */
		deleted(userId: string, guildIds: readonly string[]): void {
			logger.info({ userId, guildIds }, 'A member has deleted their data');
			for (const guildId of guildIds) audit.write(guildId, { kind: 'data-deleted', userId });
		},

		/** A moderator has changed a claim in home; `ended`: holders and guilds for whom it no longer counts. */
		moderated(homeId: string, event: ModerationEvent, ended: readonly HolderIn[]): void {
			logger.info({ guildId: homeId, ...event, why: undefined }, 'A moderator changed a claim');
			audit.write(homeId, { kind: 'moderation', event });
			for (const { guildId, holderId: userId } of ended) {
				endedElsewhere(homeId, { guildId, userId }, { ended: event.hash, itemName: event.itemName });
			}
		},

		checked(guildId: string, event: CheckedEvent): void {
			logger.info({ guildId, ...event }, 'Staff checked a purchase');
			audit.write(guildId, { kind: 'checked', event });
		},

		pauseEnded(guildId: string, event: { readonly userId: string; readonly by: string }): void {
			logger.info({ guildId, ...event }, 'Staff let a member try codes again');
			audit.write(guildId, { kind: 'pause-ended', ...event });
		},

		disputed({ guildId, file, ended, holderId: memberId, toUserId, ...move }: DisputeMove): void {
			const event = { ...move, memberId, toUserId, hash: file.hash, itemName: file.item.name };
			this.moderated(guildId, event, ended);
		},

		/** A member has moved a purchase to another account of theirs; `claim`: as the former account held it. */
		movedByMember(claim: Claim, to: MemberRef, codeEnd: string): void {
			const { holderId: by, guildIds, hash, item } = claim;
			logger.info({ userId: by, toUserId: to.userId, hash }, 'A member moved a purchase');
			const toUserId = to.userId;
			const people = { by, memberId: by, toUserId, why: '', isOwnCase: false };
			const event = { deed: 'moved', ...people, hash, itemName: item.name, codeEnd } as const;
			audit.write(undefined, { kind: 'moderation', event });
			for (const guildId of guildIds) {
				if (served.serves(guildId) && !served.isHome(guildId)) {
					audit.write(guildId, { kind: 'ended-here', userId: by, ended: hash, itemName: item.name });
				}
			}
		},

		/** A member of staff has reached the lookup limit. */
		lookupLimit({ guildId, userId }: MemberRef): void {
			audit.write(guildId, { kind: 'lookup-limit', userId });
		},
	};
}

export type ClaimReport = ReturnType<typeof createClaimReport>;
