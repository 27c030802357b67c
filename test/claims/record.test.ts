import { describe, expect, it } from 'vitest';
import {
	botReasonIn,
	type ClaimEvent,
	changedHandsSince,
	claimsIn,
	recordIn,
	toClaim,
} from '../../src/claims/record.js';
import { memberNumber, samplePurchase, sampleRecord } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const purchase = samplePurchase();
const record = sampleRecord(alice, 1);
const holder = { userId: bob, claimedAt: 2 };

describe('a stored claim', () => {
	it('is read as it was written, and is undefined if none was', () => {
		expect(recordIn({ key: 'claim:hash', value: structuredClone(record) })).toEqual(record);
		expect(recordIn({ key: 'claim:hash', value: undefined })).toBeUndefined();
	});

	it('counts as damaged if its shape is wrong, never as an unclaimed code', () => {
		for (const value of [null, {}, { ...record, locked: 'no' }, { ...record, more: 1 }]) {
			expect(recordIn({ key: 'claim:hash', value })).toBe('damaged');
		}
		expect(recordIn({ key: 'claim:hash', corrupt: true })).toBe('damaged');
	});

	it('becomes one claim per holder, without the store’s internal fields', () => {
		const { item, licenseType, supportedUntil, purchasedAt } = purchase;
		const common = {
			hash: 'hash',
			payment: undefined,
			status: 'active',
			locked: false,
			item,
			licenseType,
			supportedUntil,
		};
		expect(claimsIn('hash', { ...record, holders: [...record.holders, holder] })).toStrictEqual([
			{ ...common, holderId: alice, purchasedAt, claimedAt: 1, check: undefined },
			{ ...common, holderId: bob, purchasedAt, claimedAt: 2, check: undefined },
		]);
		const given = { ...record, given: true as const };
		expect(toClaim('hash', given, holder)).toMatchObject({ isGiven: true });
	});
});

describe('a claim whose roles may be left with a former holder', () => {
	it('counts as having changed hands once a member may have lost it', () => {
		const has = (what: ClaimEvent['what'], since: number) =>
			changedHandsSince({ history: [{ at: 5, what, by: staff }] }, since);
		for (const what of ['released', 'transferred', 'unlinked', 'undone', 'forgotten', 'earlier'] as const)
			expect([what, has(what, 5), has(what, 6)]).toEqual([what, true, false]);
		for (const what of ['claimed', 'revoked', 'locked', 'gave', 'support-changed'] as const)
			expect([what, has(what, 5)]).toEqual([what, false]);
	});
});

it.each([
	['shop-invalid', 'shop-invalid'],
	['confirmed by the marketplace', 'shop-confirmed'],
	['asked for by mail', undefined],
	// Names of built-in object properties are words that people may use.
	['constructor', undefined],
	['__proto__', undefined],
])('a reason in the history is either the bot’s or a person’s: %s', (why, reason) => {
	expect(botReasonIn(why)).toBe(reason);
});
