import type { Giving } from './giving.js';
import type { Moderation } from './moderation.js';
import type { Carried, Moderator } from './moderation-outcomes.js';

export class Confirming {
	readonly #moderation: Pick<Moderation, 'takeProposal' | 'isCurrent' | 'carryOut'>;
	readonly #giving: Pick<Giving, 'give'>;

	constructor(parts: {
		readonly moderation: Pick<Moderation, 'takeProposal' | 'isCurrent' | 'carryOut'>;
		readonly giving: Pick<Giving, 'give'>;
	}) {
		this.#moderation = parts.moderation;
		this.#giving = parts.giving;
	}

	/** Takes effect once: a second call finds the proposal expired. */
	async confirm(id: string, moderator: Moderator): Promise<Carried> {
		const proposal = await this.#moderation.takeProposal(id, moderator);
		// If home has moved away and back, older proposals of its staff are void.
		if (proposal === undefined || !(await this.#moderation.isCurrent(proposal))) return { kind: 'expired' };
		const { action, hash, holderId, toUserId, why, revision, gift } = proposal;
		if (action === 'check' || action === 'look-up') return { kind: 'expired' };
		if (action === 'give') {
			if (gift === undefined || toUserId === undefined) return { kind: 'expired' };
			const request = { itemId: gift.itemId, days: gift.days, toUserId, why, nonce: id };
			return await this.#giving.give(request, moderator);
		}
		if (hash === undefined) return { kind: 'expired' };
		return await this.#moderation.carryOut({ action, hash, holderId, toUserId, why, revision }, moderator);
	}
}
