import type { MemberRef } from '../base/member-ref.js';
import type { Giving } from './give-purchase.js';
import type { Moderation } from './moderation.js';
import type { Carried, Moderator } from './moderation-outcomes.js';

/** Carries out what was proposed by a typed command, once. */
export function createConfirming(parts: {
	readonly moderation: Pick<Moderation, 'takeProposal' | 'isCurrent' | 'carryOut'>;
	readonly giving: Pick<Giving, 'give'>;
}) {
	const { moderation, giving } = parts;
	return async function confirm(id: string, moderator: Moderator): Promise<Carried> {
		const by: MemberRef = moderator;
		const proposal = await moderation.takeProposal(id, by);
		// Home has moved away and back: older proposals of its staff are void.
		if (proposal === undefined || !(await moderation.isCurrent(proposal))) return { kind: 'expired' };
		const { action, hash, holderId, toUserId, why, revision, gift } = proposal;
		if (action === 'check' || action === 'look-up') return { kind: 'expired' };
		if (action === 'give') {
			if (gift === undefined || toUserId === undefined) return { kind: 'expired' };
			return await giving.give({ itemId: gift.itemId, days: gift.days, toUserId, why, nonce: id }, moderator);
		}
		if (hash === undefined) return { kind: 'expired' };
		return await moderation.carryOut({ action, hash, holderId, toUserId, why, revision }, moderator);
	};
}
