import { describe, expect, it } from 'vitest';
import { startClient } from './client-set-up.js';
import { FakeClock } from './fake-clock.js';
import { accountBody, sampleCode, validationBody } from './samples.js';
import type { Reply } from './scripted-server.js';
import { hang, json, raw, refusal } from './scripted-server.js';

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

	it.each([
		['a definite answer', refusal('Invalid purchase code')],
		['a refused key', json({ message: 'Unauthenticated.' }, 401)],
		['a firewall', raw(403, '')],
		['a redirect', raw(302, '', { location: '/' })],
		['a missing page', raw(404, 'Not Found')],
		['a wrong shape', json({ status: 'success' })],
	])('is not done after %s', async (_, reply) => {
		const { client, server } = await startClient();
		server.answerWith(reply);
		await client.validatePurchase(sampleCode);
		expect(server.requests).toHaveLength(1);
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
	it('ends by the deadline that its caller set', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock });
		server.answerWith(hang);
		const answer = client.validatePurchase(sampleCode, { deadlineAt: clock.now() + 700 });
		await expect.poll(() => server.requests.length).toBe(1);
		await clock.advance(700);
		expect(await answer).toEqual({ ok: false, failure: { kind: 'unavailable', reason: 'timed out' } });
		await expect.poll(() => server.inFlight).toBe(0);
	});

	it('ends by its own limit where the caller sets none or a later one', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock, limits: { singleMs: 2_500 } });
		server.answerWith(hang);
		const answers = [client.item(1), client.item(2, { deadlineAt: clock.now() + 60_000 })];
		await expect.poll(() => server.requests.length).toBe(2);
		await clock.advance(2_500);
		for (const answer of answers) expect(await answer).toMatchObject({ failure: { reason: 'timed out' } });
		expect(clock.pending).toEqual([]);
	});

	it('leaves no timer behind when it is answered', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock });
		server.answerWith(good);
		await client.validatePurchase(sampleCode);
		expect(clock.pending).toEqual([]);
	});

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
		const hurried = client.validatePurchase(sampleCode, { deadlineAt: clock.now() + 900 });
		expect(await hurried).toMatchObject({ failure: { kind: 'rate-limited' } });
		expect(server.requests).toHaveLength(1);
		await clock.advance(1_000);
		expect([(await first).ok, (await second).ok]).toEqual([true, true]);
	});

	it('waits a second where the server names no time, five minutes where it names a day, and the first time of two', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock, limits: { singleMs: 500 } });
		server.answerWith(tooMany(), tooMany('86400'), tooMany(['7', '9']));
		const retryAt = async (): Promise<number> => {
			const result = await client.accountDetails();
			return !result.ok && result.failure.kind === 'rate-limited' ? result.failure.retryAt : 0;
		};
		expect((await retryAt()) - clock.now()).toBe(1_000);
		await clock.advance(1_000);
		expect((await retryAt()) - clock.now()).toBe(5 * 60_000);
		await clock.advance(5 * 60_000);
		expect((await retryAt()) - clock.now()).toBe(7_000);
	});
});

describe('the budget', () => {
	it('never holds a buyer back', async () => {
		const { client, server } = await startClient();
		server.answerWith(good);
		const answers = await Promise.all(Array.from({ length: 300 }, () => client.validatePurchase(sampleCode)));
		expect(answers.filter((answer) => !answer.ok)).toEqual([]);
		expect(server.requests).toHaveLength(300);
		expect(server.maxInFlight).toBeLessThanOrEqual(32);
	});

	it('stops background work when half of a minute’s requests are used, until the minute is over', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock });
		server.answerWith(json(accountBody));
		for (let sent = 0; sent < 30; sent += 1) await client.accountDetails();
		expect(await client.accountDetails({ priority: 'background' })).toEqual({
			ok: false,
			failure: { kind: 'rate-limited', retryAt: clock.now() + 60_000 },
		});
		expect((await client.accountDetails()).ok).toBe(true);
		await clock.advance(60_000);
		expect((await client.accountDetails({ priority: 'background' })).ok).toBe(true);
	});

	it('leaves home its half also where all of another server’s members ask at the same moment', async () => {
		const { client, server } = await startClient();
		server.answerWith(good);
		const calls = Array.from({ length: 60 }, () => client.validatePurchase(sampleCode, { share: 'others' }));
		const refused = (await Promise.all(calls)).filter(({ ok }) => !ok);
		expect([refused.length, server.requests.length]).toEqual([31, 29]);
	});
});

describe('a sick server', () => {
	it('gets one request at a time, and each waiting buyer the answer of that trial', async () => {
		const { client, server } = await startClient();
		server.answerWith(broken);
		await client.validatePurchase(sampleCode);
		let failTrial = (): void => {};
		server.answerWith((response, request) => {
			failTrial = () => broken(response, request);
		});
		const answers = Array.from({ length: 20 }, () => client.validatePurchase(sampleCode));
		await expect.poll(() => server.inFlight).toBe(1);
		failTrial();
		for (const answer of answers) {
			expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
		}
		expect(server.requests).toHaveLength(3 + 1);
	});

	it('serves all waiting calls as soon as the trial has succeeded', async () => {
		const { client, server } = await startClient();
		server.answerWith(broken);
		await client.validatePurchase(sampleCode);
		server.answerWith(good);
		const answers = await Promise.all(Array.from({ length: 20 }, () => client.validatePurchase(sampleCode)));
		expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
	});

	it('serves the very next buyer after it has recovered', async () => {
		const { client, server } = await startClient();
		server.answerWith(broken);
		for (let buyer = 0; buyer < 10; buyer += 1) await client.validatePurchase(sampleCode);
		server.answerWith(good);
		expect((await client.validatePurchase(sampleCode)).ok).toBe(true);
	});

	it('passes the trial on when the one who made it ran out of time', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock, limits: { maxAttempts: 1, failuresUntilSick: 1 } });
		server.answerWith(broken);
		await client.validatePurchase(sampleCode);
		server.answerWith(hang, good);
		const hurried = client.validatePurchase(sampleCode, { deadlineAt: clock.now() + 500 });
		const patient = client.validatePurchase(sampleCode);
		await expect.poll(() => server.inFlight).toBe(1);
		await clock.advance(500);
		expect(await hurried).toMatchObject({ failure: { reason: 'timed out' } });
		expect((await patient).ok).toBe(true);
	});

	it('is left alone by background work, which comes back by itself', async () => {
		const clock = new FakeClock();
		const { client, server } = await startClient({ clock, limits: { failuresUntilSick: 1 } });
		server.answerWith(broken);
		await client.allItems({ priority: 'background' });
		expect(await client.allItems({ priority: 'background' })).toMatchObject({
			failure: { kind: 'unavailable' },
		});
		expect(server.requests).toHaveLength(1);
		await clock.advance(1_000);
		server.answerWith(json({ status: 'success', items: [] }));
		expect((await client.allItems({ priority: 'background' })).ok).toBe(true);
	});
});
