import { describe, expect, it } from 'vitest';
import type { DiscordResponse } from '../../../src/discord/connection/discord-http.js';
import { RequestGate } from '../../../src/discord/connection/request-gate.js';
import { ManualClock } from '../manual-clock.js';

const accepted: DiscordResponse = Object.assign(new Response(), { limit: undefined });
const refused: DiscordResponse = Object.assign(new Response(), {
	limit: { scope: 'address', waitMs: 5_000 } as const,
});

function setUp({ maxWaitMs = 60_000, timerIsEarlyByMs = 0 } = {}) {
	const clock = new ManualClock();
	const gate = new RequestGate({
		maxInFlight: 6,
		maxWaitMs,
		now: clock.now,
		delay: (ms) => clock.delay(Math.max(1, ms - timerIsEarlyByMs)),
	});
	const inFlight: ((response: DiscordResponse) => void)[] = [];
	let sent = 0;
	let givenUp = 0;
	const send = (times: number, isOfUse?: () => boolean): void => {
		for (let count = 0; count < times; count += 1)
			gate
				.pass<DiscordResponse>(() => {
					sent += 1;
					return new Promise((resolve) => inFlight.push(resolve));
				}, isOfUse)
				.catch(() => (givenUp += 1));
	};
	const respond = (response: DiscordResponse): void => inFlight.shift()?.(response);
	return { clock, gate, send, respond, sent: () => sent, givenUp: () => givenUp };
}

describe('the gate before requests to Discord', () => {
	it('lets some be in flight, and the next one as soon as one has ended', async () => {
		const { clock, send, respond, sent } = setUp();
		send(20);
		await clock.advance(0);
		expect(sent()).toBe(6);
		respond(accepted);
		await clock.advance(0);
		expect(sent()).toBe(7);
	});

	it('lets none through while Discord refuses all, then one ahead of the others', async () => {
		const { clock, gate, send, respond, sent } = setUp();
		gate.pause(5_000);
		send(20);
		await clock.advance(4_999);
		expect(sent()).toBe(0);
		await clock.advance(1);
		expect(sent()).toBe(1);
		gate.pause(5_000);
		respond(refused);
		await clock.advance(5_000);
		expect(sent()).toBe(2);
		respond(accepted);
		await clock.advance(0);
		expect(sent()).toBe(8);
	});

	it('opens although the timer ends a little early by the clock', async () => {
		const { clock, gate, send, sent } = setUp({ timerIsEarlyByMs: 1 });
		gate.pause(5_000.5);
		send(1);
		await clock.advance(5_002);
		expect(sent()).toBe(1);
	});

	it('takes the end of a request that began before the pause for no sign that it is over', async () => {
		const { clock, gate, send, respond, sent } = setUp();
		send(2);
		await clock.advance(0);
		gate.pause(5_000);
		respond(accepted);
		respond(refused);
		send(3);
		await clock.advance(5_000);
		expect(sent()).toBe(3);
	});

	it('keeps none waiting for more than a minute', async () => {
		const { clock, gate, send, sent, givenUp } = setUp();
		gate.pause(40_000);
		send(3);
		await clock.advance(30_000);
		send(2);
		gate.pause(50_000);
		await clock.advance(0);
		expect(givenUp()).toBe(3);
		gate.pause(61_000);
		send(1);
		await clock.advance(0);
		expect([sent(), givenUp()]).toEqual([0, 6]);
	});

	it('gives up those behind one that Discord refuses, if they may not wait for a pause', async () => {
		const { clock, gate, send, respond, sent, givenUp } = setUp({ maxWaitMs: 0 });
		gate.pause(5_000);
		await clock.advance(5_000);
		send(3);
		await clock.advance(0);
		expect([sent(), givenUp()]).toEqual([1, 0]);
		gate.pause(5_000);
		respond(refused);
		await clock.advance(0);
		expect([sent(), givenUp()]).toEqual([1, 2]);
	});

	it('gives up those that are of no use any more when their turn comes', async () => {
		const { clock, gate, send, respond, sent, givenUp } = setUp();
		const until = clock.now() + 3_000;
		send(1);
		gate.pause(0);
		send(1, () => clock.now() < until);
		send(1);
		await clock.advance(8_000);
		expect([sent(), givenUp()]).toEqual([1, 0]);
		respond(accepted);
		await clock.advance(0);
		expect([sent(), givenUp()]).toEqual([2, 1]);
	});
});
