import { beforeEach, describe, expect, it } from 'vitest';
import { type CheckedClaim, type ClaimCheck, Recheck, type RecheckEvent } from '../../src/refunds/recheck.js';

const hour = 60 * 60_000;
const day = 24 * hour;

type Said = 'valid' | 'invalid' | 'uncheckable';
type Writable = { -readonly [Key in keyof CheckedClaim]: CheckedClaim[Key] };

/** A shop whose claims are checked hour by hour, on a clock of its own. */
class Shop {
	now = 0;
	says: (hash: string, now: number) => Said = () => 'valid';
	supportedUntil: number | undefined;
	readonly claims = new Map<string, Writable>();
	readonly events: RecheckEvent[] = [];
	readonly granted: string[] = [];
	asked = 0;
	readonly #taken = new Map<number, number>();

	constructor(count: number) {
		for (let index = 0; index < count; index += 1) {
			const hash = `claim-${index}`;
			this.claims.set(hash, {
				hash,
				holderId: `holder-${index}`,
				guildIds: ['guild'],
				status: 'active',
				item: { name: 'Aurora' },
				supportedUntil: undefined,
				// Sold over the month before.
				claimedAt: -Math.floor((index / count) * 30 * day),
				check: undefined,
			});
		}
	}

	recheck(days = 30): Recheck<string> {
		const change = (hash: string, changes: Partial<Writable>) => {
			const claim = this.claims.get(hash);
			if (claim !== undefined) Object.assign(claim, changes);
			return Promise.resolve();
		};
		const claims = this.claims;
		return new Recheck<string>(
			{
				claims: {
					async *all() {
						for (const claim of claims.values()) yield { ...claim };
					},
					codeOf: async (hash) => hash,
					noteCheck: (hash: string, check: ClaimCheck) => change(hash, { check }),
					revoke: (hash) => change(hash, { status: 'revoked' }),
					reinstate: (hash) => change(hash, { status: 'active' }),
					updateSupport: (hash, supportedUntil) => change(hash, { supportedUntil }),
				},
				checkPurchase: async (hash) => {
					this.asked += 1;
					const kind = this.says(hash, this.now);
					return kind === 'valid' ? { kind, purchase: { supportedUntil: this.supportedUntil } } : { kind };
				},
				revocations: {
					take: async (onDay, limit) => {
						const count = this.#taken.get(onDay) ?? 0;
						this.#taken.set(onDay, count + 1);
						return count < limit;
					},
				},
				requestRoles: async ({ holderId }) => {
					this.granted.push(holderId);
				},
				onEvent: (event) => this.events.push(event),
				now: () => this.now,
				delay: async () => {},
				onError: (error) => {
					throw error;
				},
			},
			days,
		);
	}

	async run(recheck: Recheck<string>, until: number): Promise<void> {
		for (; this.now < until; this.now += hour) await recheck.round();
	}

	revoked(): string[] {
		return [...this.claims.values()].filter(({ status }) => status === 'revoked').map(({ hash }) => hash);
	}
}

describe('checking claims again', () => {
	let shop: Shop;
	beforeEach(() => {
		shop = new Shop(1_000);
	});

	it('revokes the five refunds in ninety days, and nobody in a two-day outage that calls everything invalid', async () => {
		const refunded = new Set(['claim-3', 'claim-200', 'claim-499', 'claim-731', 'claim-999']);
		const inOutage = (now: number) => now >= 40 * day && now < 42 * day;
		shop.says = (hash, now) =>
			inOutage(now) || (refunded.has(hash) && now >= 10 * day) ? 'invalid' : 'valid';
		await shop.run(shop.recheck(), 90 * day);
		expect(new Set(shop.revoked())).toEqual(refunded);
		expect(shop.granted.toSorted()).toEqual(
			[...refunded].map((hash) => hash.replace('claim', 'holder')).sort(),
		);
	});

	it('asks about each claim once in the period, not more', async () => {
		await shop.run(shop.recheck(30), 90 * day);
		// Three periods; rounds are an hour apart, so that the last ones may fall just behind the end.
		expect(shop.asked).toBeGreaterThan(2.9 * 1_000);
		expect(shop.asked).toBeLessThanOrEqual(3 * 1_000);
	});

	it('never revokes on fewer than three answers, or on three within two days', async () => {
		shop = new Shop(1);
		shop.says = () => 'invalid';
		const recheck = shop.recheck(1);
		// The first answer comes within the first hour or so of the claim being due, a day after it was made.
		await shop.run(recheck, 3 * day);
		expect(shop.revoked()).toEqual([]);
		await shop.run(recheck, 3 * day + 2 * hour);
		expect(shop.revoked()).toEqual(['claim-0']);
	});

	it('starts counting anew after one valid answer', async () => {
		shop = new Shop(1);
		shop.says = (_, now) => (now < 2.5 * day || now > 3.5 * day ? 'invalid' : 'valid');
		await shop.run(shop.recheck(1), 6 * day);
		expect(shop.revoked()).toEqual([]);
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

	it('may still revoke three a day in a small shop, and no more', async () => {
		shop = new Shop(10);
		shop.says = () => 'invalid';
		const recheck = shop.recheck(1);
		const revokedBy: number[] = [];
		for (let days = 1; days <= 6; days += 1) {
			await shop.run(recheck, days * day);
			revokedBy.push(shop.revoked().length);
		}
		expect(revokedBy).toEqual([0, 0, 3, 6, 9, 10]);
	});

	it('brings a revoked claim back when its code is valid again', async () => {
		shop = new Shop(1);
		shop.says = (_, now) => (now < 20 * day ? 'invalid' : 'valid');
		await shop.run(shop.recheck(2), 15 * day);
		expect(shop.revoked()).toEqual(['claim-0']);
		await shop.run(shop.recheck(2), 30 * day);
		expect(shop.revoked()).toEqual([]);
		expect(shop.events.map(({ kind }) => kind)).toEqual(['revoked', 'reinstated']);
	});

	it('takes over a support date that was extended, and asks for the roles that follow', async () => {
		shop = new Shop(1);
		shop.supportedUntil = 400 * day;
		await shop.run(shop.recheck(), 31 * day);
		expect(shop.claims.get('claim-0')?.supportedUntil).toBe(400 * day);
		expect(shop.granted).toEqual(['holder-0']);
	});

	it('leaves the rest for later while the marketplace gives no answers, and counts nothing', async () => {
		shop.says = () => 'uncheckable';
		const recheck = shop.recheck();
		shop.now = 60 * day;
		await recheck.round();
		expect(shop.asked).toBe(1);
		expect([...shop.claims.values()].every(({ check }) => check === undefined)).toBe(true);
	});
});
