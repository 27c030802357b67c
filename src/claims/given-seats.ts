import { keptSeats } from './changes.js';
import type { Claim, Snowflake } from './claim.js';
import { indexClaims } from './claim-indexes.js';
import { holderTag } from './claim-keys.js';
import type { ClaimParts } from './claim-records.js';
import { type HeldParts, recordsOf } from './held-claims.js';
import { seatsFor } from './policy.js';
import { type ClaimRecord, holderIn, type SeatOffer, toClaim } from './record.js';
import {
	accepted,
	firstHolder,
	offered,
	offerMs,
	openOffers,
	type SeatHindrance,
	takenBack,
	withoutExpired,
} from './seat-changes.js';

/** The seats of a purchase as its first holder sees them. Times are milliseconds since the epoch. */
export interface SeatsOverview {
	readonly kind: 'seats';
	readonly hash: string;
	readonly itemName: string;
	readonly seats: number;
	/** Including seats reserved for former holders. */
	readonly taken: number;
	/** In order of joining. */
	readonly given: readonly Claim[];
	readonly offers: readonly SeatOffer[];
}

/** A completed change. `claim`: the receiver's claim, as it was while they held it. */
export type SeatOffered =
	| { readonly kind: 'offered'; readonly offer: SeatOffer; readonly itemName: string }
	| SeatHindrance;
export type SeatAccepted =
	| { readonly kind: 'accepted'; readonly claim: Claim; readonly giverId: Snowflake }
	| SeatHindrance;
export type SeatTakenBack =
	| { readonly kind: 'taken-back'; readonly claim: Claim }
	| { readonly kind: 'withdrawn'; readonly itemName: string }
	| SeatHindrance;

/**
 * Seats that the first holder of a code gives to other members, who never see the code. An offer is part of the claim's
 * record and reserves nothing: whether a seat is free is decided in the write that makes the receiver a holder, so that
 * there are never more holders than seats. Rejects as ClaimStore does.
 */
export class GivenSeats {
	readonly #options: ClaimParts & HeldParts;

	constructor(options: ClaimParts & HeldParts) {
		this.#options = options;
	}

	async overview(hash: string, userId: Snowflake): Promise<SeatsOverview | SeatHindrance> {
		const { records, home, clock } = this.#options;
		const [record, policy] = await Promise.all([records.read(hash), home.policy()]);
		if (record === undefined || holderIn(record, userId) === undefined) return { kind: 'not-yours' };
		if (firstHolder(record)?.userId !== userId) return { kind: 'not-first' };
		return {
			kind: 'seats',
			hash,
			itemName: record.item.name,
			seats: Math.max(seatsFor(policy, record.licenseType), record.holders.length),
			taken: record.holders.length + keptSeats(record, clock.seatsAt()).length,
			given: record.holders
				.filter(({ givenBy }) => givenBy !== undefined)
				.map((holder) => toClaim(hash, record, holder)),
			offers: openOffers(record, clock.now()),
		};
	}

	/** Offers a seat. An open offer to the same member is returned as it is. `id`: unguessable, of the new offer. */
	async offer(
		hash: string,
		request: {
			readonly id: string;
			readonly by: Snowflake;
			readonly to: Snowflake;
			readonly guildId: Snowflake;
		},
	): Promise<SeatOffered> {
		const { store, records, keys, home, clock } = this.#options;
		const [known, policy] = await Promise.all([records.read(hash), home.policy()]);
		if (known === undefined) return { kind: 'not-yours' };
		const { id, by, to, guildId } = request;
		const tag = holderTag(keys.open(hash, known.sealed), to);
		// Before the offer, so that a deletion of the receiver's data finds it, and again after it, as for claims.
		const entries = [[hash, { holders: [{ userId: to }] }]] as const;
		if (holderIn(known, by) !== undefined) await indexClaims(store, entries);
		const outcome = await records.change<SeatOffered>(hash, (record) => {
			const at = clock.now();
			const offer: SeatOffer = { id, by, to, at, until: at + offerMs };
			const seats = seatsFor(policy, record.licenseType);
			const next = offered(record, offer, { guildId, seats, tag, at, seatsAt: clock.seatsAt() });
			if ('kind' in next) return { next: record, result: next };
			const open = openOffers(next, at).find((each) => each.to === to) ?? offer;
			return { next, result: { kind: 'offered', offer: open, itemName: record.item.name } };
		});
		if (outcome?.kind === 'offered') await indexClaims(store, entries);
		return outcome ?? { kind: 'not-yours' };
	}

	/** The offer and the purchase that it is about, if the receiver can still accept it. */
	async read(
		hash: string,
		id: string,
	): Promise<{ readonly offer: SeatOffer; readonly itemName: string } | undefined> {
		const { records, clock } = this.#options;
		const record = await records.read(hash);
		const offer = record && openOffers(record, clock.now()).find((each) => each.id === id);
		return offer && { offer, itemName: record.item.name };
	}

	/** The receiver of an offer becomes a holder, if a seat is free. Request the roles before and after. */
	async accept(
		hash: string,
		request: { readonly id: string; readonly userId: Snowflake; readonly guildId: Snowflake },
	): Promise<SeatAccepted> {
		const { store, records, keys, home, clock } = this.#options;
		const [known, policy] = await Promise.all([records.read(hash), home.policy()]);
		if (known === undefined) return { kind: 'gone' };
		const { userId } = request;
		const tag = holderTag(keys.open(hash, known.sealed), userId);
		const entries = [[hash, { holders: [{ userId }] }]] as const;
		const outcome = await records.change<SeatAccepted>(hash, (record) => {
			const at = clock.now();
			const seats = seatsFor(policy, record.licenseType);
			const next = accepted(record, request, { seats, tag, at, seatsAt: clock.seatsAt() });
			if ('kind' in next) return { next: record, result: next };
			return { next, result: acceptedBy(hash, next, userId) };
		});
		// The entry is as old as the offer, unless a repair removed it.
		if (outcome?.kind === 'accepted') await indexClaims(store, entries);
		return outcome ?? { kind: 'gone' };
	}

	/**
	 * Lets the first holder take back a given seat or withdraw an offer. Callers announce the change first, as for
	 * `unlink`.
	 */
	async takeBack(
		hash: string,
		request: { readonly by: Snowflake; readonly from: Snowflake; readonly guildId: Snowflake },
	): Promise<SeatTakenBack> {
		const { records, clock } = this.#options;
		const outcome = await records.change<SeatTakenBack>(hash, (record) => {
			const next = takenBack(record, request, clock.now());
			if ('kind' in next) return { next: record, result: next };
			const former = holderIn(record, request.from);
			const result: SeatTakenBack =
				former === undefined
					? { kind: 'withdrawn', itemName: record.item.name }
					: { kind: 'taken-back', claim: toClaim(hash, record, former) };
			return { next, result };
		});
		return outcome ?? { kind: 'not-yours' };
	}

	/** Removes an expired offer from the record. Resolves to false if it is still open. */
	async dropExpired(hash: string, id: string): Promise<boolean> {
		const { records, clock } = this.#options;
		const isOpen = await records.change<boolean>(hash, (record) => {
			const next = withoutExpired(record, id, clock.now());
			return { next, result: (next.offers ?? []).some((offer) => offer.id === id) };
		});
		return isOpen !== true;
	}

	/** Stored offers that the member has made or received, oldest first. */
	async naming(userId: Snowflake): Promise<readonly SeatOffer[]> {
		const records = await recordsOf(this.#options, userId);
		const found = records.flatMap(([, { offers = [] }]) =>
			offers.filter(({ by, to }) => by === userId || to === userId),
		);
		return found.toSorted((a, b) => a.at - b.at);
	}
}

function acceptedBy(hash: string, record: ClaimRecord, userId: Snowflake): SeatAccepted {
	const holder = holderIn(record, userId);
	if (holder?.givenBy === undefined) return { kind: 'gone' };
	return { kind: 'accepted', claim: toClaim(hash, record, holder), giverId: holder.givenBy };
}
