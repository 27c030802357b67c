import type { Clock } from '../../base/clock.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { ListedStore } from '../../storage/store.js';
import { type Kind, type Next, type Person, Table } from '../../storage/table.js';
import { shownReference } from '../references/reference.js';
import {
	countsForMember,
	type Decided,
	type Dispute,
	disputeSchema,
	type Hindered,
	hindranceOf,
	isUndecided,
	ownMoveHindrance,
	type StoredDispute,
	staleCard,
} from './dispute.js';

const day = 24 * 60 * 60_000;
/** How long a closed dispute still counts: see `onceMs`. */
const keptMs = 90 * day;

export const disputeKind: Kind<StoredDispute> = {
	prefix: 'dispute:',
	schema: disputeSchema,
	until: (row) =>
		isUndecided(row) ? Number.POSITIVE_INFINITY : Math.max(row.at, row.decided?.at ?? 0) + keptMs,
	trimmed(row, now) {
		const { claimantTag, ...rest } = row;
		return claimantTag === undefined || countsForMember(row.at, now) ? row : rest;
	},
	// One of a later version still counts for its processes.
	damaged: 'stays',
	carried: /^[A-Z]{6}$/,
	mentionsClaim: true,
	personal: {
		name: 'disputes',
		people: (row) => JSON.stringify(row).match(/\d{17,20}/g) ?? [],
		shown: ({ at, guildId, state, claimantId, note }, userId) => ({
			at,
			guildId,
			what: state,
			...(claimantId === userId && note !== '' && { note }),
		}),
		without,
	},
};

/** The disputes in the store. Methods reject with the store's errors. */
export class DisputeRows {
	readonly #table: Table<StoredDispute>;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #claims: Pick<ClaimStore, 'memberTag'>;

	/** @param claims recognize a member by a tag after the deletion of their data */
	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, claims: Pick<ClaimStore, 'memberTag'>) {
		this.#table = new Table(disputeKind, store, clock);
		this.#clock = clock;
		this.#claims = claims;
	}

	/** @returns undefined if there is none, or this version can't read it */
	async get(reference: string): Promise<Dispute | undefined> {
		const row = await this.#table.get(lettersOf(reference));
		return row && { ...row, reference };
	}

	async all(): Promise<readonly Dispute[]> {
		const disputes: Dispute[] = [];
		for await (const { id, row } of this.#table.all())
			disputes.push({ ...row, reference: shownReference(id) });
		return disputes;
	}

	/**
	 * Stores a new dispute.
	 * @returns false if its reference is taken
	 */
	async add(reference: string, row: StoredDispute): Promise<boolean> {
		return await this.#table.add(lettersOf(reference), row);
	}

	/**
	 * Changes a dispute atomically; undefined from `change` leaves it as it is.
	 * @returns the new row if it was changed
	 */
	async change(
		reference: string,
		change: (current: StoredDispute) => Next<StoredDispute>,
	): Promise<Dispute | undefined> {
		const changed = await this.#table.change(lettersOf(reference), (row) => row && change(row));
		return changed?.after && { ...changed.after, reference };
	}

	/** @returns the limit that an opening dispute exceeds, if any */
	hindranceOf(own: Dispute, all: readonly Dispute[]): Hindered | undefined {
		return hindranceOf(own, all, this.#claims.memberTag(own.claimantId));
	}

	/** @returns why disputes keep a purchase from moving to another account of its holder, or undefined */
	async ownMoveHindrance(hash: string, toUserId: string): Promise<ReturnType<typeof ownMoveHindrance>> {
		return ownMoveHindrance({ hash, toUserId }, await this.all(), this.#clock.now());
	}
}

function lettersOf(reference: string): string {
	return reference.replace('-', '');
}

/** Removes a person from a dispute; their own open one is closed. */
function without(row: StoredDispute, { userId, tag }: Person, at: number): StoredDispute {
	const withoutUser = (id: string): string => (id === userId ? 'deleted' : id);
	const isOwn = row.claimantId === userId;
	const isOpen = row.state === 'open' || row.state === 'opening';
	const { deciding: _, ...rest } = row;
	const ended =
		isOwn && isOpen ? { state: 'withdrawn' as const, decided: { by: 'deleted', at, why: '' } } : {};
	return {
		...rest,
		...ended,
		claimantId: withoutUser(row.claimantId),
		...(isOwn && countsForMember(row.at, at) && { claimantTag: tag }),
		note: isOwn ? '' : row.note.replaceAll(userId, 'deleted'),
		...(row.asked && { asked: { ...row.asked, holderId: withoutUser(row.asked.holderId) } }),
		...(row.decided?.holderId && { decided: withoutHolder(row.decided, userId) }),
		// By the claimant: they withdrew it, or got the purchase.
		...(isOwn &&
			row.decided?.by === userId &&
			row.decided.holderId === undefined && { decided: { ...row.decided, by: 'deleted' } }),
		...(row.isSettled !== true && { isSettled: false }),
		// Both sides have been notified, and their notices are deleted too: only the card needs another edit.
		...(row.isSettled === true && row.card && { card: { ...row.card, shown: staleCard } }),
	};
}

/** Staff decisions stay on record; a holder who let the purchase go is removed. */
function withoutHolder(decided: Decided, userId: string): Decided {
	if (decided.holderId !== userId) return decided;
	const isLetGo = decided.by === userId && decided.isOwnCase !== true;
	return { ...decided, holderId: 'deleted', ...(isLetGo && { by: 'deleted' }) };
}
