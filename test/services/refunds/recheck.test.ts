import { beforeEach, describe, expect, it } from 'vitest';
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

/** The world of a round, of which each test changes one part. Waits, requests and reports are in `log`. */
class World {
	readonly log: unknown[] = [];
	readonly errors: unknown[] = [];
	now = 100 * day;
	purchases = [sold('one')];
	/** Called at each wait; the loop continues when it returns. */
	waited: (ms: number) => Promise<void> | void = () => {};
	readonly recheck: ReturnType<typeof createRecheck>;

	constructor({ claims, ...changes }: FloorOf<typeof createRecheck> = {}, isTrusted = true) {
		const all = () => this.purchases;
		this.recheck = createRecheck(
			floor({
				claims: {
					checks: {
						async *all() {
							yield* all();
						},
						skip: async (hash) => {
							this.log.push(`skip ${hash}`);
							Object.assign(all().find((each) => each.hash === hash) ?? {}, { skippedAt: this.now });
						},
					},
					moderated: { byHash: async (hash) => all().find((each) => each.hash === hash) },
					codeOf: async (hash) => hash as PurchaseCode,
					...claims,
				},
				purchaseCheck: {
					checkCode: async (code) => {
						this.log.push(`ask ${code}`);
						return { kind: 'invalid' };
					},
				},
				refunds: {
					heard: async (hash, answer, question) => {
						this.log.push(['heard', hash, answer.kind, question]);
						// The purchase is no longer due.
						const purchase = this.purchases.find((each) => each.hash === hash);
						Object.assign(purchase ?? {}, { check: { at: this.now, misses: [] } });
						return undefined;
					},
				},
				shopPerMinute: 60,
				store: memoryStore(),
				metrics: {
					rechecks: { inc: ({ result }) => void this.log.push(`checked ${result}`) },
					recheckLoad: (load) => {
						this.log.push(`load ${load.purchases} ${load.due} ${load.overdue}`);
					},
				},
				clock: {
					isTrusted: () => isTrusted,
					now: () => this.now,
					delay: async (ms) => {
						this.log.push(`wait ${ms}`);
						await this.waited(ms);
					},
				},
				logger: {
					error: ({ claim, why }: { claim: string; why: string }) =>
						void this.log.push(`skipped ${claim} ${why}`),
					warn: ({ err }: { err: Error }) => void this.errors.push(err),
				},
				...changes,
			}),
			30,
		);
	}

	/** Runs the loop for this many rounds. */
	async runFor(rounds: number): Promise<void> {
		let left = rounds;
		await new Promise<void>((resolve) => {
			this.waited = (ms) => {
				if (ms !== hour && ms !== minute) return;
				left -= 1;
				if (left >= 0) return;
				resolve();
				return new Promise(() => {});
			};
			this.recheck.task.start();
		});
	}
}

describe('the loop of checks', () => {
	let world: World;
	beforeEach(() => {
		world = new World();
	});

	it('waits a minute before the first round, and an hour before each later one', async () => {
		await world.runFor(2);
		expect(world.log).toEqual([
			'wait 60000',
			'load 1 1 1',
			'ask one',
			['heard', 'one', 'invalid', { by: 'claimcheck', askedAt: world.now }],
			'checked invalid',
			'wait 4000',
			'wait 3600000',
			'load 1 0 0',
			'wait 3600000',
		]);
	});

	it('starts the next round immediately if the machine slept during one', async () => {
		world = new World({
			purchaseCheck: {
				checkCode: async () => {
					world.now += day;
					return { kind: 'invalid' };
				},
			},
		});
		await world.runFor(1);
		expect(world.log.filter((entry) => typeof entry === 'string' && /^load|^wait [06]/.test(entry))).toEqual([
			'wait 60000',
			'load 1 1 1',
			'wait 0',
			'load 1 0 0',
		]);
	});

	it('continues immediately if a round had no room for all', async () => {
		world.purchases = Array.from({ length: 1_001 }, (_, index) => sold(`claim-${index}`));
		await world.runFor(1);
		expect(
			world.log.filter((entry) => typeof entry === 'string' && /^load|^wait (3|60)/.test(entry)),
		).toEqual(['wait 60000', 'load 1001 1001 1001', 'load 1001 1 1', 'wait 3600000']);
	});

	it('stops in the middle of a round, once the pending answer has arrived', async () => {
		world.purchases = [sold('one'), sold('two')];
		let stopped: Promise<void> | undefined;
		world.waited = (ms) => {
			if (ms < minute) stopped = world.recheck.task.stop();
		};
		world.recheck.task.start();
		await expect.poll(() => stopped !== undefined).toBe(true);
		await stopped;
		expect(world.log.filter((entry) => String(entry).startsWith('ask'))).toHaveLength(1);
		expect(world.log.at(-1)).toBe('wait 4000');
	});
});

describe('a round', () => {
	it('is skipped if the clock is wrong, or the shop doesn’t respond', async () => {
		expect(await new World({}, false).recheck.round()).toBe('done');
		const silent = new World({
			purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) },
		});
		silent.purchases = Array.from({ length: 1_001 }, (_, index) => sold(`claim-${index}`));
		expect(await silent.recheck.round()).toBe('done');
		expect(silent.log).toEqual(['load 1001 1001 1001']);
	});

	const askedIn = ({ log }: World) => log.filter((entry) => String(entry).startsWith('ask'));

	it('starves no purchase, even behind more damaged copies than it has room for', async () => {
		const codeOf = async (hash: string) => {
			if (Number(hash) >= 500) throw new StoreCorruptError('The copy cannot be opened');
			return hash as PurchaseCode;
		};
		const world = new World({ claims: { codeOf } });
		world.purchases = Array.from({ length: 2_500 }, (_, n) => sold(`${n}`, n));
		for (let round = 0; round < 3; round += 1) await world.recheck.round();
		expect(new Set(askedIn(world)).size).toBe(500);
	});

	it('is as large as one process can manage, by the requests that the shop accepts per minute', async () => {
		const loads: unknown[] = [];
		const world = new World({
			shopPerMinute: 600,
			metrics: { rechecks: { inc: () => {} }, recheckLoad: (load) => void loads.push(load) },
		});
		await world.recheck.round();
		expect(loads).toEqual([{ purchases: 1, due: 1, overdue: 1, neededADay: 1, possibleADay: 216_000 }]);
		expect(world.log).toContain('wait 400');
	});

	it('skips purchases that were checked or unlinked after the round started', async () => {
		const world = new World();
		world.purchases = [sold('one'), sold('two'), sold('three')];
		world.waited = () => {
			const [second, third] = world.purchases.filter(({ check }) => check === undefined);
			Object.assign(second ?? {}, { check: { at: world.now, misses: [] } });
			Object.assign(third ?? {}, { claims: [] });
		};
		await world.recheck.round();
		expect(world.log.filter((entry) => String(entry).startsWith('ask'))).toHaveLength(1);
	});

	it('counts a purchase as overdue if it has waited twice as long as it should', async () => {
		const world = new World();
		const checked = (daysAgo: number) => ({
			...sold(`${daysAgo}`),
			check: { at: world.now - daysAgo * day, misses: [] },
		});
		const unheld = { ...sold('unheld'), claims: [] };
		world.purchases = [checked(29), checked(30), checked(59), checked(60), checked(61), unheld];
		await world.recheck.round();
		expect(world.log[0]).toBe('load 5 4 2');
	});

	it('gives a day’s delay more weight for a young purchase than for an old one', async () => {
		const world = new World();
		const old = Array.from({ length: 1_000 }, (_, index) => ({
			...sold(`old-${index}`),
			check: { at: world.now - 33 * day, misses: [] },
		}));
		const young = {
			...sold('young', world.now - 3 * day),
			check: { at: world.now - 2 * day, misses: [] },
		};
		world.purchases = [...old, young];
		expect(await world.recheck.round()).toBe('more');
		expect(world.log).toContain('ask young');
	});

	it.each(['unreadable', 'malformed'] as const)(
		'skips for a day, and counts as skipped, a purchase that is %s',
		async (why) => {
			const world = new World({
				claims: {
					codeOf: async (hash) => {
						if (why === 'unreadable') throw new StoreCorruptError('The copy cannot be opened');
						return hash as PurchaseCode;
					},
				},
				purchaseCheck: { checkCode: async () => ({ kind: 'uncheckable', reason: 'malformed' }) },
			});
			world.purchases = [sold('a-hash-of-it')];
			await world.recheck.round();
			// The log contains only a part of the hash.
			const lines = ['checked skipped', `skipped a-hash-o ${why}`, 'skip a-hash-of-it'];
			expect(world.log.slice(1, 4)).toEqual(lines);
			// A check without a request needs no pause.
			expect(world.log.slice(4)).toEqual(why === 'malformed' ? ['wait 4000'] : []);
		},
	);

	it('continues if its record of skipped purchases has become unreadable', async () => {
		const odd = () => Promise.reject(new StoreCorruptError('odd'));
		const byHash = async () => sold('one');
		async function* all() {
			yield sold('one');
		}
		const world = new World({ claims: { checks: { all, skip: odd }, moderated: { byHash }, codeOf: odd } });
		expect(await world.recheck.round()).toBe('done');
	});
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
