import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import type { Membership } from '../../src/guilds/member-queries.js';
import { SeatOfferRows } from '../../src/purchases/seat-offers.js';
import { Seats } from '../../src/purchases/seats.js';
import { Limits } from '../../src/storage/rate-limits.js';
import { type MemoryClaims, memoryClaims } from '../claims/memory-claims.js';
import { guild, homeWith, memberNumber } from '../claims/sample-claims.js';

const maya = memberNumber(1);
const tom = memberNumber(2);
const ada = memberNumber(3);
const place = { guildId: guild, userId: maya };
const granted = Promise.resolve({ kind: 'granted', added: [], removed: [], withheld: [] } as const);

let on: MemoryClaims;
let hash: string;

beforeEach(async () => {
	on = await memoryClaims();
	hash = await on.claim(maya, 1, guild, { licenseType: 'Team' });
});

function setUp() {
	const now = { isStoreAway: false, isDisputed: false, membership: 'member' as Membership };
	const notified: string[] = [];
	const clock = { now: () => on.clock };
	const limits = new Limits({ store: on.store, clock });
	let ids = 0;
	const seats = new Seats({
		claims: on.claims,
		home: homeWith(),
		offers: new SeatOfferRows(on.store),
		disputes: { isOpenAbout: async () => now.isDisputed },
		discord: { membershipOf: async () => now.membership },
		limits,
		notices: {
			async notify(userId, _, { kind }) {
				if (now.isStoreAway) throw new StoreUnavailableError('away');
				notified.push(`${kind} to ${userId}`);
			},
		},
		outbox: { record: async () => 1 },
		queue: { request: async () => ({ first: granted, settled: granted }) },
		report: { seat: () => {} },
		unguessable: {
			id() {
				ids += 1;
				return `offer-number-${String(ids).padStart(4, '0')}`;
			},
		},
		clock,
	});
	const offerIds = () =>
		[...on.rows.keys()].filter((key) => key.startsWith('offer:')).map((key) => key.slice('offer:'.length));
	/** Offers a seat. Resolves to the id of the offer. */
	const offer = async (to: string) => {
		expect(await seats.offer(place, hash, to)).toEqual({ kind: 'offered' });
		return offerIds().at(-1) ?? '';
	};
	const give = async (to: string) => seats.accept(await offer(to), { guildId: guild, userId: to });
	return { seats, now, notified, limits, offer, offerIds, give };
}

describe('the notice of a seat that was taken back', () => {
	it('is sent later, and once, if it can’t be stored', async () => {
		const { seats, now, notified, give } = setUp();
		await give(tom);
		now.isStoreAway = true;
		expect(await seats.takeBack(place, hash, tom)).toEqual({ kind: 'taken-back' });
		await expect(seats.sendPendingNotices()).rejects.toThrow('away');
		now.isStoreAway = false;
		await seats.sendPendingNotices();
		await seats.sendPendingNotices();
		expect(notified).toEqual([`seat to ${tom}`, `lost to ${tom}`]);
	});
});

describe('an offer', () => {
	it('that the claims refuse leaves no row, and does not count', async () => {
		const { seats, notified, limits, offerIds, give } = setUp();
		await give(tom);
		const counted = await limits.times('offer', maya);
		expect(await seats.offer(place, hash, ada)).toEqual({ kind: 'no-free-seat' });
		expect(offerIds()).toEqual([]);
		expect(await limits.times('offer', maya)).toEqual(counted);
		expect(notified).toEqual([`seat to ${tom}`]);
	});

	it.each([
		['absent', 'absent'],
		['bot', 'bot'],
		['unknown', 'discord-silent'],
	] as const)('needs a member of the server to make and to accept it: %s', async (membership, kind) => {
		const { seats, now, offer, offerIds } = setUp();
		now.membership = membership;
		expect(await seats.offer(place, hash, tom)).toEqual({ kind });
		expect(offerIds()).toEqual([]);
		now.membership = 'member';
		const id = await offer(tom);
		now.membership = membership;
		expect(await seats.accept(id, { guildId: guild, userId: tom })).toEqual({ kind });
	});
});

it('seats of a disputed purchase are not offered, accepted or taken back', async () => {
	const { seats, now, offer } = setUp();
	const id = await offer(tom);
	now.isDisputed = true;
	const disputed = { kind: 'disputed' };
	expect(await seats.offer(place, hash, ada)).toEqual(disputed);
	expect(await seats.accept(id, { guildId: guild, userId: tom })).toEqual(disputed);
	expect(await seats.takeBack(place, hash, tom)).toEqual(disputed);
});
