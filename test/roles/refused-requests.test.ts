import { describe, expect, it } from 'vitest';
import { RefusedRequests } from '../../src/roles/blocked-roles.js';

const minuteMs = 60_000;
const fine = async (): Promise<string> => 'fine';

function setUp() {
	const clock = { now: 1_000 };
	const requests = new RefusedRequests({ now: () => clock.now });
	const refuse = (times: number, isAuthorized = true): void => {
		for (let count = 0; count < times; count += 1) requests.note(403, isAuthorized);
	};
	return { clock, requests, refuse };
}

describe('what Discord refuses the whole bot', () => {
	it.each([401, 403, 429])('are the responses that Discord counts against an address: %i', async (status) => {
		const { requests } = setUp();
		for (let count = 0; count < 900; count += 1) requests.note(status, true);
		expect(await requests.attempt(true, fine)).toBeUndefined();
	});

	it.each([200, 204, 400, 404, 500])('are not responses with %i', async (status) => {
		const { requests } = setUp();
		for (let count = 0; count < 900; count += 1) requests.note(status, true);
		expect(await requests.attempt(true, fine)).toBe('fine');
	});

	it('attack 55: stop what no member waits for first, and then everything, until some are forgotten', async () => {
		const { clock, requests, refuse } = setUp();
		refuse(499);
		expect(await requests.attempt(false, fine)).toBe('fine');
		refuse(1);
		expect(await requests.attempt(false, fine)).toBeUndefined();
		expect(await requests.attempt(true, fine)).toBe('fine');
		refuse(400);
		expect(await requests.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await requests.attempt(false, fine)).toBe('fine');
	});

	it('leave roles alone that are refused as answers to interactions, up to half of what Discord tolerates', async () => {
		const { clock, requests, refuse } = setUp();
		refuse(4_999, false);
		expect(await requests.attempt(false, fine)).toBe('fine');
		refuse(1, false);
		expect(await requests.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await requests.attempt(false, fine)).toBe('fine');
	});

	it('are reckoned with for requests in flight, of which each may be refused', async () => {
		const { requests } = setUp();
		const answers: (() => void)[] = [];
		const request = (): Promise<true> => new Promise((resolve) => answers.push(() => resolve(true)));
		const sent = Array.from({ length: 2_000 }, () => requests.attempt(true, request));
		expect(answers).toHaveLength(900);
		for (const answer of answers) answer();
		await Promise.all(sent);
		expect(await requests.attempt(true, fine)).toBe('fine');
	});
});
