import { describe, expect, it } from 'vitest';
import { FakeClock } from '../world/fake-clock.js';
import { startClient } from './client-set-up.js';
import { sampleCode, validationBody } from './samples.js';
import { hang, json, type Reply, raw } from './scripted-server.js';

const broken = raw(500, 'broken');
const good = json(validationBody);
const tooMany = (retryAfter?: string | string[]): Reply =>
	raw(429, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

describe('trying again', () => {
	it.each([
		['a 500', broken],
		['a reset connection', (response) => response.socket?.resetAndDestroy()],
		['an empty answer', raw(200, '')],
	] satisfies [string, Reply][])('helps over %s', async (_, reply) => {
		const { client, server } = await startClient();
		server.answerWith(reply, good);
		expect((await client.validatePurchase(sampleCode)).ok).toBe(true);
		expect(server.requests).toHaveLength(2);
	});

	it('ends after three requests', async () => {
		const { client, server } = await startClient();
		server.answerWith(broken);
		await client.validatePurchase(sampleCode);
		expect(server.requests).toHaveLength(3);
	});

	it('waits longer each time, by a part that is left to chance', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({
			clock,
			random: () => 0.5,
			limits: { retryWaitMs: 200, failuresUntilSick: 9 },
		});
		server.answerWith(broken);
		const answer = client.validatePurchase(sampleCode);
		const waits: number[] = [];
		for (const requests of [1, 2]) {
			await expect.poll(() => server.requests.length).toBe(requests);
			await expect.poll(() => clock.pending.length).toBe(2);
			waits.push(clock.pending[0] ?? 0);
			await clock.advance(clock.pending[0] ?? 0);
		}
		await answer;
		expect(waits).toEqual([150, 300]);
	});

	it('is left to the timetable of background work', async () => {
		const { client, server } = await startClient();
		server.answerWith(broken);
		await client.allItems({ priority: 'background' });
		expect(server.requests).toHaveLength(1);
	});

	it('is not begun where the wait that a 503 asks for would outlast the call', async () => {
		const { client, server } = await startClient();
		server.answerWith(raw(503, '', { 'retry-after': '30' }), good);
		expect(await client.validatePurchase(sampleCode)).toMatchObject({
			ok: false,
			failure: { kind: 'unavailable', reason: 'HTTP 503' },
		});
		expect(server.requests).toHaveLength(1);
	});
});

describe('a call', () => {
	it('ends when its caller gives up, also before it has begun', async () => {
		const { client, server } = await startClient();
		server.answerWith(hang);
		const caller = new AbortController();
		const answer = client.validatePurchase(sampleCode, { signal: caller.signal });
		await expect.poll(() => server.requests.length).toBe(1);
		caller.abort();
		const givenUp = { ok: false, failure: { kind: 'unavailable', reason: 'given up' } };
		expect(await answer).toEqual(givenUp);
		expect(await client.validatePurchase(sampleCode, { signal: caller.signal })).toEqual(givenUp);
		expect(server.requests).toHaveLength(1);
	});
});

describe('after a 429', () => {
	it('the whole process is silent until the time that the server named', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock });
		server.answerWith(tooMany('30'), good);
		const rateLimited = { ok: false, failure: { kind: 'rate-limited', retryAt: clock.now() + 30_000 } };
		expect(await client.validatePurchase(sampleCode)).toEqual(rateLimited);
		expect(await client.item(42)).toEqual(rateLimited);
		expect(await client.allItems({ priority: 'background' })).toEqual(rateLimited);
		expect(server.requests).toHaveLength(1);
		await clock.advance(30_000);
		expect((await client.validatePurchase(sampleCode)).ok).toBe(true);
	});

	it('a buyer waits where the pause fits into the time that is left, and is then served', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock, limits: { singleMs: 2_500 } });
		server.answerWith(tooMany('1'), good);
		const first = client.validatePurchase(sampleCode);
		await expect.poll(() => clock.pending).toEqual([1_000, 2_500]);
		const second = client.validatePurchase(sampleCode);
		expect(server.requests).toHaveLength(1);
		await clock.advance(1_000);
		expect([(await first).ok, (await second).ok]).toEqual([true, true]);
	});
});
