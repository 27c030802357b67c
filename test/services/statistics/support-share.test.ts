import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/claims/claim.js';
import { VerificationStatistics } from '../../../src/services/statistics/verification-statistics.js';
import { claimOf } from '../../roles/owed-claims.js';
import { floor } from '../../world/floor.js';

const now = Date.UTC(2026, 4, 10);
const claim = (changes: Partial<Claim> = {}): Claim =>
	claimOf('maya', { supportedUntil: now + 1, ...changes });

function sharesOf(claims: readonly Claim[]) {
	const clock = { now, passes: 0, errors: [] as unknown[], fails: false, isPatient: true };
	const waits: number[] = [];
	const shares = new VerificationStatistics(
		floor({
			claims: {
				scan: {
					async *all() {
						clock.passes += 1;
						yield* claims;
						if (clock.fails) throw new Error('The store is away');
					},
				},
			},
			clock: {
				now: () => clock.now,
				delay: (ms) => {
					waits.push(ms);
					return clock.isPatient ? new Promise(() => {}) : Promise.resolve();
				},
			},
			logger: { warn: ({ err }: { err: unknown }) => clock.errors.push(err) },
		}),
	);
	return { shares, clock, waits };
}

describe('the share of supported claims', () => {
	it('counts claims that are not revoked, in each of their servers, and whose support has not ended', async () => {
		const { shares } = sharesOf([
			claim(),
			claim(),
			claim({ supportedUntil: now }),
			claim({ supportedUntil: undefined }),
			claim({ status: 'revoked' }),
		]);
		expect(await shares.supportShare()).toEqual({ claims: 4, supported: 2 });
	});

	it('is counted once a minute', async () => {
		const claims = [claim()];
		const { shares, clock } = sharesOf(claims);
		await shares.supportShare();
		claims.push(claim());
		clock.now += 59_999;
		expect(await shares.supportShare()).toMatchObject({ claims: 1 });
		clock.now += 1;
		expect(await shares.supportShare()).toMatchObject({ claims: 2 });
	});

	it('is not known while a count takes longer than the caller waits, and known afterwards', async () => {
		const { shares, clock, waits } = sharesOf(Array.from({ length: 50 }, () => claim()));
		clock.isPatient = false;
		expect(await shares.supportShare()).toBeUndefined();
		expect(waits).toEqual([500]);
		clock.isPatient = true;
		expect(await shares.supportShare()).toMatchObject({ claims: 50 });
		expect(clock.passes).toBe(1);
	});

	it('is not known if counting fails, and is counted again the next time', async () => {
		const { shares, clock } = sharesOf([claim()]);
		clock.fails = true;
		expect(await shares.supportShare()).toBeUndefined();
		expect(clock.errors).toEqual([new Error('The store is away')]);
		clock.fails = false;
		expect(await shares.supportShare()).toMatchObject({ claims: 1 });
	});
});
