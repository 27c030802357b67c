import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ListShop, NoAnswerError } from '../../../src/cli/claims/list-shop.js';
import { createMarketplace } from '../../../src/composition/create-marketplace.js';
import { noteAccount } from '../../../src/marketplace/account-guard.js';
import { MarketplaceClient } from '../../../src/marketplace/client.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { memoryStore } from '../../world/memory-store.js';

/** A shop whose answers fail in turn, and then always in the last way. Time passes by waiting alone. */
function setUp(failures: readonly MarketplaceFailure[], account: MarketplaceFailure | string = 'author') {
	let now = 1_000_000;
	const waits: number[] = [];
	const clock = {
		now: () => now,
		delay: async (ms: number, signal?: AbortSignal) => {
			await setImmediate();
			if (signal?.aborted) return;
			waits.push(ms);
			now += ms;
		},
	};
	const client = new MarketplaceClient({
		baseUrl: 'http://127.0.0.1:9',
		apiKey: 'key',
		body: 'form',
		userAgent: 'test',
	});
	let asked = 0;
	Object.assign(client, {
		async validatePurchase() {
			const failure = failures[Math.min(asked, failures.length - 1)];
			asked += 1;
			return { ok: false, failure };
		},
		async accountDetails() {
			return typeof account === 'string'
				? { ok: true, value: { username: account, registeredAt: undefined } }
				: { ok: false, failure: account };
		},
		async allItems() {
			return { ok: true, value: { items: [], skipped: 0 } };
		},
	});
	const store = memoryStore(new Map());
	const nothing = () => {};
	const quiet = {
		logger: { info: nothing, warn: nothing },
		report: { keyProblem: nothing, keyGood: nothing },
	};
	const market = createMarketplace({ client, store, clock, ...quiet });
	return { shop: new ListShop(market, clock), store, waits, asked: () => asked };
}

const invalid = { kind: 'invalid-code' } as const;
const down = { kind: 'unavailable', reason: 'reset' } as const;

describe('the shop of a list', () => {
	it('is asked again exactly when its limit allows it', async () => {
		const limited = { kind: 'rate-limited', retryAt: 1_040_000 } as const;
		const { shop, waits } = setUp([limited, invalid]);
		expect(await shop.check('code')).toEqual({ kind: 'invalid' });
		expect(waits).toContain(40_000);
	});

	it('is waited for while it is down, and not for ever', async () => {
		const briefly = setUp([down, down, invalid]);
		expect(await briefly.shop.check('code')).toEqual({ kind: 'invalid' });
		const long = setUp([down]);
		await expect(long.shop.check('code')).rejects.toBeInstanceOf(NoAnswerError);
		expect(long.asked()).toBe(15);
	});

	it('is waited for while it refuses for its limit, and not for ever', async () => {
		const limited = { kind: 'rate-limited', retryAt: 1_000_200 } as const;
		const { shop, waits, asked } = setUp([limited]);
		await expect(shop.check('code')).rejects.toThrow('The shop refuses all further requests');
		expect(asked()).toBe(15);
		expect(waits.slice(0, 2)).toEqual([200, 5_000]);
	});

	it('may have one answer that cannot be read, and not only such ones', async () => {
		const { shop } = setUp([{ kind: 'malformed', reason: 'a page' }]);
		for (let n = 0; n < 5; n += 1) expect(await shop.check('code')).toEqual({ kind: 'unreadable' });
		await expect(shop.check('code')).rejects.toBeInstanceOf(NoAnswerError);
	});

	it.each([
		['is refused', { kind: 'bad-key' } as const, true],
		['belongs to another author', 'thief', true],
		['cannot be checked', down, false],
	])('proves nothing while the key %s', async (_, account, isKey) => {
		const { shop, store } = setUp([invalid], account);
		await noteAccount(store, { username: 'author' });
		await expect(shop.open()).rejects.toMatchObject({ name: 'NoAnswerError', isKey });
		await setUp([invalid]).shop.open();
	});
});
