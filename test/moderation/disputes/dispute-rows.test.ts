import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { DisputeRows, disputeKind } from '../../../src/moderation/disputes/dispute-rows.js';
import { Table } from '../../../src/storage/table.js';
import { memberNumber } from '../../claims/sample-claims.js';
import { memoryStore, notingStore } from '../../roles/memory-store.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { day, home as guildId, holder, claimant as me, staff, other as stranger } from './dispute-world.js';

const at = 1_000 * day;
const hash = 'ab'.repeat(32);
const otherHash = 'cd'.repeat(32);
const tags: Readonly<Record<string, string>> = { [me]: 'a1'.repeat(32) };
const memberTag = (userId: string): string => tags[userId] ?? 'b2'.repeat(32);
const forget = (userId: string) => table.forget({ userId, tag: memberTag(userId) });
const reference = 'BCD-FGH';
const card = { guildId, channelId: '300000000000000001', messageId: '400000000000000001', shown: 'digest' };

let now: number;
let store: ReturnType<typeof memoryStore>;
let writes: readonly string[];
let rows: DisputeRows;
let table: Table<StoredDispute>;

beforeEach(() => {
	now = at;
	store = memoryStore();
	const noting = notingStore(store);
	writes = noting.writes;
	rows = new DisputeRows(noting.store, { now: () => now }, { memberTag });
	table = new Table(disputeKind, noting.store, { now: () => now });
});

function stored(changes: Partial<StoredDispute> = {}): StoredDispute {
	return { v: 1, at, hash, claimantId: me, guildId, note: '', state: 'open', ...changes };
}

/** The row that is left of this one after the member's data was deleted. */
async function leftOf(changes: Partial<StoredDispute>, userId: string) {
	await rows.add(reference, stored(changes));
	await forget(userId);
	const left = await rows.get(reference);
	expect(left).toBeDefined();
	return left;
}

describe('the rows of disputes', () => {
	it('are found by their references', async () => {
		const row = stored();
		expect(await rows.get(reference)).toBeUndefined();
		expect(await rows.add(reference, row)).toBe(true);
		expect(await rows.get(reference)).toEqual({ ...row, reference });
		expect(await rows.get('BCD-FGJ')).toBeUndefined();
	});

	it('refuse a reference that is taken', async () => {
		await rows.add(reference, stored());
		expect(await rows.add(reference, stored({ claimantId: stranger }))).toBe(false);
		expect((await rows.get(reference))?.claimantId).toBe(me);
	});

	it('leave out a row of a later version, and never change or prune it', async () => {
		const later = { ...stored(), v: 2 };
		await compareAndSet(store, 'dispute:BCDFGH', undefined, later);
		await rows.add('BCD-FGJ', stored());
		expect(await rows.get(reference)).toBeUndefined();
		expect((await rows.all()).map((row) => row.reference)).toEqual(['BCD-FGJ']);
		expect(await rows.change(reference, () => null)).toBeUndefined();
		now = at + 1_000 * day;
		await table.prune();
		expect(await store.get('dispute:BCDFGH')).toEqual(later);
	});

	it('are changed and removed under their references, or stay as they are', async () => {
		await rows.add(reference, stored());
		const left = { ...stored(), state: 'left' as const };
		expect(await rows.change(reference, (row) => ({ ...row, state: 'left' }))).toEqual({
			...left,
			reference,
		});
		expect(await rows.change(reference, () => undefined)).toBeUndefined();
		expect(await store.get('dispute:BCDFGH')).toEqual(left);
		expect(await rows.change(reference, () => null)).toBeUndefined();
		expect(store.keys()).toEqual([]);
	});

	it('are found for each person whom they name', async () => {
		const decided = { by: staff, at, why: '' };
		const asked = { holderId: holder, at, answer: 'none' as const };
		await rows.add(reference, stored({ asked, decided, state: 'left' }));
		await rows.add('BCD-FGJ', stored({ claimantId: stranger, note: `Ask ${staff}` }));
		const found = async (userId: string) => {
			const { rows: own, isComplete } = await table.of(userId, 'whole');
			return [own.map(({ id }) => id), isComplete];
		};
		expect(await found(me)).toEqual([['BCDFGH'], true]);
		expect(await found(holder)).toEqual([['BCDFGH'], true]);
		expect(await found(staff)).toEqual([['BCDFGH', 'BCDFGJ'], true]);
		expect(await found(memberNumber(5))).toEqual([[], true]);
	});

	it('are shown to a person with the note of their own ones alone', () => {
		const shown = { at, guildId, what: 'open' };
		const row = stored({ note: `Not ${stranger}’s` });
		expect(disputeKind.personal?.shown(row, me)).toEqual({ ...shown, note: row.note });
		expect(disputeKind.personal?.shown(stored(), me)).toStrictEqual(shown);
		expect(disputeKind.personal?.shown(row, stranger)).toStrictEqual(shown);
	});

	it('count against a claimant whose data was deleted, by a tag of their own', async () => {
		const deleted = { claimantId: 'deleted', claimantTag: tags[me] };
		await rows.add('BCD-FGJ', stored({ ...deleted, hash: otherHash, state: 'left' }));
		await rows.add('BCD-FGK', stored({ ...deleted, hash: otherHash, state: 'left' }));
		const opening = (claimantId: string) => ({ ...stored({ claimantId, state: 'opening' }), reference });
		expect(rows.hindranceOf(opening(me), await rows.all())).toBe('too-many');
		expect(rows.hindranceOf(opening(stranger), await rows.all())).toBeUndefined();
	});

	it('let a purchase go to its only claimant while a dispute is open', async () => {
		await rows.add(reference, stored());
		expect(await rows.ownMoveHindrance(hash, stranger)).toBe('disputed');
		expect(await rows.ownMoveHindrance(hash, me)).toBeUndefined();
		expect(await rows.ownMoveHindrance(otherHash, stranger)).toBeUndefined();
	});

	it('keep a purchase from moving for 90 days after a dispute has moved it', async () => {
		await rows.add(reference, stored({ state: 'moved', decided: { by: staff, at, why: '' } }));
		now = at + 90 * day - 1;
		expect(await rows.ownMoveHindrance(hash, stranger)).toBe('moved-lately');
		now = at + 90 * day;
		expect(await rows.ownMoveHindrance(hash, stranger)).toBeUndefined();
	});
});

describe('a member whose data is deleted', () => {
	it.each(['open', 'opening'] as const)('has withdrawn their own dispute if it was %s', async (state) => {
		const asked = { holderId: holder, at, answer: 'theirs' as const };
		now = at + 5;
		expect(await leftOf({ state, asked, card, note: 'It is mine' }, me)).toEqual({
			...stored({ claimantId: 'deleted', claimantTag: tags[me], state: 'withdrawn', asked, card }),
			decided: { by: 'deleted', at: at + 5, why: '' },
			isSettled: false,
			reference,
		});
	});

	it.each(['withdrawn', 'moved-by-owner'] as const)('does not stay as who ended it (%s)', async (state) => {
		const decided = { by: me, at, why: '' };
		expect(await leftOf({ state, decided, isSettled: true }, me)).toMatchObject({
			decided: { ...decided, by: 'deleted' },
		});
	});

	it('leaves a decision about their own dispute as it was', async () => {
		const decided = { by: staff, at, why: 'A receipt', holderId: holder };
		expect(await leftOf({ state: 'left', decided, isSettled: true }, me)).toEqual({
			...stored({ claimantId: 'deleted', claimantTag: tags[me], state: 'left', decided, isSettled: true }),
			reference,
		});
	});

	it('leaves a tag for exactly as long as the dispute counts', async () => {
		now = at + 30 * day - 1;
		expect((await leftOf({}, me))?.claimantTag).toBe(tags[me]);
		now = at + 30 * day;
		await rows.change(reference, () => stored());
		await forget(me);
		expect(await rows.get(reference)).not.toHaveProperty('claimantTag');
	});

	it('is no longer the holder who was asked, in a dispute that stays open', async () => {
		const asked = { holderId: holder, at, answer: 'theirs' as const };
		const note = `${holder} sold it to me, not ${stranger}. Ask ${holder}`;
		expect(await leftOf({ asked, note, isSettled: false, card }, holder)).toEqual({
			...stored({ note: `deleted sold it to me, not ${stranger}. Ask deleted`, isSettled: false, card }),
			asked: { ...asked, holderId: 'deleted' },
			reference,
		});
	});

	it('is not in a decision that was about to be carried out', async () => {
		const deciding = { by: holder, at, why: '', holderId: holder };
		const asked = { holderId: holder, at, answer: 'none' as const };
		expect(JSON.stringify(await leftOf({ asked, deciding }, holder))).not.toContain(holder);
	});

	it('has let the purchase go without a name', async () => {
		const decided = { by: holder, at, why: '', holderId: holder, revision: 2, undoUntil: at + day };
		expect(await leftOf({ state: 'moved', decided, isSettled: true, card }, holder)).toEqual({
			...stored({ state: 'moved', isSettled: true, card: { ...card, shown: '' } }),
			decided: { ...decided, by: 'deleted', holderId: 'deleted' },
			reference,
		});
	});

	it('stays the administrator who decided about their own case', async () => {
		const decided = { by: staff, at, why: '', holderId: staff, isOwnCase: true };
		expect((await leftOf({ state: 'moved', decided }, staff))?.decided).toEqual({
			...decided,
			holderId: 'deleted',
		});
	});

	it('loses their name as the former holder, and staff keep theirs', async () => {
		const decided = { by: staff, at, why: 'A receipt', holderId: holder };
		expect((await leftOf({ state: 'moved', decided }, holder))?.decided).toEqual({
			...decided,
			holderId: 'deleted',
		});
		await forget(staff);
		expect((await rows.get(reference))?.decided).toEqual({ ...decided, holderId: 'deleted' });
	});

	it('changes no dispute that does not name them', async () => {
		await rows.add(reference, stored());
		const before = writes.length;
		await forget(stranger);
		expect(writes).toHaveLength(before);
		expect(await rows.get(reference)).toEqual({ ...stored(), reference });
	});
});

describe('the removal of old disputes', () => {
	const keys = () => store.keys();

	it('takes what was closed 90 days ago, and nothing that is undecided', async () => {
		await rows.add('BCD-FGB', stored({ state: 'open' }));
		await rows.add('BCD-FGC', stored({ state: 'opening' }));
		await rows.add('BCD-FGD', stored({ state: 'withdrawn' }));
		await rows.add('BCD-FGF', stored({ state: 'left', decided: { by: staff, at: at + 1, why: '' } }));
		now = at + 90 * day - 1;
		await table.prune();
		expect(keys()).toHaveLength(4);
		now = at + 90 * day;
		await table.prune();
		expect(keys()).toEqual(['dispute:BCDFGB', 'dispute:BCDFGC', 'dispute:BCDFGF']);
		now = at + 90 * day + 1;
		await table.prune();
		expect(keys()).toEqual(['dispute:BCDFGB', 'dispute:BCDFGC']);
	});

	it('counts from the opening if a clock was set back before the decision', async () => {
		await rows.add(reference, stored({ state: 'left', decided: { by: staff, at: at - day, why: '' } }));
		now = at + 90 * day - 1;
		await table.prune();
		expect(keys()).toEqual(['dispute:BCDFGH']);
	});

	it('takes the tag of a claimant after 30 days, and writes nothing before', async () => {
		const row = stored({ claimantId: 'deleted', claimantTag: tags[me], state: 'left' });
		await rows.add('BCD-FGJ', row);
		await rows.add('BCD-FGK', stored({ claimantId: stranger, at: at - day, state: 'left' }));
		const before = writes.length;
		now = at + 30 * day - 1;
		await table.prune();
		expect(writes.slice(before)).toEqual([]);
		now = at + 30 * day;
		await table.prune();
		expect(writes.slice(before)).toEqual(['dispute:BCDFGJ']);
		expect(await store.get('dispute:BCDFGJ')).toStrictEqual(stored({ claimantId: 'deleted', state: 'left' }));
	});
});
