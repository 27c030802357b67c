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

const day = Date.UTC(2026, 4, 10);

function setUp({ store = memoryStore(), claims = [] }: { store?: Store; claims?: readonly Claim[] } = {}) {
	const state = { now: noon, passes: 0, errors: [] as unknown[], isCounting: true, isPatient: true };
	const waits: number[] = [];
	/** Advances past the time for which counts are collected. */
	let pass = (): void => {};
	const statistics = createVerificationStatistics(
		floor({
			store,
			claims: {
				scan: {
					async *all() {
						state.passes += 1;
						yield* claims;
						if (!state.isCounting) throw new Error('The store is away');
					},
				},
			},
			clock: {
				now: () => state.now,
				delay: (ms) => {
					waits.push(ms);
					return state.isPatient ? new Promise((resolve) => (pass = resolve)) : Promise.resolve();
				},
			},
			logger: { warn: ({ err }: { err: unknown }) => state.errors.push(err) },
		}),
	);
	return { statistics, store, state, waits, pass: () => pass() };
}

async function rowsOf(store: Store): Promise<readonly unknown[]> {
	const rows: unknown[] = [];
	for await (const row of store.list('stats:')) rows.push(row);
	return rows;
}

describe('verification statistics', () => {
	it('are counted by day, item and reason', async () => {
		const { statistics, state } = setUp();
		state.now -= dayMs;
		statistics.note(guild, verified(1));
		statistics.note(guild, verified(2));
		state.now = noon;
		statistics.note(guild, verified(2));
		for (let count = 0; count < 3; count += 1) statistics.note(guild, invalid);
		statistics.note(guild, { kind: 'refused', reason: 'taken' });
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect(report.days).toHaveLength(30);
		expect(report.days.slice(-2).map((day) => day.verified)).toEqual([2, 1]);
		expect(report.days.at(-1)?.day).toBe(day);
		expect(report.items).toEqual([
			{ id: 2, name: 'Item 2', count: 2 },
			{ id: 1, name: 'Item 1', count: 1 },
		]);
		expect(report).toMatchObject({ verified: 3, refused: 4, unknown: 3, inUse: 1 });
		expect(state.errors).toEqual([]);
	});

	it('are written once per burst, without a request for it', async () => {
		const writes: string[] = [];
		const before = () => void writes.push('write');
		const { statistics, pass } = setUp({ store: onCommit(memoryStore(), { before }) });
		for (const burst of [20, 30]) {
			for (let count = 0; count < burst; count += 1) statistics.note(guild, verified(1));
			expect(writes).toHaveLength(burst === 20 ? 0 : 1);
			pass();
			// The passing of time starts the write.
			await Promise.resolve();
			await statistics.settled();
		}
		expect(writes).toHaveLength(2);
		expect((await statistics.report(guild, 1)).verified).toBe(50);
	});

	it('are compared with the same number of days before, if these are known', async () => {
		const { statistics, state } = setUp();
		statistics.note(guild, verified(1));
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect((await statistics.report(guild, 90)).before).toBeUndefined();
		state.now = noon + 30 * dayMs;
		statistics.note(guild, { kind: 'refunded' });
		statistics.note(guild, verified(1));
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect([report.verified, report.before, report.refunded]).toEqual([1, 2, 1]);
	});

	it('are deleted after 190 days, and only then', async () => {
		const { statistics, state, store } = setUp();
		const kept = async () => {
			await new Table(dayRecordKind, store, { now: () => state.now }).prune();
			return (await rowsOf(store)).length;
		};
		statistics.note(guild, verified(1));
		state.now = noon + 189 * dayMs;
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect(await kept()).toBe(2);
		state.now = noon + 190 * dayMs;
		statistics.note(guild, verified(1));
		await statistics.settled();
		expect(await kept()).toBe(2);
		expect((await statistics.report(guild, 1)).verified).toBe(1);
	});

	it('stay small however many items are sold', async () => {
		const { statistics, store } = setUp();
		for (let id = 1; id <= 130; id += 1) statistics.note(guild, verified(id, 'x'.repeat(5_000)));
		await statistics.settled();
		const report = await statistics.report(guild, 30);
		expect([report.items.length, report.verified]).toEqual([100, 130]);
		const [row] = await rowsOf(store);
		expect(JSON.stringify(row).length).toBeLessThan(20_000);
	});
});

it('a failing store loses one count, which is reported, without affecting the next', async () => {
	const failures = [new StoreUnavailableError('The disk is full')];
	const before = () => {
		const failure = failures.pop();
		if (failure !== undefined) throw failure;
	};
	const { statistics, state } = setUp({ store: onCommit(memoryStore(), { before }) });
	expect(() => statistics.note(guild, verified(1))).not.toThrow();
	await statistics.settled();
	statistics.note(guild, verified(1));
	await statistics.settled();
	expect(state.errors).toEqual([new StoreUnavailableError('The disk is full')]);
	expect((await statistics.report(guild, 30)).verified).toBe(1);
});

const claim = (changes: Partial<Claim> = {}): Claim =>
	claimOf('maya', { supportedUntil: noon + 1, ...changes });

describe('the share of supported claims', () => {
	it('counts the claims that aren’t revoked, and those whose support has not ended', async () => {
		const claims = [
			claim(),
			claim(),
			claim({ supportedUntil: noon }),
			claim({ supportedUntil: undefined }),
			claim({ status: 'revoked' }),
		];
		expect(await setUp({ claims }).statistics.supportShare()).toEqual({ claims: 4, supported: 2 });
	});

	it('is unknown while a count takes longer than the caller waits, and known afterwards', async () => {
		const { statistics, state, waits } = setUp({ claims: Array.from({ length: 50 }, () => claim()) });
		state.isPatient = false;
		expect(await statistics.supportShare()).toBeUndefined();
		expect(waits).toEqual([500]);
		state.isPatient = true;
		expect(await statistics.supportShare()).toMatchObject({ claims: 50 });
		expect(state.passes).toBe(1);
	});

	it('is unknown if counting fails, and is counted again the next time', async () => {
		const { statistics, state } = setUp({ claims: [claim()] });
		state.isCounting = false;
		expect(await statistics.supportShare()).toBeUndefined();
		expect(state.errors).toEqual([new Error('The store is away')]);
		state.isCounting = true;
		expect(await statistics.supportShare()).toMatchObject({ claims: 1 });
	});
});
