import { describe, expect, it } from 'vitest';
import { Cooldowns } from '../../../src/base/time/cooldowns.js';

function setUp() {
	const clock = { now: 1_000 };
	return { clock, pauses: new Cooldowns({ now: () => clock.now }) };
}

describe('a pause', () => {
	it('holds for its time, and says when the thing was done', () => {
		const { clock, pauses } = setUp();
		expect(pauses.take('a', 30_000)).toBeUndefined();
		clock.now += 29_999;
		expect(pauses.take('a', 30_000)).toBe(1_000);
		clock.now += 1;
		expect(pauses.take('a', 30_000)).toBeUndefined();
	});

	it('holds no other member, and none whose try came to nothing', () => {
		const { pauses } = setUp();
		pauses.take('a', 30_000);
		expect(pauses.take('b', 30_000)).toBeUndefined();
		pauses.giveBack('a');
		expect(pauses.take('a', 30_000)).toBeUndefined();
	});
});
