import { describe, expect, it } from 'vitest';
import {
	forgotten,
	hasSeatFor,
	isByStaff,
	isMoveByMember,
	newRecord,
	noted,
	reinstated,
	revoked,
	unlinked,
	withHolder,
} from '../../src/claims/changes.js';
import { liftedByModerator, released, revokedByModerator } from '../../src/claims/moderation-changes.js';
import { type ClaimEvent, type ClaimRecord, recordIn } from '../../src/claims/record.js';
import { change, sampleRecord as claimed, guild, memberNumber, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [memberNumber(1), memberNumber(2), memberNumber(9)];
const act = { by: staff, guildId: guild, why: 'charged back' };
const day = 86_400_000;

const newcomer = (userId: string, at: number) => ({ userId, guildId: guild, tag: `tag of ${userId}`, at });

/** Held by Alice in one server and by Bob in two. */
function shared(): ClaimRecord {
	return withHolder(claimed(), newcomer(bob, 1));
}

describe('a new claim', () => {
	it('has the shop’s data about the purchase, and belongs to its first holder', () => {
		expect(claimed()).toStrictEqual({
			...{ v: 2, revision: 1, reserved: [], locked: false, status: 'active' },
			...samplePurchase(),
			...{ secret: 'check', sealed: 'sealed' },
			holders: [{ userId: alice, claimedAt: 0 }],
			history: [{ at: 0, what: 'claimed', by: alice, guildId: guild }],
		});
	});

	it('has no dates if the shop gives none, and no text of more than three hundred characters', () => {
		const long = 'x'.repeat(301);
		const item = { id: 17, name: long, category: long };
		const purchase = { item, licenseType: long, supportedUntil: undefined, purchasedAt: undefined };
		const record = newRecord({ userId: alice, guildId: guild, purchase, at: 0 }, { secret: '', sealed: '' });
		expect(Object.keys(record)).not.toContain('supportedUntil');
		expect(Object.keys(record)).not.toContain('purchasedAt');
		const texts = [record.item.name, record.item.category, record.licenseType];
		expect(texts.map(({ length }) => length)).toEqual([300, 300, 300]);
	});
});

describe('a purchase that staff have revoked', () => {
	it('attack 16: stays revoked through verify, recheck, release and forget, until staff lift it', () => {
		let record = change(revokedByModerator(claimed(), act, 1));
		const steps: ((record: ClaimRecord) => ClaimRecord)[] = [
			(it) => reinstated(it, { by: 'claimcheck', why: 'shop-confirmed' }, 2),
			(it) => revoked(it, { by: 'claimcheck' }, 3),
			(it) => reinstated(it, { by: staff }, 4),
			(it) => change(released(it, alice, act, 5)),
			(it) => withHolder(it, newcomer(bob, 6)),
			(it) => forgotten(it, bob, 'tag of bob', 7),
			(it) => reinstated(it, { by: 'claimcheck' }, 8),
		];
		for (const step of steps) {
			record = step(record);
			expect(record).toMatchObject({ status: 'revoked', revokedBy: staff });
			expect(recordIn({ key: 'claim:hash', value: structuredClone(record) })).toEqual(record);
		}
		const lifted = change(liftedByModerator(record, act, 9));
		expect(lifted.status).toBe('active');
		expect(lifted).not.toHaveProperty('revokedBy');
	});
});

describe('the history of a purchase', () => {
	it('attack 20: keeps what staff did, however often members unlink and verify', () => {
		let record = claimed();
		record = noted(record, { at: 1, what: 'locked', ...act });
		record = noted(record, { at: 2, what: 'unlocked', ...act });
		for (let n = 0; n < 60; n += 1) {
			record = unlinked(record, newcomer(alice, 10 + n), 10 + n);
			record = withHolder(record, newcomer(alice, 10 + n));
		}
		const kinds = record.history.map(({ what }) => what);
		expect(kinds.slice(0, 3)).toEqual(['claimed', 'locked', 'unlocked']);
		expect(kinds).toHaveLength(52);
		expect(record.history.at(-1)).toMatchObject({ what: 'claimed', at: 69 });
		expect(record.revision).toBe(123);
	});

	it('stays in order, keeps what members did and doesn’t grow forever if staff keep changing it', () => {
		let record = claimed();
		for (let n = 1; n <= 40; n += 1) record = unlinked(record, newcomer(alice, n), n);
		for (let n = 41; n <= 200; n += 1) record = noted(record, { at: n, what: 'locked', ...act });
		const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
		expect(record.history.map(({ at }) => at)).toEqual([...from(0, 41), ...from(151, 50)]);
	});

	it('attack 64: keeps the latest move by a member, however often the claim changes in another server', () => {
		let record = claimed();
		const move = { what: 'transferred', by: alice, member: alice, to: bob, guildId: guild } as const;
		for (let n = 1; n <= 3; n += 1) record = noted(record, { at: n, ...move });
		for (let n = 4; n <= 200; n += 1)
			record = reinstated(revoked(record, { by: 'claimcheck' }, n), { by: 'claimcheck' }, n);
		for (const { history } of [record, forgotten(record, alice, 'tag', 201)])
			expect(history.filter(isMoveByMember)).toMatchObject([{ at: 3 }]);
	});

	it('contains no code that was typed as a reason, and no reason of more than three hundred characters', () => {
		const code = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		const why = (reason: string) =>
			noted(claimed(), { at: 1, what: 'locked', ...act, why: reason }).history.at(-1)?.why;
		expect(why(`for ${code}, sold`)).toBe('for …, sold');
		expect(why('and '.repeat(100))).toBe('and '.repeat(75));
	});

	it.each([
		['a holder’s verifying', { what: 'claimed', by: alice }, false],
		['a holder’s unlinking', { what: 'unlinked', by: alice }, false],
		[
			'a holder’s moving it to an own other account',
			{ what: 'transferred', by: alice, member: alice },
			false,
		],
		['an earlier event', { what: 'earlier', by: alice, member: staff }, false],
		['a transfer by staff', { what: 'transferred', by: staff, member: alice }, true],
		['a release of the own claim by an administrator', { what: 'released', by: staff, member: staff }, true],
		['a lock', { what: 'locked', by: staff }, true],
		['a refund that the bot has found', { what: 'revoked', by: 'claimcheck' }, false],
	] as const)('says whether staff did it: %s', (_, event, isStaffs) => {
		expect(isByStaff({ at: 1, ...event })).toBe(isStaffs);
	});

	it('keeps the actions of a forgotten staff member, without naming them', () => {
		const record = noted(claimed(staff), { at: 1, what: 'locked', ...act, why: `for <@${staff}>` });
		const { history } = forgotten(record, staff, 'tag', 2);
		expect(history).toEqual([
			{ at: 0, what: 'claimed', by: 'deleted', guildId: guild },
			{ at: 1, what: 'locked', by: staff, guildId: guild, why: 'for <@deleted>' },
			{ at: 2, what: 'forgotten', by: 'claimcheck' },
		]);
	});
});

describe('a member who is forgotten', () => {
	const other = { ...act, by: alice };
	it.each<[string, Omit<ClaimEvent, 'at'>, Omit<ClaimEvent, 'at'>]>([
		[
			'as who lost it',
			{ what: 'released', ...act, member: bob },
			{ what: 'released', ...act, member: 'deleted' },
		],
		[
			'as who got it',
			{ what: 'transferred', ...act, member: alice, to: bob },
			{ what: 'transferred', ...act, member: alice, to: 'deleted' },
		],
		['as who did it', { what: 'unlinked', by: bob }, { what: 'unlinked', by: 'deleted' }],
		[
			'in a reason',
			{ what: 'locked', ...act, why: `with ${bob}, ${bob}` },
			{ what: 'locked', ...act, why: 'with deleted, deleted' },
		],
	])('is no longer named %s', (_, line, blanked) => {
		const record = noted(claimed(), { at: 1, ...line });
		const { history, holders, reserved } = forgotten(record, bob, 'tag of bob', 2);
		expect(history).toStrictEqual([
			...claimed().history,
			{ at: 1, ...blanked },
			{ at: 2, what: 'forgotten', by: 'claimcheck' },
		]);
		// A former holder loses the reserved seat too.
		expect({ holders, reserved }).toEqual({ holders: claimed().holders, reserved: [] });
	});

	it('stays named if an undo would bring them back, but then the undo is no longer possible', () => {
		const { undo } = change(released(claimed(bob), bob, act, 1));
		const record = { ...claimed(), ...(undo && { undo }) };
		expect(forgotten(record, bob, 'tag of bob', 2)).not.toHaveProperty('undo');
		expect(forgotten(record, memberNumber(5), 'tag', 2)).toBe(record);
	});

	it('loses the seat, which stays reserved only for them, and no other holder loses anything', () => {
		const record = { ...shared(), reserved: [{ tag: 'tag of carol' }] };
		const after = forgotten(record, bob, 'tag of bob', 3);
		expect(after.holders).toEqual(claimed().holders);
		expect(after.reserved).toEqual([{ tag: 'tag of carol' }, { tag: 'tag of bob' }]);
	});

	it('leaves a claim unchanged if it names them only as staff or not at all', () => {
		const record = noted(claimed(), { at: 1, what: 'locked', ...other, by: staff });
		expect(forgotten(record, bob, 'tag of bob', 2)).toBe(record);
		expect(forgotten(record, staff, 'tag of staff', 2)).toBe(record);
	});
});

describe('a reserved seat', () => {
	it('is free from its day on, but never while the clock can’t be trusted', () => {
		const kept = unlinked(claimed(), newcomer(alice, 0), 14 * day);
		const seatAt = (at: number, seatsAt?: number) =>
			hasSeatFor(kept, { tag: 'tag of bob', at, ...(seatsAt !== undefined && { seatsAt }) }, 1);
		expect([seatAt(14 * day - 1), seatAt(14 * day)]).toEqual([false, true]);
		const untrusted = Number.NEGATIVE_INFINITY;
		expect(seatAt(200 * day, untrusted)).toBe(false);
		// Another member's verification doesn't drop it from the list either.
		const joined = withHolder(kept, { ...newcomer(bob, 200 * day), seatsAt: untrusted });
		expect(joined.reserved).toEqual(kept.reserved);
	});

	it('goes to its former holder, without affecting other holders and reserved seats', () => {
		const [away, until] = [{ tag: 'tag of carol' }, 14 * day];
		const kept = unlinked({ ...shared(), reserved: [away] }, newcomer(alice, 3), until);
		expect(kept.holders.map(({ userId }) => userId)).toEqual([bob]);
		expect(kept.reserved).toEqual([away, { tag: `tag of ${alice}`, until }]);
		const seatFor = (userId: string) => hasSeatFor(kept, newcomer(userId, 4), 3);
		expect([seatFor(alice), seatFor(memberNumber(5))]).toEqual([true, false]);
		const back = withHolder(kept, newcomer(alice, 4));
		expect(back.holders.map(({ userId }) => userId)).toEqual([bob, alice]);
		expect(back.holders.at(-1)).toEqual({ userId: alice, claimedAt: 4 });
		expect(back.reserved).toEqual([away]);
	});

	it('isn’t reserved if the policy frees codes immediately', () => {
		expect(unlinked(claimed(), newcomer(alice, 5), 5).reserved).toEqual([]);
		expect(unlinked(claimed(), newcomer(alice, 5), 4).reserved).toEqual([]);
	});
});
