import { codeEnding } from '../../claims/claim.js';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Payment } from '../../claims/purchase-facts.js';
import type { Servers } from '../../floors.js';
import type { Dispute } from './dispute.js';
import type { DisputeRows } from './dispute-rows.js';

/** The content of a dispute's card for staff. Times are milliseconds since the epoch. */
export interface DisputeFacts
	extends Pick<
		Dispute,
		'reference' | 'hash' | 'state' | 'claimantId' | 'guildId' | 'note' | 'decided' | 'undone'
	> {
	/** Undefined if the claim was deleted. */
	readonly item: { readonly id: number; readonly name: string } | undefined;
	/** The last characters of the code. */
	readonly ending: string;
	readonly licenseType: string;
	readonly purchasedAt: number | undefined;
	/** While it is open: of no use afterwards, and a change would edit the card. */
	readonly payment: Payment | undefined;
	readonly isLocked: boolean;
	readonly isRevoked: boolean;
	/** The current holders, with the number of their purchases among other facts. */
	readonly holders: readonly {
		readonly userId: string;
		readonly since: number;
		readonly purchases: number;
	}[];
	/** How many disputes the claimant has opened before. */
	readonly earlier: number;
	readonly asked:
		| {
				readonly holderId: string;
				readonly at: number;
				/** `closed`: the holder accepts no direct messages. */
				readonly answer: 'none' | 'theirs' | 'let-go' | 'closed';
		  }
		| undefined;
	/** The claim's revision, while it is the one of a decision that can be undone. */
	readonly undo: number | undefined;
	/** The claim's revision while it is open. */
	readonly revision: number | undefined;
}

/** The name of the notice that asks a holder: one for all disputes about the purchase. */
export function askedName(hash: string): string {
	return `dispute-${hash.slice(0, 32)}-asked`;
}

export interface DisputedClaim {
	readonly file: ClaimDetails | undefined;
	/** The last characters of the code. */
	readonly ending: string;
}

type Floor = Servers & { readonly rows: DisputeRows };

/** The purchases that disputes are about, as staff see them. Rejects with the store's errors. */
export class DisputedPurchases {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	async of(hash: string): Promise<DisputedClaim> {
		const { claims } = this.#floor;
		const [file, code] = await Promise.all([claims.moderated.byHash(hash), claims.codeOf(hash)]);
		return { file, ending: code === undefined ? '' : codeEnding(code) };
	}

	async factsOf(own: Dispute): Promise<DisputeFacts> {
		const { claims, notices, rows } = this.#floor;
		const { reference, hash, state, claimantId, guildId, note, decided, undone, asked } = own;
		const { file, ending } = await this.of(hash);
		const holders = await Promise.all(
			(file?.claims ?? []).map(async ({ holderId: userId, claimedAt: since }) => ({
				...{ userId, since },
				purchases: (await claims.claimsOf(userId)).length,
			})),
		);
		const isEarlier = (other: Dispute) => other.claimantId === claimantId && other.at < own.at;
		const earlier = claimantId === 'deleted' ? [] : (await rows.all()).filter(isEarlier);
		const isClosed = asked?.answer === 'none' && (await notices.isClosed(asked.holderId, askedName(hash)));
		const isOpen = state === 'open';
		return {
			...{ reference, hash, state, claimantId, guildId, note, decided, undone, ending, holders },
			item: file && { id: file.item.id, name: file.item.name },
			licenseType: file?.licenseType ?? '',
			purchasedAt: file?.purchasedAt,
			payment: isOpen ? file?.payment : undefined,
			isLocked: file?.locked ?? false,
			isRevoked: file?.status === 'revoked',
			earlier: earlier.length,
			asked: asked && { ...asked, ...(isClosed && { answer: 'closed' }) },
			undo: file?.undoUntil === undefined || file.revision !== decided?.revision ? undefined : file.revision,
			revision: isOpen ? file?.revision : undefined,
		};
	}
}

/** First sent as plain content, then as a page. */
export interface DisputeLetter {
	readonly kind: 'dispute';
	/** The server of the staff: for others it is sent anew. */
	readonly guildId: string;
	readonly facts: DisputeFacts;
}

/** The dispute is still undecided. */
export interface DisputeReminder {
	readonly kind: 'dispute-reminder';
	readonly reference: string;
}
