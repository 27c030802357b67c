import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { SecureRandom } from '../base/secure-random.js';
import { shownPurchase } from '../base/shown-purchase.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GivenSeats, SeatsOverview } from '../claims/given-seats.js';
import type { Home } from '../claims/policy.js';
import type { SeatOffer } from '../claims/record.js';
import type { SeatHindrance } from '../claims/seat-changes.js';
import type { MemberQueries, Membership } from '../guilds/member-queries.js';
import type { DisputeRows } from '../moderation/disputes/dispute-rows.js';
import type { Notice } from '../notifications/notice.js';
import type { AddressedNotice } from '../notifications/notice-board.js';
import type { Notices } from '../notifications/notices.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Limits } from '../storage/rate-limits.js';
import type { StoredRow } from './personal-data.js';
import type { PurchasesReport } from './purchases-report.js';
import type { SeatOfferRows } from './seat-offers.js';

/** Why a request about seats is refused. */
export type SeatRefusal =
	| SeatHindrance
	/** Seats are given in home alone. */
	| { readonly kind: 'not-home' | 'disputed' | 'self' | 'bot' | 'absent' | 'discord-silent' }
	/** The member has offered too many seats. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'too-many'; readonly retryAt: number };

export type SeatsShown = SeatsOverview | SeatRefusal;
export type OfferAnswer = { readonly kind: 'offered' } | SeatRefusal;
export type AcceptAnswer = { readonly kind: 'accepted'; readonly itemName: string } | SeatRefusal;
export type TakeBackAnswer = { readonly kind: 'taken-back' } | { readonly kind: 'withdrawn' } | SeatRefusal;

export interface SeatsParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'> & {
		readonly seats: Pick<
			GivenSeats,
			'overview' | 'offer' | 'read' | 'accept' | 'takeBack' | 'dropExpired' | 'naming'
		>;
	};
	readonly home: Pick<Home, 'is'>;
	readonly offers: SeatOfferRows;
	readonly disputes: Pick<DisputeRows, 'isOpenAbout'>;
	readonly discord: Pick<MemberQueries, 'membershipOf'>;
	readonly limits: Pick<Limits, 'take' | 'giveBack'>;
	readonly notices: Pick<Notices, 'notify'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly report: Pick<PurchasesReport, 'seat'>;
	readonly unguessable: Pick<SecureRandom, 'id'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** A row without an offer in the claim is one whose offer is being written, or whose process has died. */
const abandonedMs = 10 * 60_000;

/**
 * The first holder of a code with several seats gives one to another member, who accepts it without seeing the code. The
 * claim store decides who may; this adds what it can't know: disputes, the receiver's place in the server, notices,
 * roles and the audit channel. Methods reject with the store's errors.
 */
export class Seats {
	readonly #parts: SeatsParts;
	/** Notices of seats that were taken back, which could not be stored yet, by their ids. */
	readonly #unnotified = new Map<string, AddressedNotice>();

	constructor(parts: SeatsParts) {
		this.#parts = parts;
	}

	async show({ guildId, userId }: MemberRef, hash: string): Promise<SeatsShown> {
		const { claims, home } = this.#parts;
		if (!home.is(guildId)) return { kind: 'not-home' };
		return await claims.seats.overview(hash, userId);
	}

	/** Offers a seat to a member, who is notified. */
	async offer(place: MemberRef, hash: string, to: string): Promise<OfferAnswer> {
		const { claims, offers, limits, report, unguessable, clock } = this.#parts;
		const { guildId, userId: by } = place;
		const shown = await this.show(place, hash);
		if (shown.kind !== 'seats') return shown;
		if (to === by) return { kind: 'self' };
		const refusal = (await this.#disputed(hash)) ?? membershipRefusal(await this.#membershipOf(guildId, to));
		if (refusal !== undefined) return refusal;
		const retryAt = await limits.take('offer', by);
		if (retryAt !== undefined) return { kind: 'too-many', retryAt };
		const id = unguessable.id();
		// Before the offer: after a kill in between, the receiver is still notified.
		const row = { at: clock.now(), guildId, hash };
		await offers.add(id, row);
		const outcome = await claims.seats.offer(hash, { id, by, to, guildId });
		if (outcome.kind !== 'offered' || outcome.offer.id !== id) await offers.remove(id);
		if (outcome.kind !== 'offered') {
			await limits.giveBack('offer', by);
			return outcome;
		}
		const { offer, itemName } = outcome;
		if (offer.id === id) {
			// Again: a process whose clock is off may have removed the row as an abandoned one.
			await offers.add(id, row);
			report.seat({ what: 'offered', by: place, otherId: to, hash, itemName });
		}
		await this.#notify(offer, guildId, itemName);
		return { kind: 'offered' };
	}

	/** The receiver of an offer becomes a holder. `guildId`: the server that the offer named. */
	async accept(id: string, { guildId, userId }: MemberRef): Promise<AcceptAnswer> {
		const { claims, home, offers, outbox, queue, report } = this.#parts;
		if (!home.is(guildId)) return { kind: 'gone' };
		const hash = await offers.hashOf(id);
		const found = hash === undefined ? undefined : await claims.seats.read(hash, id);
		if (hash === undefined || found?.offer.to !== userId) {
			return (await this.#holds(hash, userId)) ? { kind: 'already-held' } : { kind: 'gone' };
		}
		const membership = membershipRefusal(await this.#membershipOf(guildId, userId));
		const refusal = (await this.#disputed(hash)) ?? membership;
		if (refusal !== undefined) return refusal;
		// Before the change: after a kill in between, the role still follows.
		const member = { guildId, userId };
		await outbox.record(member);
		const outcome = await claims.seats.accept(hash, { id, userId, guildId });
		await queue.request(member);
		if (outcome.kind !== 'accepted') return outcome;
		await offers.remove(id);
		const itemName = outcome.claim.item.name;
		report.seat({ what: 'accepted', by: member, otherId: outcome.giverId, hash, itemName });
		return { kind: 'accepted', itemName };
	}

	/** The first holder takes a given seat back, or withdraws an offer. */
	async takeBack(place: MemberRef, hash: string, from: string): Promise<TakeBackAnswer> {
		const { claims, outbox, queue, report, notices } = this.#parts;
		const { guildId, userId: by } = place;
		const shown = await this.show(place, hash);
		if (shown.kind !== 'seats') return shown;
		const refusal = await this.#disputed(hash);
		if (refusal !== undefined) return refusal;
		const guildIds = shown.given.find(({ holderId }) => holderId === from)?.guildIds ?? [];
		// Includes home if the offer is being accepted at this moment.
		const places = [...new Set([guildId, ...guildIds])].map((each) => ({ guildId: each, userId: from }));
		// Before the seat is free: after a kill in between, the roles are still removed.
		for (const each of places) await outbox.record(each);
		const outcome = await claims.seats.takeBack(hash, { by, from, guildId });
		for (const each of places) await queue.request(each);
		if (outcome.kind !== 'taken-back' && outcome.kind !== 'withdrawn') return outcome;
		const { kind: what } = outcome;
		const itemName = what === 'withdrawn' ? outcome.itemName : outcome.claim.item.name;
		const ended = what === 'withdrawn' ? [] : outcome.claim.guildIds;
		report.seat({ what, by: place, otherId: from, hash, itemName, guildIds: ended });
		if (what === 'taken-back') {
			const notice: Notice = { kind: 'lost', how: what, purchase: shownPurchase(itemName) };
			const change = `seat-back-${hash.slice(0, 32)}-${outcome.claim.claimedAt}`;
			// It is done, even if its notice fails.
			await notices
				.notify(from, guildId, notice, change)
				.catch(() => this.#unnotified.set(change, { userId: from, guildId, notice }));
		}
		return { kind: what };
	}

	/** Retries failed notices, and notifies the receivers of offers whose process died before it could. */
	async sendPendingNotices(): Promise<void> {
		const { claims, offers, notices, clock } = this.#parts;
		for (const [id, { userId, guildId, notice }] of [...this.#unnotified]) {
			await notices.notify(userId, guildId, notice, id);
			this.#unnotified.delete(id);
		}
		for await (const { id, hash, guildId, at, isNotified } of offers.all()) {
			if (isNotified) continue;
			const found = await claims.seats.read(hash, id);
			if (found !== undefined) await this.#notify(found.offer, guildId, found.itemName);
			else if (Math.abs(clock.now() - at) > abandonedMs) await this.#drop(id, hash);
		}
	}

	/** Removes expired offers, and the rows of those that have ended. */
	async prune(): Promise<void> {
		const { claims, offers, clock } = this.#parts;
		for await (const { id, hash, at } of offers.all()) {
			const isOpen = (await claims.seats.read(hash, id)) !== undefined;
			if (!isOpen && Math.abs(clock.now() - at) > abandonedMs) await this.#drop(id, hash);
		}
	}

	/** Offers that the member has made or received. They are part of the claims, which are read whole. */
	async of(userId: string): Promise<{ readonly rows: readonly StoredRow[]; readonly isComplete: true }> {
		const offers = await this.#parts.claims.seats.naming(userId);
		const rows = offers.map(({ at, by }) => {
			const what = by === userId ? 'made' : 'received';
			return { at, guildId: undefined, what };
		});
		return { rows, isComplete: true };
	}

	/** The deletion of the member's claims removes their offers; nothing else names a member. */
	async forget(): Promise<void> {}

	async #drop(id: string, hash: string): Promise<void> {
		const { claims, offers } = this.#parts;
		if (await claims.seats.dropExpired(hash, id)) await offers.remove(id);
	}

	async #notify(offer: SeatOffer, guildId: string, itemName: string): Promise<void> {
		const { notices, offers } = this.#parts;
		const { id, by, to, until } = offer;
		const notice: Notice = { kind: 'seat', offer: id, by, purchase: shownPurchase(itemName), until };
		await notices.notify(to, guildId, notice, `seat-${id}`);
		await offers.noteNotified(id);
	}

	async #disputed(hash: string): Promise<SeatRefusal | undefined> {
		return (await this.#parts.disputes.isOpenAbout(hash)) ? { kind: 'disputed' } : undefined;
	}

	async #holds(hash: string | undefined, userId: string): Promise<boolean> {
		if (hash === undefined) return false;
		return (await this.#parts.claims.claimsOf(userId)).some((claim) => claim.hash === hash);
	}

	#membershipOf(guildId: string, userId: string): Promise<Membership> {
		return this.#parts.discord.membershipOf(guildId, userId);
	}
}

function membershipRefusal(membership: Membership): SeatRefusal | undefined {
	if (membership === 'member') return undefined;
	return { kind: membership === 'unknown' ? 'discord-silent' : membership };
}
