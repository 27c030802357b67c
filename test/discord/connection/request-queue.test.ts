import { describe, expect, it } from 'vitest';
import { type RequestKind, RequestQueue, TooLate } from '../../../src/discord/connection/request-queue.js';
import { FakeClock } from '../../world/fake-clock.js';

const lastsMs = { acknowledgement: 3_000, edit: 900_000, bot: 60_000 } as const;

/** A queue whose requests stay in flight until `respond`, unless they are answered immediately. */
function setUp({ isAnswered = false, timerIsEarlyByMs = 0, readingTakesMs = 0 } = {}) {
	const clock = new FakeClock();
	let readings = 0;
	const queue = new RequestQueue({
		now: () => clock.now() + readingTakesMs * readings++,
		delay: (ms) => clock.delay(Math.max(1, ms - timerIsEarlyByMs)),
	});
	const startedAt = clock.now();
	const sent: { readonly name: string; readonly at: number }[] = [];
	const late: string[] = [];
	const inFlight: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
	const ask = (name: string, kind: RequestKind, times = 1, forMs: number = lastsMs[kind]): void => {
		for (let count = 0; count < times; count += 1)
			queue
				.send(kind, clock.now() + forMs, () => {
					sent.push({ name, at: clock.now() - startedAt });
					return isAnswered
						? Promise.resolve()
						: new Promise<void>((resolve, reject) => inFlight.push({ resolve, reject }));
				})
				.catch((error: unknown) => {
					if (error instanceof TooLate) late.push(name);
				});
	};
	const respond = (): void => inFlight.shift()?.resolve();
	const lose = (): void => inFlight.shift()?.reject(new Error('The connection was reset'));
	const names = (): string[] => sent.map(({ name }) => name);
	const pause = (waitMs: number, scope: 'address' | 'global' = 'global', isAuthorized = false): void =>
		queue.pause({ scope, waitMs }, isAuthorized);
	return { clock, pause, ask, respond, lose, sent, late, names };
}

describe('responses to interactions', () => {
	it('are sent immediately, however many, while Discord refuses none', () => {
		const { ask, sent } = setUp();
		ask('edit', 'edit', 250);
		ask('acknowledgement', 'acknowledgement', 250);
		expect(sent).toHaveLength(500);
	});

	it('wait as long as Discord asks, acknowledgements first, in the order of arrival', async () => {
		const { clock, pause, ask, sent, names } = setUp();
		pause(700);
		ask('edit', 'edit');
		ask('new', 'acknowledgement');
		ask('old', 'acknowledgement', 1, 2_000);
		await clock.advance(699);
		expect(sent).toEqual([]);
		await clock.advance(1);
		expect(names()).toEqual(['old', 'new', 'edit']);
	});

	it('then stay within Discord’s limit per second, and leave room for acknowledgements', async () => {
		const { clock, pause, ask, sent, names } = setUp();
		pause(100);
		ask('edit', 'edit', 200);
		await clock.advance(500);
		expect(sent).toHaveLength(45);
		ask('acknowledgement', 'acknowledgement', 10);
		await clock.advance(1);
		expect(names().filter((name) => name === 'acknowledgement')).toHaveLength(5);
		await clock.advance(10_000);
		for (const { at } of sent)
			expect(sent.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(50);
		expect(sent).toHaveLength(210);
		expect(sent.at(-1)?.at).toBeLessThan(6_000);
	});

	it('wait if they are edits, for as long as acknowledgements use the whole limit', async () => {
		const { clock, pause, ask, names } = setUp();
		pause(0);
		ask('edit', 'edit');
		await clock.advance(0);
		for (let tick = 0; tick < 500; tick += 1) {
			ask('acknowledgement', 'acknowledgement');
			if (tick === 100) ask('later edit', 'edit', 20);
			await clock.advance(20);
		}
		expect(names().filter((name) => name === 'acknowledgement')).toHaveLength(500);
		expect(names()).not.toContain('later edit');
		await clock.advance(2_000);
		expect(names().filter((name) => name === 'later edit')).toHaveLength(20);
	});

	it('are also sent if the wait ends while the queue is checking it', async () => {
		for (let untilEnd = 0; untilEnd < 5; untilEnd += 0.1) {
			const { clock, pause, ask, sent } = setUp({ readingTakesMs: 0.3 });
			pause(100);
			await clock.advance(100 - untilEnd);
			ask('edit', 'edit');
			await clock.advance(200);
			expect(sent).toHaveLength(1);
		}
	});

	it('fail immediately if Discord would no longer accept them after the wait', async () => {
		const { clock, pause, ask, late, sent } = setUp();
		pause(3_500);
		ask('acknowledgement', 'acknowledgement');
		ask('edit', 'edit');
		await clock.advance(0);
		expect(late).toEqual(['acknowledgement']);
		await clock.advance(3_500);
		expect(sent).toEqual([{ name: 'edit', at: 3_500 }]);
		ask('too old', 'edit', 1, 0);
		await clock.advance(0);
		expect(late).toEqual(['acknowledgement', 'too old']);
	});

	it('are sent immediately again a minute after the last refusal', async () => {
		const { clock, pause, ask, sent } = setUp();
		pause(1_000);
		await clock.advance(61_000);
		ask('edit', 'edit', 200);
		expect(sent).toHaveLength(200);
	});

	it('don’t delay requests with the bot token, and aren’t delayed by them', () => {
		const { pause, ask, names } = setUp({ isAnswered: true });
		pause(1_000);
		ask('role', 'bot');
		ask('edit', 'edit');
		expect(names()).toEqual(['role']);
		const other = setUp({ isAnswered: true });
		other.pause(1_000, 'global', true);
		other.ask('role', 'bot');
		other.ask('edit', 'edit');
		expect(other.names()).toEqual(['edit']);
	});
});

describe('requests with the bot token', () => {
	it('are sent six at a time, and the next one as soon as one has ended', async () => {
		const { clock, ask, respond, sent } = setUp();
		ask('role', 'bot', 20);
		await clock.advance(0);
		expect(sent).toHaveLength(6);
		respond();
		await clock.advance(0);
		expect(sent).toHaveLength(7);
	});

	it('are sent even if the timer ends slightly early by the clock', async () => {
		const { clock, pause, ask, sent } = setUp({ timerIsEarlyByMs: 1 });
		pause(5_000.5, 'global', true);
		ask('role', 'bot');
		await clock.advance(5_002);
		expect(sent).toHaveLength(1);
	});

	it('fail instead of waiting more than a minute', async () => {
		const { clock, pause, ask, sent, late } = setUp();
		pause(40_000, 'global', true);
		ask('role', 'bot', 3);
		await clock.advance(30_000);
		ask('role', 'bot', 2);
		pause(50_000, 'global', true);
		await clock.advance(0);
		expect(late).toHaveLength(3);
		pause(61_000, 'global', true);
		ask('role', 'bot');
		await clock.advance(0);
		expect([sent.length, late.length]).toEqual([0, 6]);
	});

	it('wait for each other, however long it takes', async () => {
		const { clock, ask, respond, sent, late } = setUp();
		ask('role', 'bot', 7);
		await clock.advance(120_000);
		respond();
		await clock.advance(0);
		expect([sent.length, late]).toEqual([7, []]);
	});
});

describe('an IP ban', () => {
	it('holds back all requests, then lets a single one go first', async () => {
		const { clock, pause, ask, respond, names } = setUp();
		pause(2_000, 'address');
		ask('role', 'bot', 3);
		ask('edit', 'edit', 3);
		ask('acknowledgement', 'acknowledgement');
		await clock.advance(2_000);
		expect(names()).toEqual(['acknowledgement']);
		pause(2_000, 'address');
		respond();
		await clock.advance(2_000);
		expect(names()).toEqual(['acknowledgement', 'edit']);
		respond();
		await clock.advance(0);
		expect(names().toSorted()).toEqual(['acknowledgement', 'edit', 'edit', 'edit', 'role', 'role', 'role']);
	});

	it('lets one request at a time go first until Discord responds to one', async () => {
		const { clock, pause, ask, respond, lose, sent } = setUp();
		pause(2_000, 'address');
		ask('role', 'bot', 5);
		await clock.advance(2_000);
		lose();
		await clock.advance(0);
		expect(sent).toHaveLength(2);
		respond();
		await clock.advance(0);
		expect(sent).toHaveLength(5);
	});

	it('drops an acknowledgement that expires before the first request gets a response', async () => {
		const { clock, pause, ask, respond, names, late } = setUp();
		pause(0, 'address');
		ask('first', 'acknowledgement');
		ask('second', 'acknowledgement');
		ask('third', 'edit');
		await clock.advance(8_000);
		expect([names(), late]).toEqual([['first'], []]);
		respond();
		await clock.advance(0);
		expect([names(), late]).toEqual([['first', 'third'], ['second']]);
	});
});
