import { describe, expect, it } from 'vitest';
import { Refusals } from '../../src/discord/refusals.js';

const minuteMs = 60_000;
const fine = async (): Promise<string> => 'fine';

function setUp() {
	const clock = { now: 1_000 };
	const refusals = new Refusals(() => clock.now, { turn: () => undefined });
	const refuse = (times: number): void => {
		for (let count = 0; count < times; count += 1) refusals.note(403);
	};
	return { clock, refusals, refuse };
}

describe('the refusals of the whole bot', () => {
	it('are the answers that Discord counts against an address, for ten minutes', () => {
		const { clock, refusals } = setUp();
		for (const status of [200, 204, 400, 401, 403, 404, 429, 500]) refusals.note(status);
		expect(refusals.count).toBe(3);
		clock.now += 10 * minuteMs + 1;
		expect(refusals.count).toBe(0);
	});

	it('stop what nobody waits for first, and then everything, until some are forgotten', async () => {
		const { clock, refusals, refuse } = setUp();
		refuse(499);
		expect(await refusals.attempt(false, fine)).toBe('fine');
		refuse(1);
		expect(await refusals.attempt(false, fine)).toBeUndefined();
		expect(await refusals.attempt(true, fine)).toBe('fine');
		refuse(400);
		expect(await refusals.attempt(true, fine)).toBeUndefined();
		clock.now += 10 * minuteMs + 1;
		expect(await refusals.attempt(false, fine)).toBe('fine');
	});

	it('are reckoned with for calls under way, of which each may be refused', async () => {
		const { refusals } = setUp();
		const answers: (() => void)[] = [];
		const call = (): Promise<true> => new Promise((resolve) => answers.push(() => resolve(true)));
		const calls = Array.from({ length: 2_000 }, () => refusals.attempt(true, call));
		expect(answers).toHaveLength(900);
		for (const answer of answers) answer();
		await Promise.all(calls);
		expect(await refusals.attempt(true, fine)).toBe('fine');
	});
});
