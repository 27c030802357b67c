import { describe, expect, it } from 'vitest';
import { RecentAnswers } from '../../src/time/recent-answers.js';

function setUp() {
	const clock = { now: 1_000 };
	let asked = 0;
	const answers = new RecentAnswers<number>(60_000, () => clock.now);
	return { clock, answers, ask: async () => ++asked };
}

describe('an answer of a moment ago', () => {
	it('is given to all who ask meanwhile and within its time, and worked out anew after that', async () => {
		const { clock, answers, ask } = setUp();
		expect(await Promise.all([answers.of('a', ask), answers.of('a', ask)])).toEqual([1, 1]);
		clock.now += 59_999;
		expect(await answers.of('a', ask)).toBe(1);
		clock.now += 1;
		expect(await answers.of('a', ask)).toBe(2);
	});

	it('is nobody else’s, and is worked out anew where the clock has stepped back', async () => {
		const { clock, answers, ask } = setUp();
		await answers.of('a', ask);
		expect(await answers.of('b', ask)).toBe(2);
		clock.now -= 1;
		expect(await answers.of('a', ask)).toBe(3);
	});

	it('is not remembered where there was none', async () => {
		const { answers, ask } = setUp();
		const away = () => Promise.reject(new Error('away'));
		await expect(answers.of('a', away)).rejects.toThrow('away');
		expect(await answers.of('a', ask)).toBe(1);
	});
});
