import { describe, expect, it } from 'vitest';
import { RareLines } from '../../../src/base/time/log-lines.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function setUp() {
	const clock = { now: 1_000_000 };
	const lines = new RareLines({ now: () => clock.now });
	/** Minutes after now at which a trouble that comes every half minute has a line, within two days. */
	const lineMinutes = (trouble: string): number[] => {
		const minutes: number[] = [];
		const from = clock.now;
		for (; clock.now < from + 2 * dayMs; clock.now += minuteMs / 2)
			if (lines.level(trouble, 'warn') === 'warn') minutes.push((clock.now - from) / minuteMs);
		return minutes;
	};
	return { clock, lines, lineMinutes };
}

describe('lines about a trouble that lasts', () => {
	it('become rarer', () => {
		expect(setUp().lineMinutes('a')).toEqual([0, 1, 5, 21, 85, 341, 1_365]);
	});

	it('go to the debug log in between', () => {
		const { lines } = setUp();
		expect(lines.level('a', 'error')).toBe('error');
		expect(lines.level('a', 'error')).toBe('debug');
	});

	it('leave those about another trouble alone', () => {
		const { lines } = setUp();
		lines.level('a', 'warn');
		expect(lines.level('b', 'warn')).toBe('warn');
	});

	it('begin again after a day without the trouble', () => {
		const { clock, lineMinutes } = setUp();
		lineMinutes('a');
		clock.now += dayMs;
		expect(lineMinutes('a').slice(0, 3)).toEqual([0, 1, 5]);
	});
});
