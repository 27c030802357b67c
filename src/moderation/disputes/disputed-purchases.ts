import { codeEnding } from '../../claims/claim.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { ModeratedClaims } from '../../claims/moderated-claims.js';
import type { Notices } from '../../notifications/notices.js';
import { askedId, type Dispute } from './dispute.js';
import { type DisputedClaim, type DisputeFacts, disputeFacts } from './dispute-facts.js';
import type { DisputeRows } from './dispute-rows.js';

export interface DisputedPurchasesParts {
	readonly rows: Pick<DisputeRows, 'all'>;
	readonly claims: Pick<ClaimStore, 'claimsOf' | 'codeOf'> & {
		readonly moderated: Pick<ModeratedClaims, 'byHash'>;
	};
	readonly notices: Pick<Notices, 'isClosed'>;
}

/** The purchases that disputes are about, as staff see them. Rejects with the store's errors. */
export class DisputedPurchases {
	readonly #parts: DisputedPurchasesParts;

	constructor(parts: DisputedPurchasesParts) {
		this.#parts = parts;
	}

	async of(hash: string): Promise<DisputedClaim> {
		const file = await this.#parts.claims.moderated.byHash(hash);
		return { file, ending: file === undefined ? '' : await this.#endingOf(hash) };
	}

	/** @param all every dispute, if they have just been read */
	async factsOf(own: Dispute, all?: readonly Dispute[]): Promise<DisputeFacts> {
		const { claims, notices, rows } = this.#parts;
		const purchase = await this.of(own.hash);
		const purchasesOf = new Map<string, number>();
		for (const { holderId } of purchase.file?.claims ?? []) {
			purchasesOf.set(holderId, (await claims.claimsOf(holderId)).length);
		}
		const { claimantId, asked } = own;
		const disputes = all ?? (await rows.all());
		const others = disputes.filter(
			(other) => other.claimantId === claimantId && other.at < own.at && claimantId !== 'deleted',
		);
		// One question to the holder serves all disputes about the purchase, under the reference of one.
		const sharing = disputes.filter((other) => other.hash === own.hash && other.asked?.at === asked?.at);
		let isClosed = false;
		if (asked !== undefined) {
			for (const reference of new Set([own, ...sharing].map((each) => each.reference)))
				isClosed ||= await notices.isClosed(asked.holderId, askedId(reference));
		}
		return disputeFacts(own, purchase, { purchasesOf, earlier: others.length, isClosed });
	}

	async #endingOf(hash: string): Promise<string> {
		const code = await this.#parts.claims.codeOf(hash);
		return code === undefined ? '' : codeEnding(code);
	}
}
