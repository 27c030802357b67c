import { describe, expect, it } from 'vitest';
import { RequestGate } from '../../src/discord/request-gate.js';
import { ManualClock } from './manual-clock.js';

function setUp() {
	const clock = new ManualClock();
	const gate = new RequestGate(clock);
	let entered = 0;
	let refused = 0;
	const enter = (times: number): void => {
		for (let count = 0; count < times; count += 1)
			gate.enter().then(
				() => (entered += 1),
				() => (refused += 1),
			);
	};
	return { clock, gate, enter, entered: () => entered, refused: () => refused };
}

describe('the gate before the bot’s requests', () => {
	it('lets eight be in flight, and the next one as soon as one has ended', async () => {
		const { clock, gate, enter, entered } = setUp();
		enter(20);
		await clock.advance(0);
		expect(entered()).toBe(8);
		gate.leave(true);
		await clock.advance(0);
		expect(entered()).toBe(9);
	});

	it('lets none through while Discord refuses all, then one ahead of the others', async () => {
		const { clock, gate, enter, entered } = setUp();
		gate.pause(5_000);
		enter(20);
		await clock.advance(4_999);
		expect(entered()).toBe(0);
		await clock.advance(1);
		expect(entered()).toBe(1);
		gate.pause(5_000);
		gate.leave(false);
		await clock.advance(5_000);
		expect(entered()).toBe(2);
		gate.leave(true);
		await clock.advance(0);
		expect(entered()).toBe(10);
	});

	it('opens although the timer ends a little early by the clock', async () => {
		const clock = new ManualClock();
		const gate = new RequestGate({ now: clock.now, delay: (ms) => clock.delay(Math.max(1, ms - 1)) });
		gate.pause(5_000.5);
		let isOpen = false;
		void gate.enter().then(() => {
			isOpen = true;
		});
		await clock.advance(5_002);
		expect(isOpen).toBe(true);
	});

	it('takes the end of a request that began before the pause for no sign that it is over', async () => {
		const { clock, gate, enter, entered } = setUp();
		enter(2);
		await clock.advance(0);
		gate.pause(5_000);
		gate.leave(true);
		gate.leave(false);
		enter(3);
		await clock.advance(5_000);
		expect(entered()).toBe(3);
	});

	it('keeps none waiting for more than a minute', async () => {
		const { clock, gate, enter, entered, refused } = setUp();
		gate.pause(40_000);
		enter(3);
		await clock.advance(30_000);
		enter(2);
		gate.pause(50_000);
		await clock.advance(0);
		expect(refused()).toBe(3);
		gate.pause(61_000);
		enter(1);
		await clock.advance(0);
		expect([entered(), refused()]).toEqual([0, 6]);
	});
});
