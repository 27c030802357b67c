import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ttlCache } from '../../../src/base/time/ttl-cache.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function setUp() {
	const clock = { now: 1_000 };
	let asked = 0;
	const answers = ttlCache<number>(60_000, { now: () => clock.now });
	return { clock, answers, ask: async () => ++asked };
}

describe('an answer of a moment ago', () => {
	it('is given to all who ask meanwhile and within its time, and worked out anew after that', async () => {
		const { clock, answers, ask } = setUp();
		expect(await Promise.all([answers('a', ask), answers('a', ask)])).toEqual([1, 1]);
		clock.now += 59_999;
		expect(await answers('a', ask)).toBe(1);
		clock.now += 1;
		expect(await answers('a', ask)).toBe(2);
	});

	it('takes no memory once its time is over and another one is asked for', async () => {
		const clock = { now: 1_000 };
		const answers = ttlCache<object>(60_000, { now: () => clock.now });
		const made: WeakRef<object>[] = [];
		const ask = async () => {
			const answer = { chart: Buffer.alloc(1_000) };
			made.push(new WeakRef(answer));
			return answer;
		};
		for (const key of ['a', 'b', 'c']) await answers(key, ask);
		clock.now += 60_000;
		await answers('d', ask);
		const alive = () => {
			collectGarbage();
			return made.map((answer) => answer.deref() !== undefined);
		};
		await expect.poll(alive).toEqual([false, false, false, true]);
	});

	it('is not remembered if there was none', async () => {
		const { answers, ask } = setUp();
		const away = () => Promise.reject(new Error('away'));
		await expect(answers('a', away)).rejects.toThrow('away');
		expect(await answers('a', ask)).toBe(1);
	});
});
