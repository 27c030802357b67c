import { expect, it } from 'vitest';
import { MarketplaceClient } from '../../src/marketplace/client.js';
import { createMarketplace } from '../../src/marketplace/marketplace.js';
import { memoryStore } from '../../src/storage/memory-store.js';

it('a key that was good is asked about again, also after the clock was set back to that moment', async () => {
	const time = { wall: 1_000_000, monotonic: 0 };
	const client = new MarketplaceClient({
		baseUrl: 'http://127.0.0.1:9',
		apiKey: 'key',
		body: 'form',
		userAgent: 'test',
	});
	let asked = 0;
	Object.assign(client, {
		async accountDetails() {
			asked += 1;
			return { ok: true, value: { username: 'author', registeredAt: undefined } };
		},
	});
	const nothing = () => {};
	const { keyCheck } = createMarketplace({
		client,
		store: memoryStore(new Map()),
		logger: { info: nothing, warn: nothing },
		report: { keyProblem: nothing, keyGood: nothing },
		clock: { now: () => time.wall, delay: async () => {} },
		stopwatch: { now: () => time.monotonic },
	});
	await keyCheck.check();
	// A minute passes, and the clock, which was ahead by as much, is set right.
	time.monotonic += 60_000;
	await keyCheck.check();
	expect(asked).toBe(2);
});
