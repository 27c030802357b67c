import { describe, expect, it } from 'vitest';
import { type SupportedClaim, SupportShares } from '../../src/statistics/support-share.js';

const now = Date.UTC(2026, 4, 10);
const claim = (changes: Partial<SupportedClaim> = {}): SupportedClaim => ({
	status: 'active',
	guildIds: ['g1'],
	supportedUntil: now + 1,
	...changes,
});
const noPatience = Promise.resolve();
const patience = new Promise<never>(() => {});

/** Each pass takes `passMs` by the clock that it moves, and gives what `claims` holds then. */
function sharesOf(claims: readonly SupportedClaim[], passMs = 10) {
	const clock = { now, passes: 0, errors: [] as unknown[], fails: false };
	const shares = new SupportShares({
		claims: {
			async *all() {
				clock.passes += 1;
				yield* claims;
				if (clock.fails) throw new Error('The store is away');
				clock.now += passMs;
			},
		},
		now: () => clock.now,
		onError: (error) => clock.errors.push(error),
	});
	return { shares, clock };
}

describe('the share of supported claims', () => {
	it('counts claims that are not revoked, in each of their servers, and whose support has not ended', async () => {
		const { shares } = sharesOf([
			claim(),
			claim({ guildIds: ['g1', 'g2'] }),
			claim({ supportedUntil: now }),
			claim({ supportedUntil: undefined }),
			claim({ status: 'revoked' }),
		]);
		expect(await shares.of('g1', patience)).toEqual({ claims: 4, supported: 2, countedAt: now });
		expect(await shares.of('g2', patience)).toEqual({ claims: 1, supported: 1, countedAt: now });
		expect(await shares.of('g3', patience)).toEqual({ claims: 0, supported: 0, countedAt: now });
	});

	it('is not counted again before a hundred times as long as counting took', async () => {
		const claims = [claim()];
		const { shares, clock } = sharesOf(claims, 10);
		await shares.of('g1', patience);
		claims.push(claim());
		clock.now = now + 10 + 999;
		expect(await shares.of('g1', patience)).toMatchObject({ claims: 1 });
		clock.now = now + 10 + 1_000;
		expect(await shares.of('g1', patience)).toMatchObject({ claims: 2 });
		expect(clock.passes).toBe(2);
	});

	it('is not known while the first count takes longer than anybody waits, and known afterwards', async () => {
		const { shares, clock } = sharesOf(Array.from({ length: 50 }, () => claim()));
		expect(await shares.of('g1', noPatience)).toBeUndefined();
		expect(await shares.of('g1', patience)).toMatchObject({ claims: 50 });
		expect(clock.passes).toBe(1);
	});

	it('stays as it was while it is counted anew', async () => {
		const claims = [claim()];
		const { shares, clock } = sharesOf(claims);
		await shares.of('g1', patience);
		claims.push(claim());
		clock.now += 60_000;
		expect(await shares.of('g1', noPatience)).toMatchObject({ claims: 1, countedAt: now });
	});

	it('stays as it was where counting fails, and counts again the next time', async () => {
		const { shares, clock } = sharesOf([claim()]);
		await shares.of('g1', patience);
		clock.now += 60_000;
		clock.fails = true;
		expect(await shares.of('g1', patience)).toMatchObject({ claims: 1, countedAt: now });
		expect(clock.errors).toEqual([new Error('The store is away')]);
		clock.fails = false;
		await shares.of('g1', patience);
		expect(clock.passes).toBe(3);
	});
});
