import { describe, expect, it } from 'vitest';
import type { MarketplaceClient } from '../../src/marketplace/client.js';
import {
	type Accounts,
	isSameAccount,
	KeyCheck,
	type KeyProblem,
	KeyRefused,
	type KnownAccount,
	noteAccount,
	readAccount,
	readOrPinAccount,
} from '../../src/marketplace/key-check.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, accountSchema } from '../../src/marketplace/schemas.js';
import { memoryStore } from '../roles/memory-store.js';
import { floor } from '../world/floor.js';
import { sampleAccount } from './samples.js';

const maya = { username: 'Maya', registeredAt: 1_000 };
const other = { username: 'Other', registeredAt: 2_000 };
const otherSeen = { problem: 'other-account', known: 'Maya', seen: 'Other' };

/** A check that the marketplace answers with this. Each report comes after ten minutes, so that none is left out. */
async function setUp(known?: KnownAccount, key?: MarketplaceResult<Account>) {
	const reports: unknown[] = [];
	const store = memoryStore();
	if (known !== undefined) await noteAccount(store, known);
	let now = 0;
	const guard = new KeyCheck({
		store,
		client: floor<MarketplaceClient>({ accountDetails: async () => key ?? expect.unreachable() }),
		clock: { now: () => (now += 600_000) },
		report: {
			keyProblem: (problem: KeyProblem, accounts?: Accounts) => reports.push({ problem, ...accounts }),
			keyGood: () => reports.push('ours'),
		},
	});
	return { guard, store, reports };
}

describe('the guard of the account', () => {
	it('trusts the last account without another look once it was the right one', async () => {
		const { guard, store, reports } = await setUp(maya);
		await guard.isOurs(maya);
		await noteAccount(store, other);
		expect(await guard.isLastOurs()).toBe(true);
		expect(reports).toEqual(['ours']);
	});

	it('looks at the note again while the last account was another one, which the operator may confirm', async () => {
		const { guard, store, reports } = await setUp(maya);
		await guard.isOurs(other);
		expect(await guard.isLastOurs()).toBe(false);
		await noteAccount(store, other);
		expect(await guard.isLastOurs()).toBe(true);
		expect(reports).toEqual([otherSeen, otherSeen, 'ours']);
	});
});

describe('two accounts', () => {
	it.each([
		['are one by the name in any case, and the time', maya, { ...maya, username: 'mAYA' }, true],
		['are one by the name where a time is not known', maya, { username: 'Maya' }, true],
		['are one by the name where the other time is not known', { username: 'Maya' }, maya, true],
		['are two by the name', maya, { ...maya, username: 'Maja' }, false],
		['are one if a time of day is missing from one date', maya, { ...maya, registeredAt: 80_000_000 }, true],
		['are two by the time: a name can be given anew', maya, { ...maya, registeredAt: 90_000_000 }, false],
	])('%s', (_, one, another, isSame) => {
		expect(isSameAccount(one, another)).toBe(isSame);
	});
});

const maren = { username: 'marenmakes', registeredAt: 1_554_192_000_000 };
const rook = { username: 'rook', registeredAt: 1_600_000_000_000 };

describe('attack 45: the account that the claims belong to', () => {
	it('is the first one that is seen, and stays it until the operator confirms another', async () => {
		const { guard, store, reports } = await setUp();
		expect(await guard.isLastOurs()).toBeUndefined();
		expect(await guard.isOurs(maren)).toBe(true);
		expect(await guard.isOurs({ ...maren, username: 'MarenMakes' })).toBe(true);
		expect(await guard.isOurs(rook)).toBe(false);
		expect(await guard.isOurs({ ...maren, registeredAt: 5 })).toBe(false);
		const problem = 'other-account';
		expect(reports.filter((report) => report !== 'ours')).toEqual([
			{ problem, known: 'marenmakes', seen: 'rook' },
			{ problem, known: 'marenmakes', seen: 'marenmakes' },
		]);
		expect(await guard.isOurs(rook)).toBe(false);
		expect(await guard.isLastOurs()).toBe(false);
		await noteAccount(store, rook);
		expect(await guard.isLastOurs()).toBe(true);
	});

	it('is remembered by its name and date of registration alone', async () => {
		const store = memoryStore();
		await readOrPinAccount(store, { ...accountSchema.parse(sampleAccount), ...maren });
		expect(await store.get('meta:account')).toEqual({ v: 1, ...maren });
		expect(await readAccount(store)).toMatchObject(maren);
	});
});

async function startWith(key: MarketplaceResult<Account>, known?: KnownAccount) {
	const warnings: object[] = [];
	const { guard, store } = await setUp(known, key);
	await guard.refuseBadKey({ warn: (details: object) => void warnings.push(details) });
	return { account: await readAccount(store), warnings };
}

describe('the start', () => {
	it('does not start with a key that the marketplace has never accepted', async () => {
		await expect(startWith({ ok: false, failure: { kind: 'bad-key' } })).rejects.toThrow(KeyRefused);
	});

	it('starts although the key is refused if one was good before', async () => {
		const failure = { kind: 'bad-key' } as const;
		expect(await startWith({ ok: false, failure }, maya)).toMatchObject({ warnings: [{ failure }] });
	});

	it('looks at the account behind a good key', async () => {
		const value = accountSchema.parse(sampleAccount);
		const { account, warnings } = await startWith({ ok: true, value });
		expect([account?.username, warnings]).toEqual([value.username, []]);
	});
});
