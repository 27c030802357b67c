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

describe('a cached value', () => {
	it('is shared by concurrent and later callers until it expires, then loaded again', async () => {
		const { clock, answers, ask } = setUp();
		expect(await Promise.all([answers('a', ask), answers('a', ask)])).toEqual([1, 1]);
		clock.now += 59_999;
		expect(await answers('a', ask)).toBe(1);
		clock.now += 1;
		expect(await answers('a', ask)).toBe(2);
		// A clock that was ahead has been set right.
		clock.now -= 3_600_000;
		expect(await answers('a', ask)).toBe(3);
	});

	it('is freed once it has expired and another key is requested', async () => {
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

	it('is not kept if loading found nothing', async () => {
		const { answers, ask } = setUp();
		const away = () => Promise.reject(new Error('away'));
		await expect(answers('a', away)).rejects.toThrow('away');
		expect(await answers('a', ask)).toBe(1);
	});
});
