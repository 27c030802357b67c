import type { ClaimStore } from '../claims/claim-store.js';
import type { ClaimPolicy } from '../claims/policy.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { Logger } from '../logger.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Place } from '../verification/verify.js';
import type { UnlinkAnswer, UnlinkQuestion } from '../views/unlink-view.js';

export interface UnlinkingParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'> & { readonly own: Pick<ClaimStore['own'], 'unlink'> };
	readonly policyOf: (guildId: string) => Promise<ClaimPolicy>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly audit: Pick<AuditLog, 'write'>;
	readonly logger: Pick<Logger, 'info'>;
}

/** How members let go of purchases. What the policy allows is for the claim store to hold; here it is only told. */
export function createUnlinking(parts: UnlinkingParts) {
	const { claims, policyOf, outbox, queue, audit, logger } = parts;
	const find = async (userId: string, hash: string) =>
		(await claims.claimsOf(userId)).find((claim) => claim.hash === hash);
	return {
		async mayUnlink({ guildId, userId }: Place, hash: string): Promise<UnlinkQuestion> {
			const [claim, { unlinking }] = await Promise.all([find(userId, hash), policyOf(guildId)]);
			if (claim === undefined) return { kind: 'not-yours' };
			if (unlinking.kind === 'never') return { kind: 'not-allowed' };
			if (unlinking.kind === 'transfer-only') return unlinking;
			if (claim.locked) return { kind: 'locked' };
			return { kind: 'allowed', hash, item: claim.item, days: unlinking.days };
		},

		async unlink({ guildId, userId }: Place, hash: string): Promise<UnlinkAnswer> {
			const guildIds = (await find(userId, hash))?.guildIds ?? [];
			// Before anything goes: after a crash in between, the roles go all the same.
			for (const each of guildIds) await outbox.record({ guildId: each, userId });
			const answer = await claims.own.unlink(hash, { userId, guildId });
			for (const each of guildIds) await queue.request({ guildId: each, userId });
			if (answer.kind === 'unlinked') {
				logger.info({ guildId, userId, hash }, 'A member let go of a purchase');
				const event = { kind: 'unlinked', userId, itemName: answer.claim.item.name } as const;
				for (const each of new Set([guildId, ...guildIds])) audit.write(each, event);
			}
			return answer;
		},
	};
}
