import { describe, expect, it } from 'vitest';
import { revoked } from '../../src/claims/changes.js';
import { revokedByModerator } from '../../src/claims/moderation-changes.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { isRefunded, withAnswer } from '../../src/claims/refund-rule.js';
import { guild, memberNumber, samplePurchase, sampleRecord } from './sample-claims.js';

const day = 86_400_000;
const now = 1_000 * day;
const asked = { by: 'claimcheck', askedAt: now, canJudge: true } as const;
const staff = memberNumber(9);
const active = sampleRecord();
const missed = (...daysAgo: number[]): ClaimRecord => ({
	...active,
	check: { at: now - Math.min(...daysAgo) * day, misses: daysAgo.map((days) => now - days * day) },
});
const refunded = revoked(active, { by: 'claimcheck' }, 0);

describe('"valid" from the shop', () => {
	const confirmed = (record: ClaimRecord, change = {}) =>
		withAnswer(record, { kind: 'valid', purchase: samplePurchase(change) }, asked, now);

	it('clears the misses, lifts a refund, and adds no line if nothing else has changed', () => {
		expect(confirmed(missed(3, 2, 1))).toEqual({ ...active, check: { at: now, misses: [] } });
		const lifted = confirmed(refunded);
		expect(lifted).toMatchObject({ status: 'active', check: { at: now, misses: [] } });
		const line = { at: now, what: 'reinstated', by: 'claimcheck', why: 'shop-confirmed' };
		expect(lifted.history).toEqual([...refunded.history, line]);
	});

	it('never lifts a revocation by staff', () => {
		const byStaff = revokedByModerator(active, { by: staff, guildId: guild, why: '' }, 0);
		expect(typeof byStaff === 'object' && confirmed(byStaff)).toMatchObject({
			status: 'revoked',
			revokedBy: staff,
		});
	});

	it('updates the item, the license and a corrected purchase date, and keeps the date if the answer has none', () => {
		const item = { id: 17, name: 'Aurora 2', category: 'templates' };
		const changed = confirmed(active, { item, licenseType: 'Single', purchasedAt: 5 });
		expect(changed).toMatchObject({ item, licenseType: 'Single', purchasedAt: 5 });
		expect(changed.history).toEqual(active.history);
		expect(confirmed(changed, { purchasedAt: undefined })).toMatchObject({ purchasedAt: 5 });
	});

	it('updates the end of support, but never replaces a known one with an unreadable one', () => {
		expect(confirmed(active, { supportedUntil: 'unknown' }).supportedUntil).toBe(active.supportedUntil);
		const without = confirmed(active, { supportedUntil: undefined });
		expect(without.supportedUntil).toBeUndefined();
		expect(confirmed(without, { supportedUntil: 'unknown' }).supportedUntil).toBe('unknown');
	});
});

describe('"invalid" from the shop', () => {
	const missesOf = (record: ClaimRecord, question = {}) =>
		withAnswer(record, { kind: 'invalid' }, { ...asked, ...question }, now).check?.misses;

	it('counts at most once a day, and the third on different days makes it a refund', () => {
		expect(missesOf(active)).toEqual([now]);
		expect(missesOf(missed(1))).toEqual([now - day, now]);
		expect(missesOf(missed(2, 0.9))).toEqual([now - 2 * day, now - 0.9 * day]);
		expect(missesOf(missed(3, 2, 1))).toEqual([now - 2 * day, now - day, now]);
		expect(isRefunded(missed(3, 2, 1))).toBe(true);
		expect(isRefunded(missed(3, 2))).toBe(false);
		expect(isRefunded(active)).toBe(false);
		expect(isRefunded({ ...missed(3, 2, 1), status: 'revoked' })).toBe(false);
	});

	it('changes nothing if a newer answer came since the request, or if the shop’s answers can’t be trusted', () => {
		const confirmed = { ...active, check: { at: now, misses: [] } };
		const invalid = { kind: 'invalid' } as const;
		expect(withAnswer(confirmed, invalid, { ...asked, askedAt: now - 1 }, now)).toBe(confirmed);
		expect(missesOf(confirmed)).toEqual([now]);
		const known = missed(2, 1);
		expect(withAnswer(known, invalid, { ...asked, canJudge: false }, now)).toBe(known);
	});

	it('isn’t counted for a revoked purchase, but the check is recorded', () => {
		const again = withAnswer({ ...missed(1), status: 'revoked' }, { kind: 'invalid' }, asked, now);
		expect(again.check).toEqual({ at: now, misses: [] });
	});
});
