import type { ClaimStore } from '../claims/claim-store.js';
import type { Home } from '../claims/policy.js';
import type { Limits } from '../limits/limits.js';
import type { MemberRef } from '../member-ref.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';

/** Whether a member may unlink a purchase, and how long its code is kept for them. */
export type UnlinkQuestion =
	| {
			readonly kind: 'allowed';
			readonly hash: string;
			readonly item: { readonly id: number; readonly name: string };
			readonly days: number;
	  }
	/** In another server than home: it ends in that server alone. */
	| {
			readonly kind: 'leave';
			readonly hash: string;
			readonly item: { readonly id: number; readonly name: string };
	  }
	| { readonly kind: UnlinkRefusal };

/** What became of it. `freeFrom`: when others can have the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	| { readonly kind: 'left' }
	/** The member has unlinked too many lately. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: UnlinkRefusal };

export type UnlinkRefusal = 'not-allowed' | 'transfer-only' | 'locked' | 'not-yours' | 'not-here';

/** What a member has let go of. `left`: in that server alone. */
export interface UnlinkedPurchase {
	readonly kind: 'unlinked' | 'left';
	readonly member: MemberRef;
	readonly hash: string;
	readonly itemName: string;
	/** Where it no longer counts. */
	readonly guildIds: readonly string[];
}

export interface UnlinkingParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'> & { readonly own: Pick<ClaimStore['own'], 'unlink'> };
	readonly home: Home;
	readonly limits: Pick<Limits, 'take'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly onUnlinked: (unlinked: UnlinkedPurchase) => void;
}

/**
 * How members unlink purchases: at home as its policy says, elsewhere in that server alone. The claim store enforces
 * what is allowed; this only reports it.
 */
export function createUnlinking(parts: UnlinkingParts) {
	const { claims, home, limits, outbox, queue, onUnlinked } = parts;
	const find = async (userId: string, hash: string) =>
		(await claims.claimsOf(userId)).find((claim) => claim.hash === hash);

	const mayUnlink = async ({ guildId, userId }: MemberRef, hash: string): Promise<UnlinkQuestion> => {
		const claim = await find(userId, hash);
		if (claim === undefined) return { kind: 'not-yours' };
		if (!home.is(guildId)) {
			return claim.guildIds.includes(guildId)
				? { kind: 'leave', hash, item: claim.item }
				: { kind: 'not-here' };
		}
		const { unlinking } = await home.policy();
		if (unlinking.kind === 'never') return { kind: 'not-allowed' };
		if (unlinking.kind !== 'after-days') return { kind: 'transfer-only' };
		if (claim.locked) return { kind: 'locked' };
		return { kind: 'allowed', hash, item: claim.item, days: unlinking.days };
	};

	return {
		mayUnlink,

		async unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer> {
			const { guildId, userId } = place;
			// What is refused anyway does not count against the limit.
			const question = await mayUnlink(place, hash);
			if (question.kind !== 'allowed' && question.kind !== 'leave') return question;
			const retryAt = await limits.take('unlink', userId);
			if (retryAt !== undefined) return { kind: 'limited', retryAt };
			const guildIds = question.kind === 'leave' ? [guildId] : ((await find(userId, hash))?.guildIds ?? []);
			// Before anything is removed: after a crash in between, the roles are still removed.
			for (const each of guildIds) await outbox.record({ guildId: each, userId });
			const answer = await claims.own.unlink(hash, place);
			for (const each of guildIds) await queue.request({ guildId: each, userId });
			if (answer.kind !== 'unlinked' && answer.kind !== 'left') return answer;
			const { kind, claim } = answer;
			onUnlinked({ kind, member: place, hash, itemName: claim.item.name, guildIds });
			return answer.kind === 'left' ? { kind: 'left' } : answer;
		},
	};
}
