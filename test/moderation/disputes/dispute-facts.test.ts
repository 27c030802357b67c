import { beforeEach, describe, expect, it } from 'vitest';
import { claimKey } from '../../../src/claims/store-keys.js';
import { askedId, type Dispute } from '../../../src/moderation/disputes/dispute.js';
import { digestOf, disputeFacts } from '../../../src/moderation/disputes/dispute-facts.js';
import { memberNumber, otherGuild, revoke, samplePurchase } from '../../claims/sample-claims.js';
import { claimant, DisputeWorld, day, holder, home, other, staff } from './dispute-world.js';

let world: DisputeWorld;
let hash: string;
let own: Dispute;

async function disputed(userId = claimant, note = ''): Promise<Dispute> {
	const reference = await world.dispute(hash, userId, note);
	return (await world.rows.get(reference)) ?? expect.unreachable();
}

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1, home, { price: 29, currency: 'USD', downloaded: true });
	own = await disputed(claimant, 'My old account');
});

const factsOf = (dispute: Dispute = own, all?: readonly Dispute[]) => world.purchases.factsOf(dispute, all);
const asked = { holderId: holder, at: 5, answer: 'none' } as const;

describe('a dispute’s card', () => {
	it('shows staff the purchase, its payment, its holder and the claimant’s note', async () => {
		const purchasedAt = Date.UTC(2026, 2, 1);
		expect(await factsOf()).toStrictEqual({
			reference: own.reference,
			state: 'open',
			item: { id: 17, name: 'Aurora — a *fast* theme' },
			ending: '0001',
			licenseType: 'Regular License',
			purchasedAt,
			payment: { price: 29, currency: 'USD', downloaded: true },
			isLocked: false,
			isRevoked: false,
			holders: [{ userId: holder, since: world.memory.clock, purchases: 1 }],
			claimantId: claimant,
			guildId: home,
			earlier: 0,
			note: 'My old account',
			asked: undefined,
			decided: undefined,
		});
	});

	it('shows the payment only while the dispute is open', async () => {
		for (const state of ['moved', 'left', 'withdrawn'] as const) {
			expect((await factsOf({ ...own, state })).payment).toBeUndefined();
		}
	});

	it('shows the decision', async () => {
		const decided = { by: staff, at: 7, why: 'Receipt' };
		expect(await factsOf({ ...own, state: 'left', decided })).toMatchObject({ state: 'left', decided });
	});

	it('shows a lock and a revocation', async () => {
		await world.memory.claims.moderated.lock(hash, { by: staff, guildId: home, why: '' });
		expect(await factsOf()).toMatchObject({ isLocked: true, isRevoked: false });
		await revoke(world.memory.claims, hash);
		expect(await factsOf()).toMatchObject({ isLocked: true, isRevoked: true });
	});

	it('shows each holder with the number of their purchases', async () => {
		hash = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		world.memory.clock += 1;
		await world.memory.claim(other, 2, home, { licenseType: 'Team' });
		const since = world.memory.clock;
		expect((await factsOf(await disputed(memberNumber(5)))).holders).toEqual([
			{ userId: holder, since: since - 1, purchases: 2 },
			{ userId: other, since, purchases: 1 },
		]);
	});

	it('shows no purchases of a holder about whom nothing is known', async () => {
		const purchase = await world.purchases.of(hash);
		const more = { purchasesOf: new Map<string, number>(), earlier: 3, isClosed: false };
		expect(disputeFacts(own, purchase, more)).toMatchObject({ holders: [{ purchases: 0 }], earlier: 3 });
	});

	const unknown = {
		item: undefined,
		ending: '',
		licenseType: '',
		purchasedAt: undefined,
		payment: undefined,
	};
	const nothing = { ...unknown, isLocked: false, isRevoked: false, holders: [] };

	it('shows nothing of a purchase whose claim was deleted', async () => {
		world.memory.rows.delete(claimKey(hash));
		expect(await factsOf()).toMatchObject(nothing);
	});

	it('has no ending of a purchase that staff gave without a code', async () => {
		const act = { by: staff, guildId: home, why: '', canManageRoles: true };
		const gift = { userId: other, purchase: samplePurchase() };
		await world.memory.claims.gifts.give(gift, 'nonce', act);
		const [given] = await world.memory.claims.claimsOf(other);
		expect(await world.purchases.of(given?.hash ?? '')).toMatchObject({
			file: { isGiven: true },
			ending: '',
		});
	});
});

describe('the claimant’s earlier disputes', () => {
	const earlier = (over: Partial<Dispute> = {}): Dispute => ({
		...{ ...own, reference: 'BBB-BBZ', at: own.at - 1 },
		...over,
	});

	it('are counted, whatever they were about', async () => {
		const others = [earlier(), earlier({ hash: 'ab'.repeat(32), state: 'withdrawn', guildId: otherGuild })];
		expect((await factsOf(own, [...others, own])).earlier).toBe(2);
	});

	it('are neither other members’ nor of the same moment or later', async () => {
		const others = [earlier({ claimantId: other }), earlier({ at: own.at }), earlier({ at: own.at + 1 })];
		expect((await factsOf(own, [...others, own])).earlier).toBe(0);
	});

	it('are not counted for a claimant whose data was deleted', async () => {
		const deleted = { claimantId: 'deleted' } as const;
		expect((await factsOf({ ...own, ...deleted }, [earlier(deleted)])).earlier).toBe(0);
	});

	it('are read from the store if the caller has not just read them', async () => {
		world.memory.clock += day;
		hash = await world.memory.claim(holder, 2);
		const later = await disputed();
		expect((await factsOf(later)).earlier).toBe(1);
		expect((await factsOf(later, [])).earlier).toBe(0);
	});
});

describe('the question to the holder', () => {
	it('is unanswered, or unread if the holder accepts no direct messages', async () => {
		expect((await factsOf({ ...own, asked })).asked).toStrictEqual(asked);
		world.closed.add(askedId(own.reference));
		expect((await factsOf({ ...own, asked })).asked).toStrictEqual({ ...asked, answer: 'closed' });
	});

	it('is unread for each dispute about the purchase, whichever of them the holder was asked about', async () => {
		const later = await disputed(other);
		for (const { reference } of [own, later])
			await world.rows.change(reference, (row) => ({ ...row, asked }));
		world.closed.add(askedId(own.reference));
		expect((await factsOf({ ...later, asked })).asked).toStrictEqual({ ...asked, answer: 'closed' });
		// The question to the holder of another purchase, or an earlier question.
		expect((await factsOf({ ...later, asked: { ...asked, at: 6 } })).asked?.answer).toBe('none');
	});

	it('is answered, even by a holder who accepts no direct messages', async () => {
		world.closed.add(askedId(own.reference));
		const theirs = { ...asked, answer: 'theirs' } as const;
		expect((await factsOf({ ...own, asked: theirs })).asked).toStrictEqual(theirs);
	});

	it('is not shown if the holder was not asked', async () => {
		world.closed.add(askedId(own.reference));
		expect((await factsOf()).asked).toBeUndefined();
	});
});

describe('the digest of a card', () => {
	it('is short enough to be stored, equal for equal content, and different for any change', async () => {
		const facts = await factsOf();
		expect(digestOf(facts)).toMatch(/^[\w-]{32}$/);
		expect(digestOf(await factsOf())).toBe(digestOf(facts));
		expect(digestOf({ ...facts, note: 'Another' })).not.toBe(digestOf(facts));
	});
});
