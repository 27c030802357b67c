import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { CheckedShop, day, hour, type Said } from './checked-shop.js';

describe('checking purchases again', () => {
	let shop: CheckedShop;
	beforeEach(() => {
		shop = new CheckedShop(1_000);
	});

	it('asks about a young purchase daily, then weekly, then once in the period', async () => {
		shop = new CheckedShop(1);
		Object.assign(shop.only(), { purchasedAt: 0, claimedAt: 0 });
		const recheck = shop.recheck(30);
		const askedBy: number[] = [];
		for (const days of [14, 61, 121]) {
			await shop.run(recheck, days * day);
			askedBy.push(shop.asked.length);
		}
		// Daily from the first day to the thirteenth, weekly to the fifty-fifth, then thirty days apart.
		expect(askedBy).toEqual([13, 19, 21]);
	});

	it('finds a refund of a young purchase within three days', async () => {
		shop = new CheckedShop(1);
		Object.assign(shop.only(), { purchasedAt: 0, claimedAt: 0 });
		shop.says = () => 'invalid';
		await shop.run(shop.recheck(30), 3 * day + hour);
		expect(shop.revoked()).toEqual(['claim-0']);
	});

	it('goes on behind purchases that the shop answers oddly, and behind damaged copies, and reports each', async () => {
		shop.unreadable.add('claim-1');
		shop.says = (hash) => (hash === 'claim-7' ? 'malformed' : 'valid');
		shop.now = 60 * day;
		await shop.recheck().round();
		expect(shop.skipped.toSorted()).toEqual(['claim-1 unreadable', 'claim-7 malformed']);
		const checked = [...shop.purchases.values()].filter(({ check }) => check !== undefined);
		expect(checked).toHaveLength(998);
		// They are not tried again within the day, and tried again after it.
		shop.now += 2 * hour;
		await shop.recheck().round();
		expect(shop.skipped).toHaveLength(2);
		shop.now += day;
		await shop.recheck().round();
		expect(shop.skipped).toHaveLength(4);
	});

	it('lets more damaged copies than a round has place for starve no claim', async () => {
		shop = new CheckedShop(2_500);
		for (let index = 500; index < 2_500; index += 1) shop.unreadable.add(`claim-${index}`);
		const recheck = shop.recheck();
		shop.now = 60 * day;
		for (let round = 0; round < 3; round += 1) await recheck.round();
		expect(new Set(shop.asked).size).toBe(500);
	});

	it.each(['unavailable', 'rate-limited', 'bad-key'] as const)(
		'leaves the rest for later while the shop is %s, and counts nothing',
		async (said) => {
			shop.says = () => said;
			shop.now = 60 * day;
			await shop.recheck().round();
			expect(shop.asked).toHaveLength(1);
			expect([...shop.purchases.values()].every(({ check }) => check === undefined)).toBe(true);
		},
	);

	it('takes the latest first, page by page, and says when others are due', async () => {
		shop = new CheckedShop(2_200);
		shop.now = 60 * day;
		const recheck = shop.recheck();
		expect(await recheck.round()).toBe('more');
		const latest = new Set(shop.asked);
		expect(latest.size).toBe(1_000);
		expect([...latest].every((hash) => Number(hash.slice('claim-'.length)) >= 1_200)).toBe(true);
		expect([await recheck.round(), await recheck.round()]).toEqual(['more', 'done']);
		expect(new Set(shop.asked).size).toBe(2_200);
		expect(shop.asked).toHaveLength(2_200);
	});

	it('asks once about a code that five hold, takes one place of the day for it, and reports each holder', async () => {
		shop = new CheckedShop(1, 5);
		shop.says = () => 'invalid';
		await shop.run(shop.recheck(), 33 * day);
		expect(shop.asked).toHaveLength(3);
		expect(shop.events.map(({ kind }) => kind)).toEqual(Array(5).fill('revoked'));
	});

	it('has one effect where two processes ask at the same time', async () => {
		shop = new CheckedShop(1);
		Object.assign(shop.only(), { check: { at: 30 * day, misses: [29 * day, 30 * day] } });
		shop.now = 31 * day + hour;
		let both: () => void = () => {};
		const asked = new Promise<void>((resolve) => (both = resolve));
		shop.says = async (): Promise<Said> => {
			if (shop.asked.length === 2) both();
			await asked;
			return 'invalid';
		};
		await Promise.all([shop.recheck().round(), shop.recheck().round()]);
		expect(shop.events.map(({ kind }) => kind)).toEqual(['revoked']);
	});

	it('leaves alone what has been checked, or let go of, since the round began', async () => {
		shop = new CheckedShop(3);
		shop.now = 60 * day;
		let first = '';
		shop.says = (hash) => {
			if (first === '') {
				first = hash;
				const [second, third] = [...shop.purchases.values()].filter((each) => each.hash !== hash);
				if (second !== undefined) second.check = { at: shop.now, misses: [] };
				if (third !== undefined) third.holderIds = [];
			}
			return 'invalid';
		};
		await shop.recheck().round();
		expect(shop.asked).toEqual([first]);
	});

	it('decides by what is known when the answer comes: one "invalid" after a confirmation is one', async () => {
		shop = new CheckedShop(1);
		Object.assign(shop.only(), { check: { at: 30 * day, misses: [29 * day, 30 * day] } });
		shop.now = 31 * day + hour;
		shop.says = () => {
			// Staff confirms it, and transfers it, while the request is in flight.
			Object.assign(shop.only(), {
				check: { at: shop.now, misses: [] },
				holderIds: ['newcomer'],
			});
			return 'invalid';
		};
		await shop.recheck().round();
		expect(shop.revoked()).toEqual([]);
		expect(shop.only().check?.misses.length).toBeLessThanOrEqual(1);
		expect(shop.events).toEqual([]);
	});

	it('asks about nothing that has no holder, that staff has revoked', async () => {
		shop = new CheckedShop(3);
		const [nobodys, revoked] = [...shop.purchases.values()];
		Object.assign(nobodys ?? {}, { holderIds: [] });
		Object.assign(revoked ?? {}, { status: 'revoked', revokedBy: '100000000000000009' });
		shop.now = 60 * day;
		await shop.recheck().round();
		expect(shop.asked).toEqual(['claim-2']);
	});

	it('does nothing while our own clock is wrong', async () => {
		shop.isClockTrusted = false;
		shop.now = 60 * day;
		await shop.recheck().round();
		expect(shop.asked).toEqual([]);
	});

	it('never revokes on fewer than three answers, or on three within two days', async () => {
		shop = new CheckedShop(1);
		shop.says = () => 'invalid';
		const recheck = shop.recheck(1);
		// The first answer comes within the first hour or so of the claim being due, a day after it was made.
		await shop.run(recheck, 3 * day);
		expect(shop.revoked()).toEqual([]);
		await shop.run(recheck, 3 * day + 2 * hour);
		expect(shop.revoked()).toEqual(['claim-0']);
	});

	it('starts counting anew after one valid answer', async () => {
		shop = new CheckedShop(1);
		shop.says = (_, now) => (now < 2.5 * day || now > 3.5 * day ? 'invalid' : 'valid');
		await shop.run(shop.recheck(1), 6 * day);
		expect(shop.revoked()).toEqual([]);
	});

	it('may still revoke three a day in a small shop, and no more', async () => {
		shop = new CheckedShop(10);
		shop.says = () => 'invalid';
		const recheck = shop.recheck(1);
		const revokedBy: number[] = [];
		for (let days = 1; days <= 6; days += 1) {
			await shop.run(recheck, days * day);
			revokedBy.push(shop.revoked().length);
		}
		expect(revokedBy).toEqual([0, 0, 3, 6, 9, 10]);
	});

	it('brings a revoked purchase back when its code is valid again', async () => {
		shop = new CheckedShop(1);
		shop.says = (_, now) => (now < 20 * day ? 'invalid' : 'valid');
		await shop.run(shop.recheck(2), 15 * day);
		expect(shop.revoked()).toEqual(['claim-0']);
		await shop.run(shop.recheck(2), 30 * day);
		expect(shop.revoked()).toEqual([]);
		expect(shop.events.map(({ kind }) => kind)).toEqual(['revoked', 'reinstated']);
	});

	it('takes over a support date that was extended', async () => {
		shop = new CheckedShop(1);
		shop.supportedUntil = 400 * day;
		await shop.run(shop.recheck(), 31 * day);
		expect(shop.only().supportedUntil).toBe(400 * day);
		expect(shop.events.map(({ kind }) => kind)).toEqual(['renewed']);
	});

	it('counts what there is to check, and how much of it one process can do', async () => {
		shop = new CheckedShop(3);
		const [young, old, late] = [...shop.purchases.values()];
		shop.now = 100 * day;
		Object.assign(young ?? {}, { purchasedAt: 99 * day, claimedAt: 99 * day });
		Object.assign(old ?? {}, { check: { at: 99 * day, misses: [] } });
		Object.assign(late ?? {}, { check: { at: 39 * day, misses: [] } });
		await shop.recheck().round();
		expect(shop.loads).toEqual([{ purchases: 3, due: 2, overdue: 1, neededADay: 2, possibleADay: 21_600 }]);
	});

	it('asks a shop that takes more requests more often, and counts on it', async () => {
		shop = new CheckedShop(1);
		shop.shopPerMinute = 600;
		shop.now = 100 * day;
		await shop.recheck().round();
		expect(shop.loads).toMatchObject([{ possibleADay: 216_000 }]);
		expect(shop.pauses).toEqual([400]);
	});

	it('leaves a store that fails to the caller: that is no purchase’s own trouble', async () => {
		shop = new CheckedShop(1);
		shop.now = 60 * day;
		shop.says = () => {
			throw new StoreUnavailableError('down');
		};
		await expect(shop.recheck().round()).rejects.toThrow(StoreUnavailableError);
		expect(shop.skipped).toEqual([]);
	});
});
