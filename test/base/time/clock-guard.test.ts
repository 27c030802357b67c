import { beforeEach, describe, expect, it } from 'vitest';
import { ClockGuard } from '../../../src/base/time/clock-guard.js';
import { watchClock } from '../../../src/storage/clock-watch.js';
import { memoryStore } from '../../../src/storage/memory-store.js';

const begin = Date.UTC(2026, 0, 1);
const minute = 60_000;
const day = 24 * 60 * minute;

/** The true time, and how far this machine's clock is ahead of it. */
let at: number;
let ahead: number;
let reports: unknown[];
let waits: number;
beforeEach(() => {
	[at, ahead, reports, waits] = [begin, 0, [], 0];
});

function setUp() {
	const wall = {
		now: () => at + ahead,
		async delay() {
			waits += 1;
			await new Promise(() => {});
		},
	};
	const guard = new ClockGuard(wall, { now: () => at - begin });
	guard.report = { clockOff: (minutes) => reports.push(minutes), clockRight: () => reports.push('right') };
	return guard;
}

const hear = (guard: ClockGuard): void => guard.note(new Date(at).toUTCString());

describe('the clock guard', () => {
	it('trusts a clock within a minute of Discord’s, and any clock before Discord has responded', () => {
		const guard = setUp();
		expect(guard.isTrusted()).toBe(true);
		for (const off of [minute, -minute, 0]) {
			ahead = off;
			hear(guard);
			expect([guard.isTrusted(), guard.now()]).toEqual([true, at + off]);
		}
		expect(reports).toEqual([]);
	});

	it.each([10 * minute, -10 * minute, 3 * day])(
		'attack 50: distrusts a clock that is %d ms ahead at the start, reports it once, and uses Discord’s time',
		(off) => {
			ahead = off;
			const guard = setUp();
			hear(guard);
			at += minute;
			hear(guard);
			expect([guard.isTrusted(), guard.now()]).toEqual([false, at]);
			ahead = minute / 2;
			hear(guard);
			expect([guard.isTrusted(), guard.now()]).toEqual([true, at + ahead]);
			expect(reports).toEqual([Math.abs(off) / minute, 'right']);
		},
	);

	it('notices a jump at the next reading, and reports it once Discord has confirmed it', () => {
		const guard = setUp();
		hear(guard);
		at += 5 * day;
		expect(guard.isTrusted()).toBe(true);
		ahead = 10 * minute;
		expect([guard.now(), guard.isTrusted(), reports]).toEqual([at, false, []]);
		hear(guard);
		expect(reports).toEqual([10]);
	});

	it('is right again after the machine slept, without a report, even if the monotonic clock stood still', () => {
		const guard = setUp();
		hear(guard);
		ahead = day;
		expect(guard.isTrusted()).toBe(false);
		guard.note(new Date(at + day).toUTCString());
		expect([guard.isTrusted(), reports]).toEqual([true, []]);
	});

	it('does not keep reporting a clock at the limit', () => {
		const guard = setUp();
		for (const off of [61_000, 59_000, 61_000, 31_000, 29_000]) {
			ahead = off;
			hear(guard);
		}
		expect(reports).toEqual([1, 'right']);
	});

	it('ignores a response with a missing or unreadable date', () => {
		const guard = setUp();
		for (const nothing of [undefined, '', 'soon']) guard.note(nothing);
		expect([guard.isTrusted(), guard.isConfirmed]).toEqual([true, false]);
	});
});

describe('the newest time in the store', () => {
	/** One reading; `answers`: whether Discord responds. */
	async function look(guard: ClockGuard, rows: Map<string, unknown>, answers = true): Promise<void> {
		const rest = {
			async get() {
				if (!answers) throw new Error('Discord is away');
				hear(guard);
			},
		};
		const before = waits;
		watchClock(guard, memoryStore(rows), rest, { warn: () => {} }).start();
		await expect.poll(() => waits).toBe(before + 1);
	}

	it('reveals a process whose clock is behind, until Discord has responded', async () => {
		const rows = new Map<string, unknown>([['meta:clock', { v: 1, at }]]);
		ahead = -day;
		const guard = setUp();
		await look(guard, rows, false);
		expect([guard.isTrusted(), guard.now(), reports]).toEqual([false, at, [24 * 60]]);
		ahead = 0;
		await look(guard, rows);
		expect([guard.isTrusted(), reports]).toEqual([true, [24 * 60, 'right']]);
	});

	it('is written only by a process that has heard from Discord', async () => {
		const rows = new Map<string, unknown>();
		ahead = 10 * minute;
		const guard = setUp();
		await look(guard, rows);
		expect(rows.size).toBe(0);
		hear(guard);
		await look(guard, rows);
		expect(rows.get('meta:clock')).toEqual({ v: 1, at: begin });
		at += minute;
		await look(guard, rows);
		expect(rows.get('meta:clock')).toEqual({ v: 1, at });
	});

	it('is corrected by Discord’s date if a process with a fast clock wrote it', async () => {
		const rows = new Map<string, unknown>([['meta:clock', { v: 1, at: at + 3 * day }]]);
		const guard = setUp();
		hear(guard);
		await look(guard, rows);
		expect([guard.isTrusted(), guard.now(), reports]).toEqual([true, at, []]);
		expect(rows.get('meta:clock')).toEqual({ v: 1, at });
	});
});
