import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longWaitMs, WorldClock } from '../../src/clock/world-clock.js';

const minute = 60_000;

/** Resolves once everything that is due has had its turn. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe('the clock of the playground', () => {
	it('is the machine’s clock at first, and then ahead by the given time', () => {
		vi.setSystemTime(1_700_000_000_000);
		onTestFinished(() => void vi.useRealTimers());
		const clock = new WorldClock();
		expect(clock.now()).toBe(1_700_000_000_000);
		clock.advance(30 * minute);
		clock.advance(30 * minute);
		expect(clock.aheadMs).toBe(60 * minute);
		expect(clock.now()).toBe(1_700_000_000_000 + 60 * minute);
	});

	it('ends the long waits that are due, in order, and leaves the others', async () => {
		const clock = new WorldClock();
		const ended: string[] = [];
		clock.after(40 * minute, () => ended.push('forty'));
		clock.after(15 * minute, () => ended.push('fifteen'));
		const cancel = clock.after(10 * minute, () => ended.push('called off'));
		cancel();
		clock.after(3 * 60 * minute, () => ended.push('three hours'));
		clock.advance(60 * minute);
		await turn();
		expect(ended).toEqual(['fifteen', 'forty']);
		clock.advance(60 * minute);
		await turn();
		expect(ended).toEqual(['fifteen', 'forty']);
		clock.advance(61 * minute);
		await turn();
		expect(ended).toEqual(['fifteen', 'forty', 'three hours']);
	});

	it('doesn’t end short waits, so a month ends no heartbeat', async () => {
		const clock = new WorldClock();
		let hasEnded = false;
		const cancel = clock.after(longWaitMs - 1, () => {
			hasEnded = true;
		});
		clock.advance(30 * 24 * 60 * minute);
		await turn();
		expect(hasEnded).toBe(false);
		cancel();
	});

	it('is never set back', () => {
		const clock = new WorldClock();
		for (const ms of [0, -1, Number.NaN]) expect(() => clock.advance(ms)).toThrow(RangeError);
	});
});
