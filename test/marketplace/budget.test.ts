import { expect, it } from 'vitest';
import { Budget } from '../../src/marketplace/budget.js';
import { FakeClock } from '../world/fake-clock.js';

const setUp = () => {
	const clock = new FakeClock();
	return { clock, budget: new Budget({ clock, requestsPerMinute: 60, backgroundShare: 0.5 }) };
};

it('lets background work go while less than its share of the minute is used, by whatever work', async () => {
	const { clock, budget } = setUp();
	for (let sent = 0; sent < 29; sent += 1) budget.spend();
	expect(budget.backgroundBlockedUntil()).toBeUndefined();
	budget.spend();
	expect(budget.backgroundBlockedUntil()).toBe(clock.now() + 60_000);
});

it('lets background work go again as soon as enough of the minute has moved on', async () => {
	const { clock, budget } = setUp();
	for (let sent = 0; sent < 40; sent += 1) {
		budget.spend();
		await clock.advance(100);
	}
	const until = budget.backgroundBlockedUntil() ?? 0;
	await clock.advance(until - clock.now() - 1);
	expect(budget.backgroundBlockedUntil()).toBe(until);
	await clock.advance(1);
	expect(budget.backgroundBlockedUntil()).toBeUndefined();
});

it('keeps the longest pause that the server asked for, and background work silent until its end', async () => {
	const { clock, budget } = setUp();
	const until = clock.now() + 30_000;
	budget.pause(until);
	budget.pause(clock.now() + 1_000);
	expect([budget.pausedUntil, budget.backgroundBlockedUntil()]).toEqual([until, until]);
	await clock.advance(30_000);
	expect(budget.backgroundBlockedUntil()).toBeUndefined();
});
