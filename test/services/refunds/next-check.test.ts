import { describe, expect, it } from 'vitest';
import { nextCheck } from '../../../src/services/refunds/recheck.js';
import { heldPurchase } from './held-purchase.js';

const day = 86_400_000;
const hour = day / 24;
const now = 1_000 * day;

describe('the next check', () => {
	const sold = (daysAgo: number, change: Parameters<typeof heldPurchase>[1] = {}) =>
		heldPurchase('hash', {
			holderIds: ['maya'],
			purchasedAt: now - daysAgo * day,
			claimedAt: now - daysAgo * day,
			check: { at: now - hour, misses: [] },
			...change,
		});
	const daysUntil = (purchase: ReturnType<typeof heldPurchase>, period = 30) => {
		const next = nextCheck(purchase, now, period * day);
		return next && { in: (next.at - now + hour) / day, every: next.everyMs / day };
	};

	it('is a day away for 14 days, a week for 60, then a period, and never more than that', () => {
		expect(daysUntil(sold(13))).toEqual({ in: 1, every: 1 });
		expect(daysUntil(sold(14))).toEqual({ in: 7, every: 7 });
		expect(daysUntil(sold(59))).toEqual({ in: 7, every: 7 });
		expect(daysUntil(sold(60))).toEqual({ in: 30, every: 30 });
		expect(daysUntil(sold(59), 5)).toEqual({ in: 5, every: 5 });
	});

	it('goes by the claim if the purchase has no date', () => {
		expect(daysUntil(sold(100, { purchasedAt: undefined }))).toMatchObject({ every: 30 });
		expect(daysUntil(sold(100, { purchasedAt: undefined, claimedAt: now - day }))).toMatchObject({
			every: 1,
		});
	});

	it('is a day after the last miss, and of a refund as of any other', () => {
		const misses = [now - 5 * hour];
		expect(daysUntil(sold(100, { check: { at: now, misses } }))).toEqual({ in: (24 - 4) / 24, every: 1 });
		expect(daysUntil(sold(100, { status: 'revoked' }))).toEqual({ in: 30, every: 30 });
		const refunded = sold(100, { status: 'revoked', check: { at: now - hour, misses } });
		expect(daysUntil(refunded)).toEqual({ in: 30, every: 30 });
	});

	it('is never for what staff has revoked', () => {
		expect(daysUntil(sold(1, { status: 'revoked', isRevokedByStaff: true }))).toBeUndefined();
	});

	it('is a day after it could not be checked', () => {
		const check = undefined;
		expect(daysUntil(sold(100, { check, skippedAt: now - hour }))).toEqual({ in: 1, every: 30 });
	});
});
