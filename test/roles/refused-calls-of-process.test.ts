import { describe, expect, it } from 'vitest';
import { RefusedCallBudget } from '../../src/roles/refused-call-budget.js';
import { memoryStore } from './memory-store.js';

const minuteMs = 60_000;
const fine = async (): Promise<string> => 'fine';

function setUp() {
	const clock = { now: 1_000 };
	const budget = new RefusedCallBudget(memoryStore(), { now: () => clock.now }, Math.random);
	const refuse = (times: number, isAuthorized = true): void => {
		for (let count = 0; count < times; count += 1) budget.note(403, isAuthorized);
	};
	return { clock, budget, refuse };
}

describe('what Discord refuses the whole bot', () => {
	it.each([401, 403, 429])('are the responses that Discord counts against an address: %i', async (status) => {
		const { budget } = setUp();
		for (let count = 0; count < 900; count += 1) budget.note(status, true);
		expect(await budget.attempt(true, fine)).toBeUndefined();
	});

	it.each([200, 204, 400, 404, 500])('are not responses with %i', async (status) => {
		const { budget } = setUp();
		for (let count = 0; count < 900; count += 1) budget.note(status, true);
		expect(await budget.attempt(true, fine)).toBe('fine');
	});

	it('stop what no member waits for first, and then everything, until some are forgotten', async () => {
		const { clock, budget, refuse } = setUp();
		refuse(499);
		expect(await budget.attempt(false, fine)).toBe('fine');
		refuse(1);
		expect(await budget.attempt(false, fine)).toBeUndefined();
		expect(await budget.attempt(true, fine)).toBe('fine');
		refuse(400);
		expect(await budget.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await budget.attempt(false, fine)).toBe('fine');
	});

	it('leave roles alone that are refused as answers to interactions, up to half of what Discord tolerates', async () => {
		const { clock, budget, refuse } = setUp();
		refuse(4_999, false);
		expect(await budget.attempt(false, fine)).toBe('fine');
		refuse(1, false);
		expect(await budget.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await budget.attempt(false, fine)).toBe('fine');
	});

	it('are forgotten when a clock that was ahead is corrected', async () => {
		const { clock, budget, refuse } = setUp();
		refuse(1);
		clock.now += 3 * 24 * 60 * minuteMs;
		refuse(899);
		refuse(5_000, false);
		expect(await budget.attempt(true, fine)).toBeUndefined();
		clock.now = 1_000;
		expect(await budget.attempt(false, fine)).toBe('fine');
	});

	it('are reckoned with for requests in flight, of which each may be refused', async () => {
		const { budget } = setUp();
		const answers: (() => void)[] = [];
		const request = (): Promise<true> => new Promise((resolve) => answers.push(() => resolve(true)));
		const requests = Array.from({ length: 2_000 }, () => budget.attempt(true, request));
		expect(answers).toHaveLength(900);
		for (const answer of answers) answer();
		await Promise.all(requests);
		expect(await budget.attempt(true, fine)).toBe('fine');
	});
});
