import { expect, it } from 'vitest';
import { RareLines } from '../../../src/base/time/log-lines.js';

it('a trouble that lasts has one line an hour, and another trouble its own', () => {
	let now = 1_000_000;
	const lines = new RareLines({ now: () => now });
	const levels = (minutes: number, trouble: string) => {
		now = 1_000_000 + minutes * 60_000;
		return lines.level(trouble, 'warn');
	};
	expect([0, 1, 59, 60, 61].map((minutes) => levels(minutes, 'a'))).toEqual([
		'warn',
		'debug',
		'debug',
		'warn',
		'debug',
	]);
	expect(levels(61, 'b')).toBe('warn');
});
