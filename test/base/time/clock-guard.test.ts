import { expect, it } from 'vitest';
import { ClockGuard } from '../../../src/base/time/clock-guard.js';

const theirs = Date.UTC(2026, 0, 1);
const header = new Date(theirs).toUTCString();
const minute = 60_000;

function setUp() {
	let at = theirs;
	const reports: unknown[] = [];
	const guard = new ClockGuard(
		{ now: () => at },
		{ clockOff: (minutes) => reports.push(minutes), clockRight: () => reports.push('right') },
	);
	const at3Days = 3 * 24 * 60;
	return {
		guard,
		reports,
		at3Days,
		off: (minutes: number) => {
			at = theirs + minutes * minute;
			guard.note(header);
		},
	};
}

it('trusts a clock within five minutes of Discord’s, and before anything was heard', () => {
	const { guard, reports, off } = setUp();
	expect(guard.isTrusted()).toBe(true);
	for (const minutes of [5, -5, 0]) off(minutes);
	expect([guard.isTrusted(), reports]).toEqual([true, []]);
});

it('attack 50: does not trust one that is days ahead or behind, reports it once, and trusts it again when it is right', () => {
	const { guard, reports, off, at3Days } = setUp();
	for (const minutes of [at3Days, at3Days, -at3Days]) {
		off(minutes);
		expect(guard.isTrusted()).toBe(false);
	}
	off(1);
	expect([guard.isTrusted(), reports]).toEqual([true, [at3Days, 'right']]);
});

it('learns nothing from an answer without a date, or with nonsense in it', () => {
	const { guard, reports } = setUp();
	for (const nothing of [undefined, '', 'soon']) guard.note(nothing);
	expect([guard.isTrusted(), reports]).toEqual([true, []]);
});
