import { describe, expect, it } from 'vitest';
import { newRecord } from '../../src/claims/changes.js';
import type { ClaimEvent, ClaimRecord, Holder, SeatOffer } from '../../src/claims/record.js';
import {
	accepted,
	firstHolder,
	hasEnteredCode,
	leftSeat,
	offered,
	openOffers,
	takenBack,
	withoutExpired,
} from '../../src/claims/seat-changes.js';
import { guild, memberNumber, samplePurchase } from './sample-claims.js';

const maya = memberNumber(1);
const tom = memberNumber(2);
const ada = memberNumber(3);
const onno = memberNumber(4);
const day = 86_400_000;
const now = 100 * day;

const holder = (userId: string): Holder => ({ userId, guildIds: [guild], claimedAt: 0 });
const receiver = (userId: string): Holder => ({ ...holder(userId), givenBy: maya });
const offerTo = (to: string, change: Partial<SeatOffer> = {}): SeatOffer => ({
	...{ id: `offer to ${to}`, by: maya, to, at: now, until: now + 7 * day },
	...change,
});
const line = (what: ClaimEvent['what'], by: string, at = now): ClaimEvent => ({
	at,
	what,
	by,
	guildId: guild,
});
const tagOf = (userId: string) => ({ tag: `tag of ${userId}` });

/** Held by Maya, who verified the code. */
function held(change: Partial<ClaimRecord> = {}): ClaimRecord {
	const details = { userId: maya, guildId: guild, purchase: samplePurchase(), at: 0 };
	return { ...newRecord(details, { secret: 'check', sealed: 'sealed' }), ...change };
}

/** Three seats if nothing else is said. */
const offerIn = (record: ClaimRecord, offer: SeatOffer, seats = 3) =>
	offered(record, offer, { guildId: guild, seats, ...tagOf(offer.to), at: now, seatsAt: now });
const acceptIn = (record: ClaimRecord, userId: string, id = `offer to ${userId}`, seats = 3) =>
	accepted(record, { id, userId, guildId: guild }, { seats, ...tagOf(userId), at: now, seatsAt: now });
const takeBackIn = (record: ClaimRecord, from: string, by = maya) =>
	takenBack(record, { by, from, guildId: guild }, now);
const lastLine = (next: ReturnType<typeof offered>) => ('history' in next ? next.history.at(-1) : next);

describe('the first holder', () => {
	it('is the earliest who verified the code, before or after receivers', () => {
		expect(firstHolder(held({ holders: [receiver(tom), holder(ada), holder(maya)] }))).toEqual(holder(ada));
	});

	it('does not exist if staff gave the purchase without a code', () => {
		expect(firstHolder(held({ given: { guildId: guild } }))).toBeUndefined();
	});
});

describe('the open offers', () => {
	it.each([
		['have not expired', offerTo(tom, { until: now })],
		['are from the first holder', offerTo(tom, { by: ada })],
		['are to members who hold no seat', offerTo(onno)],
	])('%s', (_, closed) => {
		const open = offerTo(tom, { until: now + 1 });
		const record = held({ holders: [holder(maya), receiver(onno)], offers: [closed, open] });
		expect(openOffers(record, now)).toEqual([open]);
	});

	it('are none if there is no first holder', () => {
		expect(openOffers(held({ given: { guildId: guild }, offers: [offerTo(tom)] }), now)).toEqual([]);
	});
});

describe('a member has entered the code', () => {
	const moved = (member: string, to: string): ClaimEvent => ({ ...line('transferred', onno), member, to });

	it('if they verified it, also after they accepted a seat', () => {
		expect(hasEnteredCode([line('seat-accepted', tom), line('claimed', tom)], tom)).toBe(true);
	});

	it('not if they accepted a seat last, even after they left it', () => {
		const history = [
			...[line('claimed', maya), line('claimed', tom), line('seat-accepted', tom)],
			...[line('guild-added', tom), line('seat-left', tom), line('claimed', ada)],
		];
		expect(hasEnteredCode(history, tom)).toBe(false);
	});

	it('if the purchase was moved to them from a holder who had', () => {
		const history = [line('claimed', maya), line('seat-accepted', tom), moved(maya, ada)];
		expect(hasEnteredCode(history, ada)).toBe(true);
	});

	it('not if a given seat was moved to them, once or twice', () => {
		const history = [line('claimed', maya), line('seat-accepted', tom), moved(tom, ada)];
		expect(hasEnteredCode(history, ada)).toBe(false);
		expect(hasEnteredCode([...history, moved(ada, maya)], maya)).toBe(false);
	});

	it('not if it was moved from a member whose data was deleted, as was that of one who verified it', () => {
		const history = [line('seat-accepted', 'deleted'), line('claimed', 'deleted'), moved('deleted', ada)];
		expect(hasEnteredCode(history, ada)).toBe(false);
	});

	it('not if the history no longer says how they became a holder', () => {
		expect(hasEnteredCode([line('claimed', maya), line('guild-added', ada)], ada)).toBe(false);
	});

	it('if staff gave it to them', () => {
		expect(hasEnteredCode([{ ...line('gave', onno), member: ada }], ada)).toBe(true);
	});
});

describe('seats can not be changed', () => {
	const withSeats = { holders: [holder(maya), holder(ada), receiver(tom)], offers: [offerTo(onno)] };

	it.each([
		['by a member who holds no seat', 'not-yours', onno, {}],
		['by a later holder of the code', 'not-first', ada, {}],
		['by a receiver', 'not-first', tom, {}],
		['if staff gave the purchase', 'not-first', maya, { given: { guildId: guild } }],
		['while the purchase is locked', 'locked', maya, { locked: true }],
		['while the purchase is revoked', 'revoked', maya, { status: 'revoked' }],
	] as const)('%s', (_, kind, by, change) => {
		const record = held({ ...withSeats, ...change });
		expect(offerIn(record, offerTo(memberNumber(5), { by }))).toEqual({ kind });
		expect(takeBackIn(record, tom, by)).toEqual({ kind });
	});

	it.each([
		['locked', { locked: true }],
		['revoked', { status: 'revoked' }],
	] as const)('by accepting an offer while the purchase is %s', (kind, change) => {
		expect(acceptIn(held({ ...withSeats, ...change }), onno)).toEqual({ kind });
	});
});

describe('offering a seat', () => {
	it('adds the offer to the open ones, without the expired ones, and a line to the history', () => {
		const record = held({ offers: [offerTo(ada), offerTo(onno, { until: now })] });
		const next = offerIn(record, offerTo(tom));
		expect(next).toMatchObject({ offers: [offerTo(ada), offerTo(tom)] });
		expect(lastLine(next)).toEqual({ at: now, what: 'seat-offered', by: maya, to: tom, guildId: guild });
	});

	it('changes nothing if one is open to the same member', () => {
		const record = held({ offers: [offerTo(tom)] });
		expect(offerIn(record, offerTo(tom, { id: 'another offer' }))).toBe(record);
	});

	it('is refused to a holder', () => {
		const record = held({ holders: [holder(maya), holder(tom)] });
		expect(offerIn(record, offerTo(tom))).toEqual({ kind: 'already-held' });
	});

	it.each([
		['the holders', { holders: [holder(maya), holder(ada)] }],
		['the seats kept for former holders', { reserved: [tagOf(ada)] }],
		['the open offers', { offers: [offerTo(ada)] }],
	])('counts %s', (_, change) => {
		expect(offerIn(held(change), offerTo(tom), 2)).toEqual({ kind: 'no-free-seat' });
		expect(offerIn(held(change), offerTo(tom), 3)).toHaveProperty('offers');
	});

	it('is possible again when only three of the latest changes are less than 30 days old', () => {
		const history = [25, 20, 15, 10].map((days) => line('seat-left', tom, now - days * day));
		const retryAt = now + 5 * day;
		expect(offerIn(held({ history }), offerTo(tom))).toEqual({ kind: 'changed-lately', retryAt });
		const offer = offerTo(tom, { at: retryAt, until: retryAt + day });
		const at = { guildId: guild, seats: 3, ...tagOf(tom), at: retryAt, seatsAt: retryAt };
		expect(offered(held({ history }), offer, at)).toHaveProperty('offers');
	});

	it('can use the seat that is kept for the receiver, unless another offer is open', () => {
		const record = held({ reserved: [tagOf(tom)] });
		expect(offerIn(record, offerTo(tom), 2)).toMatchObject({ offers: [offerTo(tom)] });
		const withOther = { ...record, offers: [offerTo(ada)] };
		expect(offerIn(withOther, offerTo(tom), 2)).toEqual({ kind: 'no-free-seat' });
	});
});

describe('accepting a seat', () => {
	it('makes the receiver a holder, and notes who gave it', () => {
		const next = acceptIn(held({ offers: [offerTo(tom)] }), tom);
		const added = { userId: tom, guildIds: [guild], claimedAt: now, givenBy: maya };
		expect(next).toMatchObject({ holders: [holder(maya), added] });
		expect(next).not.toHaveProperty('offers');
		expect(lastLine(next)).toEqual({ at: now, what: 'seat-accepted', by: tom, member: maya, guildId: guild });
	});

	it('leaves the offers to other members open', () => {
		const next = acceptIn(held({ offers: [offerTo(ada), offerTo(tom)] }), tom);
		expect(next).toMatchObject({ offers: [offerTo(ada)] });
	});

	it('needs the id of an offer to this member', () => {
		const record = held({ offers: [offerTo(ada), offerTo(tom)] });
		expect(acceptIn(record, tom, 'another offer')).toEqual({ kind: 'gone' });
		expect(acceptIn(record, tom, `offer to ${ada}`)).toEqual({ kind: 'gone' });
	});

	it('is refused if the last seat was taken after the offer', () => {
		const record = held({ holders: [holder(maya), holder(ada)], offers: [offerTo(tom)] });
		expect(acceptIn(record, tom, undefined, 2)).toEqual({ kind: 'no-free-seat' });
	});

	it('uses up the seat kept for the receiver, and no other', () => {
		const record = held({ reserved: [tagOf(ada), tagOf(tom)], offers: [offerTo(tom)] });
		expect(acceptIn(record, tom)).toMatchObject({ reserved: [tagOf(ada)] });
	});
});

describe('taking a seat back', () => {
	const shared = held({
		holders: [holder(maya), receiver(tom), receiver(ada)],
		offers: [offerTo(onno), offerTo(memberNumber(5))],
	});

	it('ends the given seat alone', () => {
		const next = takeBackIn(shared, tom);
		expect(next).toMatchObject({ holders: [holder(maya), receiver(ada)], offers: shared.offers });
		expect(lastLine(next)).toEqual({
			at: now,
			what: 'seat-taken-back',
			by: maya,
			member: tom,
			guildId: guild,
		});
	});

	it('withdraws the offer alone', () => {
		const next = takeBackIn(shared, onno);
		expect(next).toMatchObject({ holders: shared.holders, offers: [offerTo(memberNumber(5))] });
		expect(lastLine(next)).toEqual({ at: now, what: 'seat-withdrawn', by: maya, to: onno, guildId: guild });
	});

	it('finds nothing for a member without a given seat or an open offer', () => {
		expect(takeBackIn(shared, memberNumber(6))).toEqual({ kind: 'gone' });
	});

	it('is possible again 30 days after the third latest change, in any order of the history', () => {
		const history = [5, 40, 20, 10].map((days) => line('seat-left', tom, now - days * day));
		expect(takeBackIn({ ...shared, history }, tom)).toEqual({
			kind: 'changed-lately',
			retryAt: now + 10 * day,
		});
	});
});

describe('leaving a seat', () => {
	it('ends it alone, and adds a line to the history', () => {
		const record = held({ holders: [holder(maya), receiver(tom), receiver(ada)] });
		const next = leftSeat(record, { userId: tom, guildId: guild }, now);
		expect(next.holders).toEqual([holder(maya), receiver(ada)]);
		expect(lastLine(next)).toEqual({ at: now, what: 'seat-left', by: tom, guildId: guild });
	});
});

describe('removing an expired offer', () => {
	const expired = offerTo(tom, { until: now });
	const id = expired.id;

	it('removes that one, adds no history and leaves others, even if they have expired', () => {
		const other = offerTo(ada, { until: now });
		const record = held({ offers: [other, expired] });
		expect(withoutExpired(record, id, now)).toStrictEqual({ ...record, offers: [other] });
	});

	it('leaves no empty list', () => {
		expect(withoutExpired(held({ offers: [expired] }), id, now)).toStrictEqual(held());
	});

	it.each([
		['the offer is open', held({ offers: [offerTo(tom, { until: now + 1 })] })],
		['there is no such offer', held({ offers: [offerTo(ada, { until: now })] })],
		['there are no offers', held()],
	])('returns the same record if %s', (_, record) => {
		expect(withoutExpired(record, id, now)).toBe(record);
	});
});
