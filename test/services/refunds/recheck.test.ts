import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../../src/base/errors.js';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import { createRecheck, nextCheck } from '../../../src/services/refunds/recheck.js';
import { memoryStore } from '../../roles/memory-store.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { heldPurchase } from './held-purchase.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sold = (hash: string, claimedAt = 0) => heldPurchase(hash, { holderIds: ['maya'], claimedAt });

type Purchases = ReturnType<typeof sold>[];

/** The world of a round, of which each test changes one part. Waits, requests and reports are in `log`. */
function setUp(
	purchases: Purchases = [sold('one')],
	{ claims, ...changes }: FloorOf<typeof createRecheck> = {},
	isTrusted = true,
) {
	const log: unknown[] = [];
	/** `waited` is called at each wait; the loop continues when it returns. */
	const state = { now: 100 * day, waited: (_: number): Promise<void> | void => {} };
	const find = (hash: string) => purchases.find((each) => each.hash === hash);
	const recheck = createRecheck(
		floor({
			claims: {
				checks: {
					async *all() {
						yield* purchases;
					},
					skip: async (hash) => {
						log.push(`skip ${hash}`);
						Object.assign(find(hash) ?? {}, { skippedAt: state.now });
					},
				},
				moderated: { byHash: async (hash) => find(hash) },
				codeOf: async (hash) => hash as PurchaseCode,
				...claims,
			},
			purchaseCheck: {
				checkCode: async (code) => {
					log.push(`ask ${code}`);
					return { kind: 'invalid' };
				},
			},
			refunds: {
				heard: async (hash, answer, question) => {
					log.push(['heard', hash, answer.kind, question]);
					// The purchase is no longer due.
					Object.assign(find(hash) ?? {}, { check: { at: state.now, misses: [] } });
					return undefined;
				},
			},
			shopPerMinute: 60,
			store: memoryStore(),
			metrics: {
				rechecks: { inc: ({ result }) => void log.push(`checked ${result}`) },
				recheckLoad: (load) => void log.push(`load ${load.purchases} ${load.due} ${load.overdue}`),
			},
			clock: {
				isTrusted: () => isTrusted,
				now: () => state.now,
				delay: async (ms) => {
					log.push(`wait ${ms}`);
					await state.waited(ms);
				},
			},
			logger: {
				error: ({ claim, why }: { claim: string; why: string }) => void log.push(`skipped ${claim} ${why}`),
			},
			...changes,
		}),
		30,
	);
	return {
		...{ log, state, recheck },
		asked: () => log.filter((entry) => String(entry).startsWith('ask')),
		/** Runs the loop for this many rounds. */
		async runFor(rounds: number): Promise<void> {
			let left = rounds;
			await new Promise<void>((resolve) => {
				state.waited = (ms) => {
					if (ms !== hour && ms !== minute) return;
					left -= 1;
					if (left >= 0) return;
					resolve();
					return new Promise(() => {});
				};
				recheck.task.start();
			});
		},
	};
}

const many = (count: number) => Array.from({ length: count }, (_, index) => sold(`claim-${index}`));

describe('the loop of checks', () => {
	it('waits a minute before the first round, and an hour before each later one', async () => {
		const { log, state, runFor } = setUp();
		await runFor(2);
		expect(log).toEqual([
			'wait 60000',
			'load 1 1 1',
			'ask one',
			['heard', 'one', 'invalid', { by: 'claimcheck', askedAt: state.now }],
			'checked invalid',
			'wait 4000',
			'wait 3600000',
			'load 1 0 0',
			'wait 3600000',
		]);
	});

	const roundsIn = (log: readonly unknown[]) =>
		log.filter((entry) => /^load|^wait (0|3|60)/.test(String(entry)));

	it('starts the next round immediately if the machine slept during one', async () => {
		const checkCode = async () => {
			state.now += day;
			return { kind: 'invalid' } as const;
		};
		const { log, state, runFor } = setUp(undefined, { purchaseCheck: { checkCode } });
		await runFor(1);
		expect(roundsIn(log)).toEqual(['wait 60000', 'load 1 1 1', 'wait 0', 'load 1 0 0', 'wait 3600000']);
	});

	it('continues immediately if a round had no room for all', async () => {
		const { log, runFor } = setUp(many(1_001));
		await runFor(1);
		expect(roundsIn(log)).toEqual([
			'wait 60000',
			'load 1001 1001 1001',
			'wait 0',
			'load 1001 1 1',
			'wait 3600000',
		]);
	});

	it('stops in the middle of a round, once the pending answer has arrived', async () => {
		const { log, state, recheck, asked } = setUp(many(2));
		let stopped: Promise<void> | undefined;
		state.waited = (ms) => {
			if (ms < minute) stopped = recheck.task.stop();
		};
		recheck.task.start();
		await expect.poll(() => stopped !== undefined).toBe(true);
		await stopped;
		expect(asked()).toHaveLength(1);
		expect(log.at(-1)).toBe('wait 4000');
	});
});

describe('a round', () => {
	it('is skipped if the clock is wrong, or the shop doesn’t respond', async () => {
		expect(await setUp([], {}, false).recheck.round()).toBe('done');
		const checkCode = async () => ({ kind: 'uncheckable', reason: 'unavailable' }) as const;
		const silent = setUp(many(1_001), { purchaseCheck: { checkCode } });
		expect(await silent.recheck.round()).toBe('done');
		expect(silent.log).toEqual(['load 1001 1001 1001']);
	});

	it('starves no purchase, even behind more damaged copies than it has room for', async () => {
		const codeOf = async (hash: string) => {
			if (Number(hash) >= 500) throw new StoreCorruptError('The copy cannot be opened');
			return hash as PurchaseCode;
		};
		const purchases = Array.from({ length: 2_500 }, (_, n) => sold(`${n}`, n));
		const { recheck, asked } = setUp(purchases, { claims: { codeOf } });
		for (let round = 0; round < 3; round += 1) await recheck.round();
		expect(new Set(asked()).size).toBe(500);
	});

	it('is as large as one process can manage, by the requests that the shop accepts per minute', async () => {
		const loads: unknown[] = [];
		const { recheck, log } = setUp(undefined, {
			shopPerMinute: 600,
			metrics: { rechecks: { inc: () => {} }, recheckLoad: (load) => void loads.push(load) },
		});
		await recheck.round();
		expect(loads).toEqual([{ purchases: 1, due: 1, overdue: 1, neededADay: 1, possibleADay: 216_000 }]);
		expect(log).toContain('wait 400');
	});

	it('skips purchases that were checked or unlinked after the round started', async () => {
		const purchases = many(3);
		const { state, recheck, asked } = setUp(purchases);
		state.waited = () => {
			const [second, third] = purchases.filter(({ check }) => check === undefined);
			Object.assign(second ?? {}, { check: { at: state.now, misses: [] } });
			Object.assign(third ?? {}, { claims: [] });
		};
		await recheck.round();
		expect(asked()).toHaveLength(1);
	});

	const checked = (daysAgo: number, hash = `${daysAgo}`) => ({
		...sold(hash),
		check: { at: (100 - daysAgo) * day, misses: [] },
	});

	it('counts a purchase as overdue if it has waited twice as long as it should', async () => {
		const unheld = { ...sold('unheld'), claims: [] };
		const { log, recheck } = setUp([...[29, 30, 59, 60, 61].map((days) => checked(days)), unheld]);
		await recheck.round();
		expect(log[0]).toBe('load 5 4 2');
	});

	it('gives a day’s delay more weight for a young purchase than for an old one', async () => {
		const old = Array.from({ length: 1_000 }, (_, index) => checked(33, `old-${index}`));
		const young = { ...checked(2), claims: sold('', 97 * day).claims };
		const { log, recheck } = setUp([...old, young]);
		expect(await recheck.round()).toBe('more');
		expect(log).toContain('ask 2');
	});

	it.each(['unreadable', 'malformed'] as const)(
		'skips for a day, and counts as skipped, a purchase that is %s',
		async (why) => {
			const codeOf = async (hash: string) => {
				if (why === 'unreadable') throw new StoreCorruptError('The copy cannot be opened');
				return hash as PurchaseCode;
			};
			const { log, state, recheck } = setUp([sold('a-hash-of-it')], {
				claims: { codeOf },
				purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'malformed' }) },
			});
			await recheck.round();
			// The log contains only a part of the hash.
			expect(log.slice(1, 3)).toEqual(['checked skipped', `skipped a-hash-o ${why}`]);
			// An unreadable record can't be changed. A check without a request needs no pause.
			expect(log.slice(3)).toEqual(why === 'malformed' ? ['skip a-hash-of-it', 'wait 4000'] : []);
			state.now += day - 1;
			await recheck.round();
			expect(log.filter((line) => line === 'checked skipped')).toHaveLength(1);
			state.now += 1;
			await recheck.round();
			expect(log.filter((line) => line === 'checked skipped')).toHaveLength(2);
		},
	);
});

describe('the next check', () => {
	const now = 1_000 * day;
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

	it('comes after a day for 14 days, after a week for 60, then after a fixed period at most', () => {
		expect(daysUntil(sold(13))).toEqual({ in: 1, every: 1 });
		expect(daysUntil(sold(14))).toEqual({ in: 7, every: 7 });
		expect(daysUntil(sold(59))).toEqual({ in: 7, every: 7 });
		expect(daysUntil(sold(60))).toEqual({ in: 30, every: 30 });
		expect(daysUntil(sold(59), 5)).toEqual({ in: 5, every: 5 });
	});

	it('depends on the claim’s date if the purchase has none', () => {
		expect(daysUntil(sold(100, { purchasedAt: undefined }))).toMatchObject({ every: 30 });
		expect(daysUntil(sold(100, { purchasedAt: undefined, claimedAt: now - day }))).toMatchObject({
			every: 1,
		});
	});

	it('comes a day after the last miss, even if the purchase was refunded', () => {
		const misses = [now - 5 * hour];
		expect(daysUntil(sold(100, { check: { at: now, misses } }))).toEqual({ in: (24 - 4) / 24, every: 1 });
		expect(daysUntil(sold(100, { status: 'revoked' }))).toEqual({ in: 30, every: 30 });
		const refunded = sold(100, { status: 'revoked', check: { at: now - hour, misses } });
		expect(daysUntil(refunded)).toEqual({ in: 30, every: 30 });
	});

	it('never comes for a revocation by staff', () => {
		expect(daysUntil(sold(1, { status: 'revoked', isRevokedByStaff: true }))).toBeUndefined();
	});

	it('comes a day after a check that failed', () => {
		const check = undefined;
		expect(daysUntil(sold(100, { check, skippedAt: now - hour }))).toEqual({ in: 1, every: 30 });
	});
});
