import { beforeEach, describe, expect, it } from 'vitest';
import { CheckedShop, day, hour } from './checked-shop.js';

// A thousand purchases, hour by hour: too slow to be run for each mutant.
describe('checking a thousand purchases again', () => {
	let shop: CheckedShop;
	beforeEach(() => {
		shop = new CheckedShop(1_000);
	});

	it('revokes the five refunds in ninety days, and none in a two-day outage that calls everything invalid', async () => {
		const refunded = new Set(['claim-3', 'claim-200', 'claim-499', 'claim-731', 'claim-999']);
		const inOutage = (now: number) => now >= 40 * day && now < 42 * day;
		shop.says = (hash, now) =>
			inOutage(now) || (refunded.has(hash) && now >= 10 * day) ? 'invalid' : 'valid';
		await shop.run(shop.recheck(), 90 * day);
		expect(new Set(shop.revoked())).toEqual(refunded);
	});

	it('asks about each purchase once in the period, not more', async () => {
		await shop.run(shop.recheck(30), 90 * day);
		// Three periods; rounds are an hour apart, so that the last ones may fall just behind the end.
		expect(shop.asked.length).toBeGreaterThan(2.9 * 1_000);
		expect(shop.asked.length).toBeLessThanOrEqual(3 * 1_000);
	});

	it('stops for the day, and alerts once, when more turn invalid than refunds explain', async () => {
		shop.says = (_, now) => (now >= 30 * day ? 'invalid' : 'valid');
		await shop.run(shop.recheck(), 33 * day + 12 * hour);
		const onOneDay = new Map<string, number>();
		for (const { kind } of shop.events) onOneDay.set(kind, (onOneDay.get(kind) ?? 0) + 1);
		expect(shop.revoked().length).toBeLessThanOrEqual(2 * 20);
		expect(onOneDay.get('revoking-stopped')).toBeLessThanOrEqual(2);
		expect(shop.events).toContainEqual({ kind: 'revoking-stopped', limit: 20 });
	});
});
