import { describe, expect, it } from 'vitest';
import type { CallOptions, MarketplaceClient } from '../../src/marketplace/client.js';
import { KeyCheck, type KeyProblem } from '../../src/marketplace/key-check.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import type { Account } from '../../src/marketplace/schemas.js';
import { memoryStore } from '../roles/memory-store.js';
import { FakeClock } from '../world/fake-clock.js';
import { floor } from '../world/floor.js';
import { down, failed, goodKey } from './samples.js';

const good = goodKey;
const bad = failed({ kind: 'bad-key' });

const setUp = (...answers: MarketplaceResult<Account>[]) => {
	const clock = new FakeClock();
	const alerts: KeyProblem[] = [];
	const asked: (CallOptions | undefined)[] = [];
	const accountDetails = async (options?: CallOptions): Promise<MarketplaceResult<Account>> => {
		asked.push(options);
		return answers[asked.length - 1] ?? answers.at(-1) ?? good;
	};
	const keyCheck = new KeyCheck({
		client: floor<MarketplaceClient>({ accountDetails }),
		clock,
		store: memoryStore(),
		report: { keyProblem: (problem) => alerts.push(problem), keyGood: () => {} },
	});
	return { clock, alerts, keyCheck, asked };
};

it('asks once for all who want to know within two seconds', async () => {
	const { clock, keyCheck, asked } = setUp(good);
	const together = await Promise.all([keyCheck.check(), keyCheck.check(), keyCheck.check()]);
	await clock.advance(1_999);
	expect([...together, await keyCheck.check()]).toEqual([good, good, good, good]);
	expect(asked).toHaveLength(1);
});

it('asks again immediately after a failure, since the server may have recovered', async () => {
	const { keyCheck } = setUp(down, good);
	expect(await keyCheck.check()).toEqual(down);
	expect(await keyCheck.check()).toEqual(good);
});

describe('background work', () => {
	it('takes a good answer of the last two seconds, by whatever caller', async () => {
		const { clock, keyCheck, asked } = setUp(good);
		await keyCheck.check();
		await clock.advance(1_999);
		expect(await keyCheck.check({ priority: 'background' })).toEqual(good);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		await keyCheck.check({ priority: 'background' });
		expect(asked.slice(1)).toEqual([{ priority: 'background' }]);
	});

	it('never has a buyer wait for its own question, which may be refused in their favour', async () => {
		const { keyCheck, asked } = setUp(down, good);
		const [behind, buyers] = await Promise.all([
			keyCheck.check({ priority: 'background' }),
			keyCheck.check(),
		]);
		expect([behind, buyers]).toEqual([down, good]);
		expect(asked).toHaveLength(2);
	});
});

describe('a page that a member looks at', () => {
	it('shows a good answer of the last minute, and asks behind all buyers after that', async () => {
		const { clock, keyCheck, asked } = setUp(good);
		await keyCheck.check();
		await clock.advance(59_999);
		expect(await keyCheck.recent()).toEqual(good);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		expect(await keyCheck.recent()).toEqual(good);
		expect(asked.slice(1)).toEqual([{ priority: 'background' }]);
	});
});

describe('the alert', () => {
	it('is raised once in ten minutes, however often the key is refused', async () => {
		const { clock, keyCheck, alerts } = setUp(bad);
		for (let asked = 0; asked < 5; asked += 1) await keyCheck.check();
		keyCheck.report('refused');
		await clock.advance(10 * 60_000 - 1);
		await keyCheck.check();
		expect(alerts).toEqual(['refused']);
		await clock.advance(1);
		await keyCheck.check();
		expect(alerts).toEqual(['refused', 'refused']);
	});

	it('is raised for each problem by itself, and for no outage', async () => {
		const { keyCheck, alerts } = setUp(down);
		await keyCheck.check();
		keyCheck.report('sells-nothing');
		keyCheck.report('refused');
		expect(alerts).toEqual(['sells-nothing', 'refused']);
	});
});
