import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { otherGuild } from '../../claims/sample-claims.js';
import { claimant, DisputeWorld, day, disputeRow, holder, home, staff } from './dispute-world.js';

const [reference, second] = ['BCD-FGH', 'BCD-FGJ'] as const;
const channel = { guildId: home, channelId: '300000000000000001' };

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

async function again(): Promise<void> {
	world.settling.begin(reference);
	await world.settled();
}

describe('the card of a dispute', () => {
	const asked = { holderId: holder, at: 1, answer: 'none' } as const;
	const card = { ...channel, messageId: '400000000000000009', shown: 'before' };

	it('is posted with a nonce that each attempt repeats', async () => {
		await stored({ asked });
		await world.start();
		expect(world.cards).toMatchObject([
			{ kind: 'posted', nonce: 'oDloL37chCTBTMwo-qW73ZCN', facts: { reference, state: 'open' } },
		]);
		const messageId = world.cards[0]?.messageId;
		expect((await kept())?.card).toEqual({ ...channel, messageId, shown: expect.stringMatching(/^.{32}$/) });
	});

	it('is posted in the next round if it could not be posted', async () => {
		world.posts = 'impossible';
		await stored({ asked });
		await world.start();
		expect(await kept()).toEqual({ ...row({ asked }), reference });
		world.posts = 'posted';
		await again();
		expect(world.cards).toMatchObject([{ kind: 'posted' }]);
	});

	it('is posted as soon as there is a channel', async () => {
		world.channel = undefined;
		await stored({ asked });
		await world.start();
		expect([world.cards, world.warnings]).toEqual([[], []]);
		world.channel = channel;
		await again();
		expect(world.cards).toMatchObject([{ kind: 'posted' }]);
	});

	it('is edited when its content changes, and only then', async () => {
		await stored({ asked });
		await world.start();
		await again();
		expect(world.cards).toHaveLength(1);
		await world.disputes.keep(reference, holder);
		await world.settled();
		expect(world.cards).toMatchObject([
			{ kind: 'posted' },
			{ kind: 'shown', messageId: world.cards[0]?.messageId, facts: { asked: { answer: 'theirs' } } },
		]);
		await again();
		expect(world.cards).toHaveLength(2);
	});

	it('is edited even without a channel for new ones', async () => {
		world.channel = undefined;
		await stored({ asked, card });
		await world.start();
		expect(world.cards).toMatchObject([{ kind: 'shown', messageId: card.messageId }]);
		expect((await kept())?.card).toEqual({ ...card, shown: expect.stringMatching(/^.{32}$/) });
	});

	it('is not replaced if it can’t be changed', async () => {
		world.shows = 'refused';
		await stored({ asked, card });
		await world.start();
		expect([world.cards, (await kept())?.card]).toEqual([[], card]);
	});

	it('is replaced with another nonce if it was deleted', async () => {
		world.shows = 'gone';
		await stored({ asked, card });
		await world.start();
		expect(world.cards).toMatchObject([{ kind: 'posted', nonce: 'avIt4f37zl56AT6P_p2y680E' }]);
		expect((await kept())?.card?.messageId).toBe(world.cards[0]?.messageId);
	});

	it('is not replaced once the dispute is decided', async () => {
		world.shows = 'gone';
		await stored({ state: 'left', decided: { by: staff, at: 1, why: '' }, card });
		await world.start();
		expect(world.cards).toEqual([]);
		expect(await kept()).toMatchObject({ isSettled: true, card });
	});

	it('stays in a former home, whose successor’s staff get a new one', async () => {
		await stored({ asked, card: { ...card, guildId: otherGuild } });
		await world.start();
		expect(world.cards).toMatchObject([{ kind: 'posted', nonce: 'avIt4f37zl56AT6P_p2y680E' }]);
		expect((await kept())?.card).toMatchObject(channel);
	});

	it('is noted beside what has changed meanwhile', async () => {
		await stored({ asked });
		world.beforeNextChange(() => world.rows.change(reference, (each) => ({ ...each, note: 'Meanwhile' })));
		await world.start();
		expect(await kept()).toMatchObject({ note: 'Meanwhile', card: { messageId: world.cards[0]?.messageId } });
	});

	it('is edited again if the claimant’s data is deleted while it is shown', async () => {
		const decided = { by: staff, at: now, why: '' };
		await stored({ asked, state: 'left', decided, note: 'It is mine', card, isSettled: false });
		world.beforeNextChange(() => world.forget(claimant));
		await world.start();
		expect(world.cards.at(-1)?.facts).toMatchObject({ claimantId: claimant });
		expect(await kept()).toMatchObject({ claimantId: 'deleted', isSettled: false });
		await again();
		expect(world.cards.at(-1)?.facts).toMatchObject({ claimantId: 'deleted', note: '' });
		expect(await kept()).toMatchObject({ isSettled: true });
	});
});

describe('the reminder of an open dispute', () => {
	const asked = { holderId: holder, at: 1, answer: 'none' } as const;

	it('comes once, after three days', async () => {
		await stored({ asked, at: now - 3 * day });
		await world.start();
		await again();
		expect(world.reminders).toEqual([{ reference, nonce: 'FThysZBKjOj9KEs492hW1F9T' }]);
		expect((await kept())?.isReminded).toBe(true);
	});

	it('does not come earlier, nor three days after the start of one that was reopened', async () => {
		await stored({ asked, at: now - 3 * day + 1 });
		await world.rows.add(second, row({ asked, at: now - 9 * day, reopenedAt: now - 3 * day + 1 }));
		await world.start();
		expect(world.reminders).toEqual([]);
	});

	it('comes again after a reopening, with a nonce of its own', async () => {
		await stored({ asked, at: now - 9 * day, reopenedAt: now - 4 * day });
		await world.start();
		expect(world.reminders).toEqual([{ reference, nonce: 'wYyzKpefo84-C6gsH91bIMhf' }]);
	});

	it('waits for a channel', async () => {
		world.channel = undefined;
		await stored({ asked, at: now - 4 * day });
		await world.start();
		expect([world.reminders, (await kept())?.isReminded, world.warnings]).toEqual([[], undefined, []]);
		world.channel = channel;
		await again();
		expect(world.reminders).toHaveLength(1);
	});

	it('does not come for a decided dispute', async () => {
		await stored({ state: 'left', decided: { by: staff, at: 1, why: '' }, at: now - 4 * day });
		await world.start();
		expect(world.reminders).toEqual([]);
	});
});
