import type { Clock } from '../../base/clock.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import { type Reach, type RowsOf, SharedPasses } from '../../storage/shared-passes.js';
import { compareAndSet, type ListedStore, update } from '../../storage/update.js';
import {
	countsForMember,
	type Decided,
	type Dispute,
	disputeKey,
	disputePrefix,
	disputeSchema,
	type Hindered,
	hindranceOf,
	ownMoveHindrance,
	referenceOf,
	type StoredDispute,
	staleCard,
} from './dispute.js';

const day = 24 * 60 * 60_000;
/** How long a closed dispute still counts: see `onceMs`. */
const keptMs = 90 * day;

/** The disputes in the store. Methods reject with the store's errors. */
export class DisputeRows {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #claims: Pick<ClaimStore, 'memberTag'>;
	readonly #passes = new SharedPasses<Dispute>((row) => JSON.stringify(row).match(/\d{17,20}/g) ?? []);

	/** @param claims recognize a member by a tag after the deletion of their data */
	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, claims: Pick<ClaimStore, 'memberTag'>) {
		this.#store = store;
		this.#clock = clock;
		this.#claims = claims;
	}

	/** @returns undefined if there is none, or this version can't read it */
	async get(reference: string): Promise<Dispute | undefined> {
		const row = disputeSchema.safeParse(await this.#store.get(disputeKey(reference))).data;
		return row && { ...row, reference };
	}

	async all(): Promise<readonly Dispute[]> {
		const disputes: Dispute[] = [];
		for await (const row of this.#each()) if (row !== undefined) disputes.push(row);
		return disputes;
	}

	async of(userId: string, reach: Reach): Promise<RowsOf<Dispute>> {
		return await this.#passes.of(userId, reach, this.#each());
	}

	/** Undefined for each row that this version can't read. */
	async *#each(): AsyncGenerator<Dispute | undefined> {
		for await (const { key, value } of this.#store.list(disputePrefix)) {
			const row = disputeSchema.safeParse(value).data;
			yield row && { ...row, reference: referenceOf(key) };
		}
	}

	/**
	 * Stores a new dispute.
	 * @returns false if its reference is taken
	 */
	async add(reference: string, row: StoredDispute): Promise<boolean> {
		return await compareAndSet(this.#store, disputeKey(reference), undefined, row);
	}

	/**
	 * Changes a dispute atomically; undefined from `change` leaves it as it is.
	 * @returns the new row if it was changed
	 */
	async change(
		reference: string,
		change: (current: StoredDispute) => StoredDispute | 'remove' | undefined,
	): Promise<Dispute | undefined> {
		return await update(this.#store, disputeKey(reference), (value) => {
			const current = disputeSchema.safeParse(value).data;
			const next = current && change(current);
			if (next === undefined) return { result: undefined };
			if (next === 'remove') return { next: undefined, result: undefined };
			return { next, result: { ...next, reference } };
		});
	}

	/**
	 * Removes the member from all disputes; their own open ones are closed.
	 * @returns the changed disputes
	 */
	async forget(userId: string): Promise<readonly string[]> {
		const changed: string[] = [];
		const tag = this.#claims.memberTag(userId);
		for (const { reference, ...row } of await this.all()) {
			if (!JSON.stringify(row).includes(userId)) continue;
			await this.change(reference, (current) => without(current, { userId, tag }, this.#clock.now()));
			changed.push(reference);
		}
		return changed;
	}

	/** @returns the limit that an opening dispute exceeds, if any */
	hindranceOf(own: Dispute, all: readonly Dispute[]): Hindered | undefined {
		return hindranceOf(own, all, this.#claims.memberTag(own.claimantId));
	}

	/** @returns why disputes keep a purchase from moving to another account of its holder, or undefined */
	async ownMoveHindrance(hash: string, toUserId: string): Promise<ReturnType<typeof ownMoveHindrance>> {
		return ownMoveHindrance({ hash, toUserId }, await this.all(), this.#clock.now());
	}

	async prune(): Promise<void> {
		const now = this.#clock.now();
		const until = now - keptMs;
		for (const { reference, state, at, decided, claimantTag } of await this.all()) {
			if (claimantTag !== undefined && !countsForMember(at, now)) {
				await this.change(reference, ({ claimantTag: _, ...row }) => row);
			}
			if (state === 'open' || state === 'opening' || Math.max(at, decided?.at ?? 0) > until) continue;
			await this.change(reference, () => 'remove');
		}
	}
}

function without(
	row: StoredDispute,
	{ userId, tag }: { readonly userId: string; readonly tag: string },
	at: number,
): StoredDispute {
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
