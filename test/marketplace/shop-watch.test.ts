import { describe, expect, it } from 'vitest';
import { ShopWatch } from '../../src/marketplace/shop-watch.js';

const minute = 60_000;

function setUp() {
	const clock = { now: 1_700_000_000_000 };
	const log: (string | number)[] = [];
	const watch = new ShopWatch({
		now: () => clock.now,
		onDown: (since) => void log.push(since),
		onUp: () => void log.push('up'),
	});
	return { clock, log, watch };
}

describe('the watch over the shop', () => {
	it('tells of an outage after twenty minutes, and since when, until there is an answer', () => {
		const { clock, log, watch } = setUp();
		const since = clock.now;
		watch.note({ outcome: 'unavailable' });
		clock.now += 19 * minute;
		watch.note({ outcome: 'malformed' });
		expect(log).toEqual([]);
		clock.now += minute;
		watch.note({ outcome: 'unavailable' });
		watch.note({ outcome: 'invalid-code' });
		watch.note({ outcome: 'unavailable' });
		expect(log).toEqual([since, 'up']);
	});

	it('learns nothing from a rate limit, and counts no outage from a time ahead', () => {
		const { clock, log, watch } = setUp();
		watch.note({ outcome: 'unavailable' });
		clock.now -= 60 * minute;
		watch.note({ outcome: 'unavailable' });
		watch.note({ outcome: 'rate-limited' });
		clock.now += 19 * minute;
		watch.note({ outcome: 'unavailable' });
		expect(log).toEqual([]);
	});
});
