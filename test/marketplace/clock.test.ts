import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { sleep, startDeadline, systemClock } from '../../src/marketplace/clock.js';
import { FakeClock } from './fake-clock.js';

it('sleeps for the time it was told', async () => {
	const clock = new FakeClock();
	let awake = false;
	void sleep(clock, 1_000, new AbortController().signal).then(() => {
		awake = true;
	});
	await clock.advance(999);
	expect(awake).toBe(false);
	await clock.advance(1);
	expect(awake).toBe(true);
});

it('wakes early when it is called off, and leaves no timer behind', async () => {
	const clock = new FakeClock();
	const caller = new AbortController();
	const asleep = sleep(clock, 1_000, caller.signal);
	caller.abort();
	await asleep;
	expect(clock.pending).toEqual([]);
	await sleep(clock, 1_000, caller.signal);
	expect(clock.pending).toEqual([]);
});

it('leaves nothing behind at the signal of whoever slept to the end', async () => {
	const clock = new FakeClock();
	const { signal } = new AbortController();
	const asleep = sleep(clock, 1_000, signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	await clock.advance(1_000);
	await asleep;
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('tells a deadline that has passed from a caller who gave up', async () => {
	const clock = new FakeClock();
	const passed = startDeadline(clock, clock.now() + 500);
	const caller = new AbortController();
	const givenUp = startDeadline(clock, clock.now() + 5_000, caller.signal);
	caller.abort();
	await clock.advance(500);
	expect([passed.signal.aborted, passed.expired]).toEqual([true, true]);
	expect([givenUp.signal.aborted, givenUp.expired]).toEqual([true, false]);
	givenUp.clear();
	expect(clock.pending).toEqual([]);
});

it('runs on the machine’s clock in production', async () => {
	const before = Date.now();
	let isCalled = false;
	const callOff = systemClock.after(1, () => {
		isCalled = true;
	});
	callOff();
	await sleep(systemClock, 20, new AbortController().signal);
	expect(systemClock.now()).toBeGreaterThan(before);
	expect(isCalled).toBe(false);
});
