import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import type { Claim } from '../../../src/claims/claim.js';
import {
	type CountedEvent,
	createVerificationStatistics,
	dayRecordKind,
} from '../../../src/services/statistics/verification-statistics.js';
import type { Store } from '../../../src/storage/store.js';
import { Table } from '../../../src/storage/table.js';
import { memoryStore } from '../../roles/memory-store.js';
import { claimOf } from '../../roles/owed-claims.js';
import { onCommit } from '../../storage/on-commit.js';
import { floor } from '../../world/floor.js';

const guild = '100000000000000001';
const dayMs = 86_400_000;
const noon = Date.UTC(2026, 4, 10, 12);

const verified = (id: number, name = `Item ${id}`): CountedEvent => ({
	kind: 'verified',
	item: { id, name },
});
const invalid: CountedEvent = { kind: 'refused', reason: 'invalid' };

function statisticsOn(store: Store, now = () => noon) {
	const errors: unknown[] = [];
	let pass = (): void => {};
	return {
		errors,
		/** Advances past the time for which counts are collected. */
		pass: () => pass(),
		statistics: createVerificationStatistics(
			floor({
				store,
				clock: { now, delay: () => new Promise((resolve) => (pass = resolve)) },
				logger: { warn: ({ err }: { err: unknown }) => errors.push(err) },
			}),
		),
	};
}

async function rowsOf(store: Store): Promise<readonly unknown[]> {
	const rows: unknown[] = [];
	for await (const row of store.list('stats:')) rows.push(row);
	return rows;
}

describe('verification statistics', () => {
	it('are counted by day, item and reason', async () => {
		const store = memoryStore();
		let now = noon - dayMs;
		const { statistics, errors } = statisticsOn(store, () => now);
		statistics.note(guild, verified(1));
		statistics.note(guild, verified(2));
		now = noon;
		statistics.note(guild, verified(2));
		for (let count = 0; count < 3; count += 1) statistics.note(guild, invalid);
		statistics.note(guild, { kind: 'refused', reason: 'taken' });
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect(report.days).toHaveLength(30);
		expect(report.days.slice(-2).map((day) => day.verified)).toEqual([2, 1]);
		expect(report.days.at(-1)?.day).toBe(Date.UTC(2026, 4, 10));
		expect(report.items).toEqual([
			{ id: 2, name: 'Item 2', count: 2 },
			{ id: 1, name: 'Item 1', count: 1 },
		]);
		expect(report).toMatchObject({ verified: 3, refused: 4, unknown: 3, inUse: 1 });
		expect(errors).toEqual([]);
	});

	it('are written once per burst, without a request for it', async () => {
		const store = memoryStore();
		let writes = 0;
		const { statistics, pass } = statisticsOn(
			onCommit(store, {
				before() {
					writes += 1;
				},
			}),
		);
		for (const burst of [20, 30]) {
			for (let count = 0; count < burst; count += 1) statistics.note(guild, verified(1));
			expect(writes).toBe(burst === 20 ? 0 : 1);
			pass();
			// The passing of time starts the write.
			await Promise.resolve();
			await statistics.settled();
		}
		expect(writes).toBe(2);
		expect((await statistics.report(guild, 1)).verified).toBe(50);
	});

	it('are compared with the same number of days before, if these are known', async () => {
		const store = memoryStore();
		let now = noon;
		const { statistics } = statisticsOn(store, () => now);
		statistics.note(guild, verified(1));
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect((await statistics.report(guild, 90)).before).toBeUndefined();
		now = noon + 30 * dayMs;
		statistics.note(guild, { kind: 'refunded' });
		statistics.note(guild, verified(1));
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect([report.verified, report.before, report.refunded]).toEqual([1, 2, 1]);
	});

	it('are deleted after 190 days, and only then', async () => {
		const store = memoryStore();
		let now = noon;
		const { statistics } = statisticsOn(store, () => now);
		const kept = async () => {
			await new Table(dayRecordKind, store, { now: () => now }).prune();
			return (await rowsOf(store)).length;
		};
		statistics.note(guild, verified(1));
		now = noon + 189 * dayMs;
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect(await kept()).toBe(2);
		now = noon + 190 * dayMs;
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect(await kept()).toBe(2);
		expect((await statistics.report(guild, 1)).verified).toBe(1);
	});

	it('stay small however many items are sold', async () => {
		const store = memoryStore();
		const { statistics } = statisticsOn(store);
		for (let id = 1; id <= 130; id += 1) statistics.note(guild, verified(id, 'x'.repeat(5_000)));
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect([report.items.length, report.verified]).toEqual([100, 130]);
		const [row] = await rowsOf(store);
		expect(JSON.stringify(row).length).toBeLessThan(20_000);
	});
});

describe('a failing store', () => {
	it('loses one count, which is reported, without affecting the next', async () => {
		const store = memoryStore();
		let isDown = true;
		const { statistics, errors } = statisticsOn(
			onCommit(store, {
				before() {
					if (isDown) throw new StoreUnavailableError('The disk is full');
				},
			}),
		);
		expect(() => statistics.note(guild, verified(1))).not.toThrow();
		await statistics.settled();
		isDown = false;
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect(errors).toEqual([new StoreUnavailableError('The disk is full')]);
		expect((await statistics.report(guild, 30)).verified).toBe(1);
	});
});

const now = Date.UTC(2026, 4, 10);
const claim = (changes: Partial<Claim> = {}): Claim =>
	claimOf('maya', { supportedUntil: now + 1, ...changes });

function sharesOf(claims: readonly Claim[]) {
	const clock = { now, passes: 0, errors: [] as unknown[], fails: false, isPatient: true };
	const waits: number[] = [];
	const shares = createVerificationStatistics(
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
	it('counts the claims that aren’t revoked, and those whose support has not ended', async () => {
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

	it('is unknown while a count takes longer than the caller waits, and known afterwards', async () => {
		const { shares, clock, waits } = sharesOf(Array.from({ length: 50 }, () => claim()));
		clock.isPatient = false;
		expect(await shares.supportShare()).toBeUndefined();
		expect(waits).toEqual([500]);
		clock.isPatient = true;
		expect(await shares.supportShare()).toMatchObject({ claims: 50 });
		expect(clock.passes).toBe(1);
	});

	it('is unknown if counting fails, and is counted again the next time', async () => {
		const { shares, clock } = sharesOf([claim()]);
		clock.fails = true;
		expect(await shares.supportShare()).toBeUndefined();
		expect(clock.errors).toEqual([new Error('The store is away')]);
		clock.fails = false;
		expect(await shares.supportShare()).toMatchObject({ claims: 1 });
	});
});
