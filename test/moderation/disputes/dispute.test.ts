import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
	type Dispute,
	hindranceOf as hindranceWith,
	isBefore,
	movedLately,
	ownMoveHindrance,
	staleCard,
} from '../../../src/moderation/disputes/dispute.js';
import { DisputeRows, disputeKind } from '../../../src/moderation/disputes/dispute-rows.js';
import { Table } from '../../../src/storage/table.js';
import { memoryStore } from '../../roles/memory-store.js';

const day = 24 * 60 * 60_000;
const at = 1_000 * day;
const hash = (n: number): string => n.toString(16).padStart(64, '0');
const person = (n: number): string => `2000000000000000${n.toString().padStart(2, '0')}`;
const tagOf = (userId: string): string => createHash('sha256').update(userId).digest('hex');
const hindranceOf = (own: Dispute, all: readonly Dispute[]) => hindranceWith(own, all, tagOf(own.claimantId));
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

function dispute(n: number, over: Partial<Dispute> = {}): Dispute {
	return {
		v: 1,
		reference: `BBB-B${letters[Math.floor(n / 20)]}${letters[n % 20]}`,
		at: at + n,
		hash: hash(n),
		claimantId: person(n),
		guildId: '100000000000000001',
		note: '',
		state: 'opening',
		...over,
	};
}

describe('the limits of disputes', () => {
	it('let one claimant have one open dispute about a code', () => {
		const [first, second] = [dispute(1), dispute(2, { hash: hash(1), claimantId: person(1) })];
		expect(hindranceOf(second, [first, second])).toBe('already-open');
		expect(hindranceOf(first, [first, second])).toBeUndefined();
		const left = { ...first, state: 'left' as const };
		expect(hindranceOf(second, [left, second])).toBeUndefined();
	});

	it('let a member have two in 30 days, however they ended', () => {
		const mine = [1, 2, 3].map((n) =>
			dispute(n, { claimantId: person(1), state: n < 3 ? 'withdrawn' : 'opening' }),
		);
		const [one, two, third] = mine as [Dispute, Dispute, Dispute];
		expect(hindranceOf(third, mine)).toBe('too-many');
		expect(hindranceOf(two, mine)).toBeUndefined();
		expect(hindranceOf(third, [{ ...one, at: third.at - 30 * day }, two, third])).toBeUndefined();
	});

	it('attack 36: let a server have twenty open ones, the same twenty in each process', () => {
		const all = Array.from({ length: 25 }, (_, n) => dispute(n));
		const admitted = all.filter((own) => hindranceOf(own, all) === undefined);
		expect(admitted).toEqual(all.slice(0, 20));
		const decided = all.map((own, n) => (n < 10 ? { ...own, state: 'left' as const } : own));
		expect(decided.filter((own) => hindranceOf(own, decided) === undefined)).toHaveLength(25);
	});

	it('count what is open already, also where it was noted by a clock that is ahead', () => {
		const ahead = Array.from({ length: 20 }, (_, n) => dispute(n + 20, { state: 'open' }));
		expect(hindranceOf(dispute(1), ahead)).toBe('server-full');
		const mine = dispute(20, { hash: hash(1), claimantId: person(1), state: 'open' });
		expect(hindranceOf(dispute(1), [mine])).toBe('already-open');
		expect(hindranceOf(dispute(1), [{ ...mine, state: 'opening' }])).toBeUndefined();
	});

	it('count a dispute of a deleted claimant by their tag', () => {
		const own = dispute(3, { claimantId: person(1) });
		const deleted = [1, 2].map((n) =>
			dispute(n, { claimantId: 'deleted', claimantTag: tagOf(person(1)), state: 'withdrawn' }),
		);
		expect(hindranceOf(own, deleted)).toBe('too-many');
		expect(hindranceOf({ ...own, claimantId: person(2) }, deleted)).toBeUndefined();
	});

	it('let a claimant dispute two codes together', () => {
		const first = dispute(1, { claimantId: person(1), state: 'open' });
		expect(hindranceOf(dispute(2, { claimantId: person(1) }), [first])).toBeUndefined();
	});

	it('count a server’s own open disputes alone, not another server’s or decided ones', () => {
		const open = Array.from({ length: 20 }, (_, n) => dispute(n, { state: 'open' }));
		const own = dispute(30);
		expect(hindranceOf(own, open)).toBe('server-full');
		expect(hindranceOf({ ...own, guildId: '100000000000000002' }, open)).toBeUndefined();
		expect(hindranceOf(own, open.slice(1))).toBeUndefined();
	});

	it('count disputes of the same moment by their references, so that each process counts alike', () => {
		const [first, second] = [dispute(1, { at }), dispute(2, { at })];
		const [early, late] = [dispute(2), dispute(1, { at: at + 5 })];
		const pairs: readonly (readonly [Dispute, Dispute])[] = [
			[first, second],
			[second, first],
			[first, first],
			// The later one has the reference that comes first.
			[early, late],
			[late, early],
		];
		expect(pairs.map(([one, other]) => isBefore(one, other))).toEqual([true, false, false, true, false]);
	});

	it('attack 38: move a code once in 90 days', () => {
		const moved = dispute(1, { state: 'moved', decided: { by: person(9), at, why: '' } });
		expect(movedLately(hash(1), [moved], at + 90 * day - 1)).toBe(true);
		expect(movedLately(hash(1), [moved], at + 90 * day)).toBe(false);
		expect(movedLately(hash(2), [moved], at)).toBe(false);
		expect(movedLately(hash(1), [dispute(2), moved], at)).toBe(true);
	});

	it('count a move whether staff or the owner made it, but no other outcome', () => {
		const decided = { by: person(9), at, why: '' };
		const counting = (['moved', 'moved-by-owner', 'freed', 'left', 'withdrawn', 'open'] as const).filter(
			(state) => movedLately(hash(1), [dispute(1, { state, decided })], at + 1),
		);
		expect(counting).toEqual(['moved', 'moved-by-owner']);
		expect(movedLately(hash(1), [dispute(1, { state: 'moved' })], at)).toBe(false);
	});

	it('keep a holder from moving a purchase that a dispute has moved in the last 90 days', () => {
		const moved = dispute(1, { state: 'moved', decided: { by: person(9), at, why: '' } });
		const to = { hash: hash(1), toUserId: person(5) };
		expect(ownMoveHindrance(to, [moved], at + 90 * day - 1)).toBe('moved-lately');
		expect(ownMoveHindrance(to, [moved], at + 90 * day)).toBeUndefined();
	});

	it('attack 60: while one is open, let the holder move the purchase to its claimant alone', () => {
		const buyer = dispute(1, { hash: hash(1), state: 'open' });
		const to = (n: number) => ({ hash: hash(1), toUserId: person(n) });
		expect(ownMoveHindrance(to(5), [buyer], at)).toBe('disputed');
		expect(ownMoveHindrance(to(5), [{ ...buyer, state: 'opening' }], at)).toBe('disputed');
		expect(ownMoveHindrance(to(1), [buyer], at)).toBeUndefined();
		expect(ownMoveHindrance({ ...to(5), hash: hash(2) }, [buyer], at)).toBeUndefined();
		// The second account of the holder is a claimant, too.
		const alt = dispute(5, { hash: hash(1), state: 'open' });
		expect(ownMoveHindrance(to(5), [buyer, alt], at)).toBe('disputed');
		const left = { ...buyer, state: 'left' as const };
		expect(ownMoveHindrance(to(5), [left, alt], at)).toBeUndefined();
	});
});

describe('the rows of disputes', () => {
	const deleted = (userId: string) => ({ userId, tag: tagOf(userId) });
	const open = (clock: { now: () => number }) => {
		const store = memoryStore();
		const rows = new DisputeRows(store, clock, { memberTag: tagOf });
		return [rows, new Table(disputeKind, store, clock)] as const;
	};

	it('forget a claimant, and end what was open', async () => {
		const [rows, table] = open({ now: () => at });
		const { reference, ...row } = dispute(1, { note: `I am ${person(1)}` });
		await rows.add(reference, row);
		await table.forget(deleted(person(1)));
		const [left] = await rows.all();
		expect(left).toMatchObject({ state: 'withdrawn', claimantId: 'deleted', note: '' });
		expect(JSON.stringify(left)).not.toContain(person(1));
	});

	it('forget a holder who was asked, and keep decisions of staff', async () => {
		const [rows, table] = open({ now: () => at });
		const asked = { holderId: person(2), at, answer: 'none' as const };
		const decided = { by: person(3), at, why: 'ok', holderId: person(2) };
		const { reference, ...row } = dispute(1, { asked, state: 'left', decided });
		await rows.add(reference, row);
		await table.forget(deleted(person(2)));
		await table.forget(deleted(person(3)));
		const [left] = await rows.all();
		expect(JSON.stringify(left)).not.toContain(person(2));
		expect(left?.decided?.by).toBe(person(3));
	});

	it('send no second notice of a settled outcome: only the card is edited', async () => {
		const [rows, table] = open({ now: () => at });
		const decided = { by: person(3), at, why: 'ok', holderId: person(2) };
		const card = {
			guildId: '1'.repeat(18),
			channelId: '2'.repeat(18),
			messageId: '3'.repeat(18),
			shown: 'digest',
		};
		const { reference, ...row } = dispute(1, { state: 'moved', decided, card, isSettled: true });
		await rows.add(reference, row);
		await table.forget(deleted(person(1)));
		const [left] = await rows.all();
		expect(left).toMatchObject({ claimantId: 'deleted', isSettled: true, card: { shown: staleCard } });
	});

	it('attack 61: count against a member who has deleted their data, for their 30 days', async () => {
		let now = at + 3;
		const [rows, table] = open({ now: () => now });
		for (const n of [1, 2]) {
			const { reference, ...row } = dispute(n, { claimantId: person(1), state: 'open' });
			await rows.add(reference, row);
			await table.forget(deleted(person(1)));
		}
		const third = dispute(3, { claimantId: person(1) });
		expect(rows.hindranceOf(third, [...(await rows.all()), third])).toBe('too-many');
		expect(rows.hindranceOf(dispute(4), await rows.all())).toBeUndefined();
		expect(JSON.stringify(await rows.all())).not.toContain(`"${person(1)}"`);
		now = at + 30 * day + 2;
		await table.prune();
		expect((await rows.all()).map(({ claimantTag }) => claimantTag)).toEqual([undefined, undefined]);
	});

	it('are kept for as long as they count', async () => {
		let now = at;
		const [rows, table] = open({ now: () => now });
		for (const n of [1, 2]) {
			const { reference, ...row } = dispute(n, { state: n === 1 ? 'open' : 'withdrawn' });
			await rows.add(reference, row);
		}
		now = at + 91 * day;
		await table.prune();
		expect((await rows.all()).map(({ state }) => state)).toEqual(['open']);
	});
});
