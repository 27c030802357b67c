import { describe, expect, it } from 'vitest';
import { stopsBetween } from '../../src/clock/stops.js';

const minute = 60_000;
const now = Date.parse('2026-03-01T12:00:00Z');
const day = now + 24 * 60 * minute;

describe('a fast-forwarded clock', () => {
	it('stops before the end of each interaction, once for those that end together', () => {
		const begun = [now - 2 * minute, now, now - 20_000];
		expect(stopsBetween(now, day, begun)).toEqual([now + 12.5 * minute, now + 14.5 * minute - 20_000]);
	});

	it('doesn’t stop on a short jump, nor for an interaction that is over', () => {
		expect(stopsBetween(now, now + minute, [now])).toEqual([]);
		expect(stopsBetween(now, day, [now - 16 * minute])).toEqual([]);
	});
});
