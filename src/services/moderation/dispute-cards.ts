import type { Servers } from '../../floors.js';
import type { Mailbox } from '../../messages/mailbox.js';
import { createCaseCards } from './case-cards.js';
import { type Dispute, type DisputeRows, followIn, remindMs, type StoredDispute } from './dispute-rows.js';

/** The name of the notice that asks a holder: one for all disputes that are open together, by when it was asked. */
export function askedName(hash: string, at?: number): string {
	return `dispute-${hash.slice(0, 32)}-asked${at === undefined ? '' : `-${at}`}`;
}

/** A dispute and its purchase, for the staff's card: a change edits it. Times are milliseconds since the epoch. */
export type DisputeFacts = Awaited<ReturnType<typeof disputeFacts>>;

export async function disputeFacts(
	own: Dispute,
	{ claims, notices, disputeRows: rows }: Servers & { readonly disputeRows: DisputeRows },
) {
	const { reference, hash, state, claimantId, guildId, note, decided, undone, asked } = own;
	const [file, ending = ''] = await Promise.all([claims.moderated.byHash(hash), claims.endingOf(hash)]);
	const holders = await Promise.all(
		(file?.claims ?? []).map(async ({ holderId: userId, claimedAt: since }) => ({
			...{ userId, since },
			purchases: (await claims.claimsOf(userId)).length,
		})),
	);
	const isEarlier = (other: Dispute) => other.claimantId === claimantId && other.at < own.at;
	const earlier = claimantId === 'deleted' ? [] : (await rows.all()).filter(isEarlier);
	const isClosedAs = async (name: string) =>
		asked?.answer === 'none' && (await notices.isClosed(asked.holderId, name));
	// The holder accepts no direct messages. Earlier versions named it without a time.
	const isClosed = (await isClosedAs(askedName(hash, asked?.at))) || (await isClosedAs(askedName(hash)));
	const isOpen = state === 'open';
	return {
		...{ reference, hash, state, claimantId, guildId, note, decided, undone, ending, holders },
		/** Undefined if the claim was deleted. */
		item: file && { id: file.item.id, name: file.item.name },
		licenseType: file?.licenseType ?? '',
		purchasedAt: file?.purchasedAt,
		// Of no use afterwards, and a change would edit the card.
		payment: isOpen ? file?.payment : undefined,
		isLocked: file?.locked ?? false,
		isRevoked: file?.status === 'revoked',
		/** How many disputes the claimant has opened before. */
		earlier: earlier.length,
		asked: asked && { ...asked, answer: isClosed ? ('closed' as const) : asked.answer },
		/** The claim's revision, while it is the one of a decision that can be undone. */
		undo: file?.undoUntil === undefined || file.revision !== decided?.revision ? undefined : file.revision,
		revision: isOpen ? file?.revision : undefined,
	};
}

/** First sent as plain content, then as a page. */
export interface DisputeLetter {
	readonly kind: 'dispute';
	/** The server of the staff: for others it is sent anew. */
	readonly guildId: string;
	readonly facts: DisputeFacts;
}

type Floor = Servers & { readonly disputeRows: DisputeRows; readonly mailbox: Mailbox<DisputeLetter> };

export type DisputeCards = ReturnType<typeof createDisputeCards>;

/** The staff's cards, which follow the disputes and their purchases. */
export function createDisputeCards(floor: Floor) {
	const { disputeRows: rows, store, claims, guilds, mailbox, clock } = floor;

	/** After three days without a decision the card is posted anew, since the first one is out of sight. */
	async function remind(own: Dispute): Promise<void> {
		const { at, state, undone, isReminded, post, guildId } = own;
		const isDue = state === 'open' && isReminded !== true && clock.now() >= (undone?.at ?? at) + remindMs;
		if (!isDue || post?.state !== 'sent') return;
		const changed = await rows.sendAnew(own, { isReminded: true });
		if (changed !== undefined) await mailbox.remove({ guildId, channelId: post.channelId }, post);
	}

	return createCaseCards<StoredDispute, DisputeLetter>(
		{
			name: 'disputes',
			// Staff of the first server decide for all.
			channelOf: () => guilds.auditChannelOf(),
			letterOf: async (own, guildId) => ({ kind: 'dispute', guildId, facts: await disputeFacts(own, floor) }),
			async look(own) {
				// The claimant may have verified the code. Acts of staff have the dispute in their own commit.
				await store.transact(async (tx) => {
					const file = await claims.moderated.byHash(own.hash, tx);
					if (file !== undefined) await followIn(tx, rows, file);
				});
				await remind(own);
			},
		},
		rows,
		floor,
	);
}
