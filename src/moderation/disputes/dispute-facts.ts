import { createHash } from 'node:crypto';
import type { ClaimDetails } from '../../claims/claim-details.js';
import type { Payment } from '../../claims/purchase-facts.js';
import type { AuditChannel } from '../../guilds/guild-settings.js';
import type { Decided, Dispute } from './dispute.js';

/** The content of a dispute's card for staff. Times are milliseconds since the epoch. */
export interface DisputeFacts {
	readonly reference: string;
	readonly state: Dispute['state'];
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
	readonly claimantId: string;
	/** The server where the claimant entered the code. */
	readonly guildId: string;
	/** How many disputes the claimant has opened before. */
	readonly earlier: number;
	readonly note: string;
	readonly asked:
		| { readonly holderId: string; readonly at: number; readonly answer: 'none' | 'theirs' | 'closed' }
		| undefined;
	readonly decided: Decided | undefined;
}

/** A short digest of a card's content: the card is edited when it changes. */
export function digestOf(facts: DisputeFacts): string {
	return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 32);
}

export interface DisputedClaim {
	readonly file: ClaimDetails | undefined;
	readonly ending: string;
}

export function disputeFacts(
	own: Dispute,
	{ file, ending }: DisputedClaim,
	more: {
		readonly purchasesOf: ReadonlyMap<string, number>;
		readonly earlier: number;
		/** The holder accepts no direct messages. */
		readonly isClosed: boolean;
	},
): DisputeFacts {
	const { asked } = own;
	const answer = asked?.answer === 'none' && more.isClosed ? 'closed' : asked?.answer;
	return {
		reference: own.reference,
		state: own.state,
		item: file && { id: file.item.id, name: file.item.name },
		ending,
		licenseType: file?.licenseType ?? '',
		purchasedAt: file?.purchasedAt,
		payment: own.state === 'open' ? file?.payment : undefined,
		isLocked: file?.locked ?? false,
		isRevoked: file?.status === 'revoked',
		holders: (file?.claims ?? []).map(({ holderId, claimedAt }) => ({
			userId: holderId,
			since: claimedAt,
			purchases: more.purchasesOf.get(holderId) ?? 0,
		})),
		claimantId: own.claimantId,
		guildId: own.guildId,
		earlier: more.earlier,
		note: own.note,
		asked: asked && answer && { holderId: asked.holderId, at: asked.at, answer },
		decided: own.decided,
	};
}

/** Shows disputes to staff. Rejects with Discord's errors if the outcome is unknown. */
export interface DisputeBoard {
	/**
	 * Posts the card, first as plain content and then in full. `nonce`: at most 25 characters and equal for each
	 * attempt, so that Discord shows it once.
	 * @returns undefined if it can't be posted there
	 */
	post(channel: AuditChannel, facts: DisputeFacts, nonce: string): Promise<string | undefined>;
	/** Updates a card. `gone`: it was deleted, or edited too often. `refused`: the bot may not. */
	show(channel: AuditChannel, messageId: string, facts: DisputeFacts): Promise<'shown' | 'gone' | 'refused'>;
	remind(channel: AuditChannel, reference: string, nonce: string): Promise<void>;
}
