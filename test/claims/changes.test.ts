import { describe, expect, it } from 'vitest';
import {
	forgotten,
	hasSeatFor,
	liftedByStaff,
	newRecord,
	noted,
	reinstated,
	revoked,
	revokedByStaff,
	unlinked,
	withHolder,
	withoutGuild,
} from '../../src/claims/changes.js';
import { released } from '../../src/claims/moderation-changes.js';
import { type ClaimRecord, parseRecord } from '../../src/claims/record.js';
import { guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [memberNumber(1), memberNumber(2), memberNumber(9)];
const act = { by: staff, guildId: guild, why: 'charged back' };
const day = 86_400_000;

function claimed(userId = alice): ClaimRecord {
	const details = { userId, guildId: guild, purchase: samplePurchase(), at: 0 };
	return newRecord(details, { secret: 'check', sealed: 'sealed' });
}

const newcomer = (userId: string, at: number) => ({ userId, guildId: guild, tag: `tag of ${userId}`, at });

describe('a purchase that staff has revoked', () => {
	it('attack 16: stays so through verify, recheck, release and forget, until staff lifts it', () => {
		let record = revokedByStaff(claimed(), act, 1);
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
			expect(parseRecord('hash', structuredClone(record))).toEqual(record);
		}
		const lifted = liftedByStaff(record, act, 9);
		expect(lifted.status).toBe('active');
		expect(lifted).not.toHaveProperty('revokedBy');
	});

	it('is nobody’s to verify meanwhile, whatever seats there are', () => {
		const record = change(released(revokedByStaff(claimed(), act, 1), alice, act, 2));
		expect(hasSeatFor(record, { tag: 'tag of bob', at: 3 }, 50)).toBe(false);
		expect(hasSeatFor(liftedByStaff(record, act, 3), { tag: 'tag of bob', at: 4 }, 1)).toBe(true);
	});

	it('is not the same as a refund: each ends by its own', () => {
		const refunded = revoked(claimed(), { by: 'claimcheck' }, 1);
		expect(liftedByStaff(refunded, act, 2)).toBe(refunded);
		expect(reinstated(refunded, { by: 'claimcheck' }, 2).status).toBe('active');
		const both = revokedByStaff(refunded, act, 2);
		expect(both).toMatchObject({ status: 'revoked', revokedBy: staff });
		expect(revokedByStaff(both, { ...act, by: bob }, 3)).toBe(both);
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

	it('does not grow for ever by what staff does either, and stays in order', () => {
		let record = claimed();
		for (let n = 1; n <= 200; n += 1) {
			record = noted(record, { at: n, what: n % 2 === 1 ? 'locked' : 'unlocked', ...act });
		}
		const times = record.history.map(({ at }) => at);
		expect(times).toEqual([0, ...Array.from({ length: 50 }, (_, n) => 151 + n)]);
	});

	it('keeps the acts of a member of staff who is forgotten, and nothing else of them', () => {
		const record = noted(claimed(staff), { at: 1, what: 'locked', ...act, why: `for <@${staff}>` });
		const { history } = forgotten(record, staff, 'tag', 2);
		expect(history).toEqual([
			{ at: 0, what: 'claimed', by: 'deleted', guildId: guild },
			{ at: 1, what: 'locked', by: staff, guildId: guild, why: 'for <@deleted>' },
			{ at: 2, what: 'forgotten', by: 'claimcheck' },
		]);
	});
});

describe('a holder who leaves a server', () => {
	it('keeps the claim, also where it is the last one', () => {
		const left = withoutGuild(claimed(), alice, guild, 1);
		expect(left.holders).toEqual([{ userId: alice, guildIds: [], claimedAt: 0 }]);
		expect(left.history.at(-1)).toEqual({ at: 1, what: 'guild-left', by: alice, guildId: guild });
		expect(withoutGuild(left, alice, guild, 2)).toBe(left);
		expect(withoutGuild(left, bob, otherGuild, 2)).toBe(left);
		expect(hasSeatFor(left, { tag: 'tag of bob', at: 2 }, 1)).toBe(false);
	});
});

describe('a kept seat', () => {
	it('is free from its day on, and never while the clock can’t be trusted', () => {
		const kept = unlinked(claimed(), newcomer(alice, 0), 14 * day);
		const seatAt = (at: number, seatsAt?: number) =>
			hasSeatFor(kept, { tag: 'tag of bob', at, ...(seatsAt !== undefined && { seatsAt }) }, 1);
		expect([seatAt(14 * day - 1), seatAt(14 * day)]).toEqual([false, true]);
		const untrusted = Number.NEGATIVE_INFINITY;
		expect(seatAt(200 * day, untrusted)).toBe(false);
		// Nor is it taken off the list by somebody else's verification.
		const joined = withHolder(kept, { ...newcomer(bob, 200 * day), seatsAt: untrusted });
		expect(joined.reserved).toEqual(kept.reserved);
	});
});

function change(outcome: ClaimRecord | string): ClaimRecord {
	if (typeof outcome === 'string') throw new Error(`Expected a change, got ${outcome}`);
	return outcome;
}
