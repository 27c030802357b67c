import type { ClaimStore } from '../claims/claim-store.js';
import type { Home } from '../claims/policy.js';
import type { UnlinkLimit } from '../claims/unlink-limit.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { Logger } from '../logger.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Place } from '../verification/verify.js';
import type { UnlinkAnswer, UnlinkQuestion } from '../views/unlink-view.js';

export interface UnlinkingParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'> & { readonly own: Pick<ClaimStore['own'], 'unlink'> };
	readonly home: Home;
	readonly limit: Pick<UnlinkLimit, 'take'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly audit: Pick<AuditLog, 'write'>;
	readonly logger: Pick<Logger, 'info'>;
}

/**
 * How members let go of purchases: at home as its policy says, elsewhere in that server alone. What is allowed is for
 * the claim store to hold; here it is only told.
 */
export function createUnlinking(parts: UnlinkingParts) {
	const { claims, home, limit, outbox, queue, audit, logger } = parts;
	const find = async (userId: string, hash: string) =>
		(await claims.claimsOf(userId)).find((claim) => claim.hash === hash);

	const mayUnlink = async ({ guildId, userId }: Place, hash: string): Promise<UnlinkQuestion> => {
		const claim = await find(userId, hash);
		if (claim === undefined) return { kind: 'not-yours' };
		if (!home.is(guildId)) {
			return claim.guildIds.includes(guildId)
				? { kind: 'leave', hash, item: claim.item }
				: { kind: 'not-here' };
		}
		const { unlinking } = await home.policy();
		if (unlinking.kind === 'never') return { kind: 'not-allowed' };
		if (unlinking.kind === 'transfer-only') return unlinking;
		if (claim.locked) return { kind: 'locked' };
		return { kind: 'allowed', hash, item: claim.item, days: unlinking.days };
	};

	const tell = (
		kind: 'unlinked' | 'left' | 'ended-here',
		guildId: string,
		userId: string,
		itemName: string,
	) => audit.write(guildId, { kind, userId, itemName });

	return {
		mayUnlink,

		async unlink(place: Place, hash: string): Promise<UnlinkAnswer> {
			const { guildId, userId } = place;
			// What is refused anyway does not count against the limit.
			const question = await mayUnlink(place, hash);
			if (question.kind !== 'allowed' && question.kind !== 'leave') return question;
			const taken = await limit.take(userId);
			if (taken.kind === 'limited') return taken;
			const guildIds = question.kind === 'leave' ? [guildId] : ((await find(userId, hash))?.guildIds ?? []);
			// Before anything goes: after a crash in between, the roles go all the same.
			for (const each of guildIds) await outbox.record({ guildId: each, userId });
			const answer = await claims.own.unlink(hash, place);
			for (const each of guildIds) await queue.request({ guildId: each, userId });
			if (answer.kind !== 'unlinked' && answer.kind !== 'left') return answer;
			logger.info({ guildId, userId, hash, kind: answer.kind }, 'A member let go of a purchase');
			tell(answer.kind, guildId, userId, answer.claim.item.name);
			for (const each of guildIds) {
				if (each !== guildId) tell('ended-here', each, userId, answer.claim.item.name);
			}
			return answer.kind === 'left' ? { kind: 'left' } : answer;
		},
	};
}
