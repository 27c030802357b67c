import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.js';
import type { CallOptions, MarketplaceClient } from '../../src/marketplace/client.js';
import {
	createKeyCheck,
	isSameAccount,
	type KnownAccount,
	noteAccount,
	readAccount,
} from '../../src/marketplace/key-check.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, accountSchema } from '../../src/marketplace/schemas.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import { FakeClock } from '../world/fake-clock.js';
import { floor } from '../world/floor.js';
import { down, failed, goodKey as good, sampleAccount } from './samples.js';

const bad = failed({ kind: 'bad-key' });
const background = { priority: 'background' } as const;
const minute = 60_000;

/** A check that gets these answers from the shop in turn; the last one repeats. */
function setUp(...answers: readonly MarketplaceResult<Account>[]) {
	const [clock, store] = [new FakeClock(), memoryStore()];
	const [alerts, asked]: [unknown[], (CallOptions | undefined)[]] = [[], []];
	const keyCheck = createKeyCheck({
		client: floor<MarketplaceClient>({
			async accountDetails(options) {
				asked.push(options);
				return answers[asked.length - 1] ?? answers.at(-1) ?? good;
			},
		}),
		...{ stopwatch: clock, store },
		report: {
			keyProblem: (problem, accounts) => alerts.push(accounts ? { problem, ...accounts } : problem),
			keyGood: () => {},
		},
	});
	return { clock, store, alerts, keyCheck, asked };
}

describe('the key', () => {
	it('is checked once for all callers within two seconds', async () => {
		const { clock, keyCheck, asked } = setUp(good);
		const together = await Promise.all([keyCheck.check(), keyCheck.check(), keyCheck.check()]);
		await clock.advance(1_999);
		expect([...together, await keyCheck.check(), await keyCheck.check(background)]).toEqual(
			Array(5).fill(good),
		);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		await keyCheck.check(background);
		expect(asked.slice(1)).toEqual([background]);
	});

	it('is checked again immediately after a failure, since the server may have recovered', async () => {
		const { keyCheck } = setUp(down, good);
		expect([await keyCheck.check(), await keyCheck.check()]).toEqual([down, good]);
	});

	it('is checked for a buyer without waiting for background work, which may be refused', async () => {
		const { keyCheck } = setUp(down, good);
		expect(await Promise.all([keyCheck.check(background), keyCheck.check()])).toEqual([down, good]);
	});

	it('is shown on a page by a result from the last minute, or else checked behind all buyers', async () => {
		const { clock, keyCheck, asked } = setUp(good);
		await keyCheck.check();
		await clock.advance(minute - 1);
		expect(await keyCheck.recent()).toEqual(good);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		await keyCheck.recent();
		expect(asked.slice(1)).toEqual([background]);
	});

	it('is reported once in ten minutes for each problem, but not for outages', async () => {
		const { clock, keyCheck, alerts } = setUp(down, bad);
		await keyCheck.check();
		expect(alerts).toEqual([]);
		for (let asked = 0; asked < 5; asked += 1) await keyCheck.check();
		keyCheck.report('sells-nothing');
		await clock.advance(10 * minute - 1);
		await keyCheck.check();
		expect(alerts).toEqual(['refused', 'sells-nothing']);
		await clock.advance(1);
		await keyCheck.check();
		expect(alerts).toHaveLength(3);
	});
});

const maren = { username: 'marenmakes', registeredAt: 1_554_192_000_000 };
const rook = { username: 'rook', registeredAt: 1_600_000_000_000 };

describe('attack 45: the account that the claims belong to', () => {
	it('is the first one seen, until the operator confirms another', async () => {
		const { clock, store, keyCheck, alerts } = setUp();
		expect(await keyCheck.isLastOurs()).toBeUndefined();
		expect(await keyCheck.isOurs({ ...accountSchema.parse(sampleAccount), ...maren })).toBe(true);
		// The row contains neither the email address nor the balance.
		expect(await store.get('meta:account')).toEqual({ v: 1, ...maren });
		expect(await keyCheck.isOurs({ ...maren, username: 'MarenMakes' })).toBe(true);
		const seen = { problem: 'other-account', known: 'marenmakes' };
		for (const other of [rook, { ...maren, registeredAt: 5 }]) {
			expect(await keyCheck.isOurs(other)).toBe(false);
			expect(alerts.pop()).toEqual({ ...seen, seen: other.username });
			await clock.advance(10 * minute);
		}
		await keyCheck.isOurs(rook);
		expect(await keyCheck.isLastOurs()).toBe(false);
		await noteAccount(store, rook);
		expect(await keyCheck.isLastOurs()).toBe(true);
		// The key doesn't change while the process runs.
		await noteAccount(store, maren);
		expect(await keyCheck.isLastOurs()).toBe(true);
	});

	it.each<[string, Partial<KnownAccount>, boolean]>([
		['the name in another case', { username: 'MARENMAKES' }, true],
		['no time of registration', { registeredAt: undefined }, true],
		['a date without its time of day', { registeredAt: maren.registeredAt + 80_000_000 }, true],
		['another name', { username: 'marenmake' }, false],
		['another day: a name can be given anew', { registeredAt: maren.registeredAt + 90_000_000 }, false],
	])('is compared with %s', (_, change, isSame) => {
		expect(isSameAccount(maren, { ...maren, ...change })).toBe(isSame);
		expect(isSameAccount({ ...maren, ...change }, maren)).toBe(isSame);
	});
});

describe('the start', () => {
	async function startWith(key: MarketplaceResult<Account>, known?: KnownAccount) {
		const { store, keyCheck } = setUp(key);
		if (known !== undefined) await noteAccount(store, known);
		const warnings: object[] = [];
		await keyCheck.refuseBadKey({ warn: (details: object) => void warnings.push(details) });
		return { account: (await readAccount(store))?.username, warnings };
	}

	it('is refused with a key that the shop has never accepted, but not if one was valid before', async () => {
		await expect(startWith(bad)).rejects.toThrow(ConfigError);
		expect(await startWith(bad, maren)).toMatchObject({ warnings: [{ failure: bad.failure }] });
	});

	it('checks the account of a valid key', async () => {
		expect(await startWith(good)).toEqual({ account: sampleAccount.username, warnings: [] });
	});
});
