import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { claimant, DisputeWorld, day, holder, home, other, staff } from './dispute-world.js';

const at = 1_000 * day;
const me = { guildId: home, userId: claimant };
const asked = { holderId: holder, at, answer: 'none' } as const;
const [second, third, fourth] = ['ZZZ-ZZB', 'ZZZ-ZZC', 'ZZZ-ZZD'];

let world: DisputeWorld;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
	reference = await world.dispute(hash, claimant, 'My old account');
});

function stored(changes: Partial<StoredDispute> = {}): StoredDispute {
	return { v: 1, at, hash, claimantId: claimant, guildId: home, note: '', state: 'open', asked, ...changes };
}

/** The references of the cards that show something new after this act. */
async function shownAfter(act: () => Promise<unknown>): Promise<readonly string[]> {
	world.settling.start();
	await world.settled();
	const before = world.cards.length;
	await act();
	await world.settled();
	await world.settling.stop();
	return world.cards.slice(before).map(({ facts }) => facts.reference);
}

describe('a claimant who withdraws their dispute', () => {
	it('closes it, and is the member who decided', async () => {
		const before = await world.rows.get(reference);
		world.memory.clock += 5;
		expect(await world.disputes.withdraw(reference, me)).toBe(true);
		expect(await world.rows.get(reference)).toStrictEqual({
			...before,
			state: 'withdrawn',
			decided: { by: claimant, at: at + 5, why: '' },
			isSettled: false,
		});
	});

	it('has the card changed', async () => {
		expect(await shownAfter(() => world.disputes.withdraw(reference, me))).toEqual([reference]);
		expect(world.cards.at(-1)?.facts.state).toBe('withdrawn');
	});

	it('is refused if it is another member’s, closed, unknown, or being decided', async () => {
		const deciding = { by: staff, at, why: '', holderId: holder };
		await world.rows.add(second, stored({ deciding }));
		await world.rows.add(third, stored({ state: 'left', decided: deciding }));
		const before = await world.rows.all();
		expect(await world.disputes.withdraw(reference, { ...me, userId: other })).toBe(false);
		for (const letters of [second, third, fourth])
			expect(await world.disputes.withdraw(letters, me)).toBe(false);
		expect(await world.rows.all()).toEqual(before);
	});

	it('changes no card if it is refused', async () => {
		await world.rows.change(reference, (row) => ({ ...row, asked }));
		const withdraw = async () => {
			// A settlement that began now would show this.
			await world.rows.change(reference, (row) => ({ ...row, note: 'Changed' }));
			await world.disputes.withdraw(reference, { ...me, userId: other });
		};
		expect(await shownAfter(withdraw)).toEqual([]);
	});
});

describe('a holder who keeps a disputed purchase', () => {
	beforeEach(async () => {
		await world.rows.change(reference, (row) => ({ ...row, asked }));
	});

	it('answers all open disputes about it in which they were asked', async () => {
		await world.rows.add(second, stored({ claimantId: other }));
		await world.rows.add(third, stored({ claimantId: other, hash: 'cd'.repeat(32) }));
		await world.rows.add(fourth, stored({ state: 'left', decided: { by: staff, at, why: '' } }));
		await world.rows.add('ZZZ-ZZF', stored({ asked: { ...asked, holderId: other } }));
		await world.rows.add('ZZZ-ZZG', stored({ asked: undefined }));
		const before = await world.rows.all();
		expect(await world.disputes.keep(reference, holder)).toBe(true);
		expect(await world.rows.all()).toEqual(
			before.map((row) =>
				[reference, second].includes(row.reference) ? { ...row, asked: { ...asked, answer: 'theirs' } } : row,
			),
		);
	});

	it('has the cards changed', async () => {
		await world.rows.add(second, stored({ claimantId: other }));
		expect(await shownAfter(() => world.disputes.keep(reference, holder))).toEqual([reference, second]);
		expect(world.cards.at(-1)?.facts.asked?.answer).toBe('theirs');
	});

	it('is refused if another holder or none was asked, or the dispute is closed or unknown', async () => {
		await world.rows.add(second, stored({ asked: undefined }));
		await world.rows.add(third, stored({ state: 'left', decided: { by: staff, at, why: '' } }));
		const before = await world.rows.all();
		expect(await world.disputes.keep(reference, other)).toBe(false);
		for (const letters of [second, third, fourth])
			expect(await world.disputes.keep(letters, holder)).toBe(false);
		expect(await world.rows.all()).toEqual(before);
	});
});

describe('a dispute in the eyes of staff', () => {
	it('has a card and a history at home', async () => {
		expect(await world.disputes.factsOf(reference)).toMatchObject({ reference, ending: '0001' });
		expect(await world.disputes.historyOf(reference)).toMatchObject({
			hash,
			history: [{ by: holder }],
		});
	});

	it('has neither if there is none', async () => {
		const { disputes } = world;
		expect(await disputes.factsOf(second)).toBeUndefined();
		expect(await disputes.historyOf(second)).toBeUndefined();
	});

	it('has no card before it is checked against the limits', async () => {
		await world.rows.change(reference, (row) => ({ ...row, state: 'opening' }));
		expect(await world.disputes.factsOf(reference)).toBeUndefined();
	});
});

describe('the disputes that are stored about a member', () => {
	it('are changed once the data is deleted, and their cards with them', async () => {
		const deleted = async () => {
			await world.forget(claimant);
			world.settling.wake();
		};
		expect(await shownAfter(deleted)).toEqual([reference]);
		expect(world.cards.at(-1)?.facts).toMatchObject({ claimantId: 'deleted', state: 'withdrawn', note: '' });
	});
});
