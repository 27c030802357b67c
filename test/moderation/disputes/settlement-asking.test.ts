import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { DisputeWorld, day, disputeRow, holder, home, other, staff } from './dispute-world.js';

const [reference, second] = ['BCD-FGH', 'BCD-FGJ'] as const;

let world: DisputeWorld;
let hash: string;
let now: number;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	now = world.memory.clock;
});

afterEach(async () => await world.settling.stop());

const row = (over: Partial<StoredDispute> = {}) => disputeRow(hash, now, over);

async function stored(over: Partial<StoredDispute> = {}): Promise<void> {
	await world.rows.add(reference, row(over));
}

const kept = async () => await world.rows.get(reference);

const waitsOf = (ms: number) => world.waits.filter((wait) => wait.ms === ms);

describe('the holder of a disputed purchase', () => {
	it('is asked, and the card shows three seconds later if they accept no messages', async () => {
		await stored();
		await world.start();
		const { name } = samplePurchase().item;
		expect(world.notices).toEqual([
			{
				...{ userId: holder, guildId: home, id: 'dispute-BCD-FGH-asked' },
				notice: { kind: 'asked', reference, purchase: { name, ending: '0001' }, mayMove: true },
			},
		]);
		expect((await kept())?.asked).toEqual({ holderId: holder, at: now, answer: 'none' });
		expect(waitsOf(3_000)).toHaveLength(1);
		world.closed.add('dispute-BCD-FGH-asked');
		waitsOf(3_000)[0]?.end();
		await world.settled();
		expect(world.cards.map(({ kind, facts }) => [kind, facts.asked?.answer])).toEqual([
			['posted', 'none'],
			['shown', 'closed'],
		]);
	});

	it('reads whether they may move it', async () => {
		world.memory.policy = { unlinking: { kind: 'never' }, seats: {} };
		const elsewhere = await world.memory.claim(other, 2, otherGuild);
		await stored({ hash: elsewhere });
		await world.start();
		expect(world.notices).toMatchObject([{ userId: other, notice: { mayMove: false } }]);
	});

	it('is asked once about a dispute', async () => {
		const asked = { holderId: holder, at: now - 60 * day, answer: 'theirs' } as const;
		await stored({ asked });
		await world.start();
		expect([world.notices, (await kept())?.asked]).toEqual([[], asked]);
	});

	it('is not asked about a purchase without a holder', async () => {
		await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
		await stored();
		await world.start();
		expect([world.notices, (await kept())?.asked, world.warnings]).toEqual([[], undefined, []]);
		expect(world.cards).toMatchObject([{ kind: 'posted', facts: { asked: undefined, holders: [] } }]);
	});

	it('is not asked about a purchase that was deleted', async () => {
		await stored({ hash: 'ab'.repeat(32) });
		await world.start();
		expect([world.notices, (await kept())?.asked, world.warnings]).toEqual([[], undefined, []]);
	});

	it('is not asked if the licence has several seats', async () => {
		const team = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		await stored({ hash: team });
		await world.start();
		expect([world.notices, (await kept())?.asked]).toEqual([[], undefined]);
	});

	it('is not asked if there are several, whatever the policy says by now', async () => {
		const team = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		await world.memory.claim(other, 2, home, { licenseType: 'Team' });
		world.memory.policy = { unlinking: { kind: 'never' }, seats: {} };
		await stored({ hash: team });
		await world.start();
		expect([world.notices, (await kept())?.asked]).toEqual([[], undefined]);
	});

	it('is not asked in a dispute that was withdrawn meanwhile, which stays withdrawn', async () => {
		await stored();
		world.beforeNextChange(() => world.rows.change(reference, (each) => ({ ...each, state: 'withdrawn' })));
		await world.start();
		expect(await kept()).toEqual({ ...row({ state: 'withdrawn', isSettled: true }), reference });
		expect(world.cards).toEqual([]);
	});
});

describe('a holder who was asked in an earlier dispute', () => {
	const earlier = (over: Partial<StoredDispute> = {}, at = now - 30 * day + 1) =>
		row({
			...{ at: at - 1, state: 'left', isSettled: true, claimantId: staff },
			asked: { holderId: holder, at, answer: 'theirs' },
			...over,
		});

	it('is not asked again within 30 days: that answer counts', async () => {
		await world.rows.add(second, earlier());
		await stored();
		await world.start();
		expect([world.notices, waitsOf(3_000), (await kept())?.asked]).toEqual([[], [], earlier().asked]);
	});

	it.each<[string, () => StoredDispute]>([
		['30 days ago', () => earlier({}, now - 30 * day)],
		['about another purchase', () => earlier({ hash: 'ab'.repeat(32) })],
		['as another member', () => earlier({ asked: { holderId: other, at: now - day, answer: 'theirs' } })],
		['about nothing', () => earlier({ asked: undefined })],
	])('is asked again if that was %s', async (_, before) => {
		await world.rows.add(second, before());
		await stored();
		await world.start();
		expect(world.notices).toMatchObject([{ userId: holder, id: 'dispute-BCD-FGH-asked' }]);
		expect((await kept())?.asked).toEqual({ holderId: holder, at: now, answer: 'none' });
	});
});
