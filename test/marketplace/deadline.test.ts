import { expect, it } from 'vitest';
import { Deadline } from '../../src/marketplace/caller.js';
import { FakeClock } from '../world/fake-clock.js';

it('distinguishes a deadline that has passed from a caller who gave up', async () => {
	const clock = new FakeClock();
	const passed = new Deadline(clock, clock.now() + 500);
	const caller = new AbortController();
	const givenUp = new Deadline(clock, clock.now() + 5_000, caller.signal);
	caller.abort();
	await clock.advance(500);
	expect([passed.signal.aborted, passed.expired]).toEqual([true, true]);
	expect([givenUp.signal.aborted, givenUp.expired]).toEqual([true, false]);
	givenUp.clear();
	expect(clock.pending).toEqual([]);
});
