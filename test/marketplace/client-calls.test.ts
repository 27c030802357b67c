import { describe, expect, it } from 'vitest';
import {
	type CallOptions,
	type MarketplaceClientOptions,
	marketplaceClient,
} from '../../src/marketplace/client.js';
import type { Transport, TransportAnswer } from '../../src/marketplace/transport.js';
import { FakeClock } from '../world/fake-clock.js';
import { failed, itemBody } from './samples.js';

type Sent = Parameters<Transport['sendRequest']>[0] & { readonly answer: (answer: TransportAnswer) => void };

const good: TransportAnswer = {
	status: 200,
	retryAfter: undefined,
	body: [Buffer.from(JSON.stringify(itemBody))],
};
const broken: TransportAnswer = { ...good, status: 500, body: [] };
const tooMany = (retryAfter: string): TransportAnswer => ({ ...broken, status: 429, retryAfter });
const notAnswering = failed({ kind: 'unavailable', reason: 'the shop is not responding' });
const timedOut = failed({ kind: 'unavailable', reason: 'timed out' });
const givenUp = failed({ kind: 'unavailable', reason: 'given up' });

/** A client whose requests wait until the test answers them, or all get `always` immediately. */
function setUp({
	always,
	limits,
}: Pick<MarketplaceClientOptions, 'limits'> & { always?: TransportAnswer } = {}) {
	const clock = new FakeClock();
	const sent: Sent[] = [];
	const transport: Transport = {
		sendRequest: (request) =>
			new Promise((resolve, reject) => {
				sent.push({ ...request, answer: resolve });
				request.signal.addEventListener('abort', () => reject(request.signal.reason));
				if (always !== undefined) resolve(always);
			}),
		close: async () => {},
	};
	const client = marketplaceClient({
		baseUrl: 'https://shop.example',
		apiKey: 'key',
		body: 'form',
		clock,
		random: () => 0.5,
		transport,
		limits: { maxAttempts: 1, failuresUntilSick: 3, ...limits },
	});
	const results: unknown[] = [];
	/** Asks for an item, and lets everything happen that takes no time. */
	async function ask(options?: CallOptions): Promise<void> {
		void client.item(42, options).then((result) => results.push(result));
		await clock.advance(0);
	}
	async function answer(index: number, given: TransportAnswer): Promise<void> {
		sent[index]?.answer(given);
		await clock.advance(0);
	}
	/** The marketplace has failed three buyers in a row. */
	async function makeSick(): Promise<void> {
		for (const index of [0, 1, 2]) {
			await ask();
			await answer(index, broken);
		}
		results.length = 0;
	}
	return { clock, client, sent, results, ask, answer, makeSick };
}

describe('a call', () => {
	it('may take a minute for the list, and two and a half seconds otherwise', async () => {
		const { clock, client, sent } = setUp();
		const list = client.allItems();
		expect(clock.pending).toEqual([60_000]);
		await clock.advance(59_999);
		const item = client.item(42);
		expect(clock.pending).toEqual([1, 2_500]);
		await clock.advance(2_500);
		expect([await list, await item]).toEqual([timedOut, timedOut]);
		const [ofList, ofItem] = sent;
		expect([ofList?.silenceMs, ofList?.maxBytes]).toEqual([15_000, 64 * 1024 * 1024]);
		expect([ofItem?.silenceMs, ofItem?.maxBytes]).toEqual([2_500, 1024 * 1024]);
	});

	it('is tried three times, with growing waits that are shortened at random', async () => {
		const { clock, sent, results, ask, answer } = setUp({ limits: { maxAttempts: 3, failuresUntilSick: 9 } });
		await ask();
		for (const [index, wait] of [150, 300].entries()) {
			await answer(index, broken);
			expect(clock.pending[0]).toBe(wait);
			await clock.advance(wait);
		}
		await answer(2, broken);
		expect([results, sent.length]).toEqual([[failed({ kind: 'unavailable', reason: 'HTTP 500' })], 3]);
		await ask();
		await answer(3, broken);
		await clock.advance(150);
		await answer(4, good);
		expect(results.at(-1)).toMatchObject({ ok: true });
	});

	it.each([
		['in the background', { priority: 'background' } as const, broken],
		['if the wait that the shop asks for would outlast it', {}, { ...broken, retryAfter: '30' }],
	])('is not retried %s', async (_, options, reply) => {
		const { sent, results, ask } = setUp({ always: reply, limits: { maxAttempts: 3 } });
		await ask(options);
		expect([results.length, sent.length]).toEqual([1, 1]);
	});

	it('ends when its caller aborts it, even before it has begun', async () => {
		const { clock, sent, results, ask } = setUp();
		const caller = new AbortController();
		await ask({ signal: caller.signal });
		caller.abort();
		await clock.advance(0);
		await ask({ signal: caller.signal });
		expect([results, sent.length]).toEqual([[givenUp, givenUp], 1]);
	});
});

describe('after a 429', () => {
	it('the whole process sends nothing until the time given by the shop', async () => {
		const { clock, sent, results, ask, answer } = setUp();
		const rateLimited = failed({ kind: 'rate-limited', retryAt: clock.now() + 30_000 });
		await ask();
		await answer(0, tooMany('30'));
		await ask();
		await ask({ priority: 'background' });
		expect([results, sent.length]).toEqual([[rateLimited, rateLimited, rateLimited], 1]);
		await clock.advance(30_000);
		await ask();
		expect(sent).toHaveLength(2);
	});

	it.each([
		['1', 1_000, 3],
		['2.5', 2_500, 1],
	])('with %s s, a buyer waits if the pause fits into the remaining time', async (pause, ms, requests) => {
		const { clock, sent, results, ask, answer } = setUp({ limits: { maxAttempts: 3 } });
		const rateLimited = failed({ kind: 'rate-limited', retryAt: clock.now() + ms });
		await ask();
		await answer(0, tooMany(pause));
		await ask();
		expect(results).toEqual(requests === 1 ? [rateLimited, rateLimited] : []);
		await clock.advance(ms);
		expect(sent).toHaveLength(requests);
	});
});

describe('a marketplace', () => {
	it('counts as down after three timeouts in a row, and isn’t called by background work', async () => {
		const { clock, sent, results, ask } = setUp();
		for (const _ of [1, 2, 3]) await ask();
		await clock.advance(2_500);
		expect(results).toEqual([timedOut, timedOut, timedOut]);
		await ask({ priority: 'background' });
		expect(results.at(-1)).toEqual(notAnswering);
		expect(sent).toHaveLength(3);
	});

	it('doesn’t count as down if three buyers cancel', async () => {
		const { sent, ask } = setUp();
		for (const _ of [1, 2, 3]) {
			const buyer = new AbortController();
			await ask({ signal: buyer.signal });
			buyer.abort();
		}
		await ask();
		await ask();
		expect(sent).toHaveLength(5);
	});
});

describe('a marketplace that is down', () => {
	it('gets one buyer’s request at a time, the next as soon as that fails, until one succeeds', async () => {
		const { sent, ask, answer, makeSick } = setUp();
		await makeSick();
		for (const index of [3, 4, 5]) {
			await ask();
			await answer(index, broken);
		}
		await ask();
		await ask();
		expect(sent).toHaveLength(7);
		await answer(6, good);
		await ask();
		expect(sent).toHaveLength(9);
	});

	it('gets background work less often after each failure, up to a limit, and one request at a time', async () => {
		const { clock, sent, ask, answer, makeSick } = setUp({
			limits: { backgroundWaitMs: 1_000, maxBackgroundWaitMs: 4_000 },
		});
		await makeSick();
		const waits: number[] = [];
		for (let index = 3; index < 7; index += 1) {
			const since = clock.now();
			while (sent.length === index) {
				await ask({ priority: 'background' });
				await clock.advance(sent.length === index ? 500 : 0);
			}
			waits.push(clock.now() - since);
			await ask({ priority: 'background' });
			await answer(index, broken);
		}
		expect([waits, sent.length]).toEqual([[1_000, 2_000, 4_000, 4_000], 7]);
	});
});

describe('background work', () => {
	it('has a shared quota per minute, and continues as soon as enough of the minute has passed', async () => {
		const { clock, sent, results, ask } = setUp({ always: good, limits: { requestsPerMinute: 60 } });
		for (let index = 0; index < 29; index += 1) {
			await ask();
			await clock.advance(100);
		}
		const since = clock.now() - 2_900;
		for (const _ of [1, 2]) await ask({ priority: 'background' });
		expect(sent).toHaveLength(30);
		const failure = { kind: 'rate-limited', retryAt: since + 60_000 };
		expect(results.at(-1)).toEqual({ ok: false, failure });
		await clock.advance(failure.retryAt - clock.now() - 1);
		await ask({ priority: 'background' });
		expect(sent).toHaveLength(30);
		await clock.advance(1);
		await ask({ priority: 'background' });
		expect(sent).toHaveLength(31);
	});

	it('pauses for the longest time that the shop asked for', async () => {
		const { clock, results, ask, answer } = setUp();
		const retryAt = clock.now() + 30_000;
		await ask();
		await ask();
		await answer(0, tooMany('30'));
		await answer(1, tooMany('1'));
		await ask({ priority: 'background' });
		expect(results.at(-1)).toEqual({ ok: false, failure: { kind: 'rate-limited', retryAt } });
	});
});

it('a clock that was ahead when requests were sent, paused or failed keeps none back once it is right', async () => {
	const { clock, sent, ask } = setUp({ always: broken, limits: { backgroundShare: 0.05 } });
	const now = clock.now();
	clock.set(now + 60 * 60_000);
	for (const _ of [1, 2, 3]) await ask();
	clock.set(now);
	await ask({ priority: 'background' });
	expect(sent).toHaveLength(4);

	const paused = setUp();
	paused.clock.set(now + 60 * 60_000);
	await paused.ask();
	await paused.answer(0, tooMany('30'));
	paused.clock.set(now);
	await paused.ask();
	await paused.ask({ priority: 'background' });
	expect(paused.sent).toHaveLength(3);
});

describe('a buyer waiting for another buyer’s trial request', () => {
	it('is told that the shop is not responding when the trial has failed', async () => {
		const { results, ask, answer, makeSick } = setUp();
		await makeSick();
		await ask();
		await ask();
		await answer(3, broken);
		expect(results).toContainEqual(notAnswering);
	});

	it('stops waiting once the caller aborts', async () => {
		const { clock, sent, results, ask, makeSick } = setUp();
		await makeSick();
		await ask();
		const buyer = new AbortController();
		await ask({ signal: buyer.signal });
		buyer.abort();
		await clock.advance(0);
		expect(results).toEqual([givenUp]);
		expect(sent).toHaveLength(4);
	});
});
