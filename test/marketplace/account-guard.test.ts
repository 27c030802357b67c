import { describe, expect, it } from 'vitest';
import {
	AccountGuard,
	isSameAccount,
	KeyRefused,
	type KnownAccount,
	noteAccount,
	readAccount,
	readOrPinAccount,
	refuseBadKey,
} from '../../src/marketplace/account-guard.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, accountSchema } from '../../src/marketplace/schemas.js';
import { memoryStore } from '../roles/memory-store.js';
import { sampleAccount } from './samples.js';

const maya = { username: 'Maya', registeredAt: 1_000 };
const other = { username: 'Other', registeredAt: 2_000 };
const otherSeen = { problem: 'other-account', known: 'Maya', seen: 'Other' };

async function setUp({ isKnown = true } = {}) {
	const reports: unknown[] = [];
	const store = memoryStore();
	if (isKnown) await noteAccount(store, maya);
	const guard = new AccountGuard({
		store,
		keyCheck: { report: (problem, accounts) => reports.push({ problem, ...accounts }) },
		report: { keyGood: () => reports.push('ours') },
	});
	return { guard, store, reports };
}

describe('the guard of the account', () => {
	it('trusts the last account without another look once it was the right one', async () => {
		const { guard, store, reports } = await setUp();
		await guard.isOurs(maya);
		await noteAccount(store, other);
		expect(await guard.isLastOurs()).toBe(true);
		expect(reports).toEqual(['ours']);
	});

	it('looks at the note again while the last account was another one, which the operator may confirm', async () => {
		const { guard, store, reports } = await setUp();
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
		const { guard, store, reports } = await setUp({ isKnown: false });
		expect(await guard.isLastOurs()).toBeUndefined();
		expect(await guard.isOurs(maren)).toBe(true);
		expect(await guard.isOurs({ ...maren, username: 'MarenMakes' })).toBe(true);
		expect(await guard.isOurs(rook)).toBe(false);
		expect(await guard.isOurs({ ...maren, registeredAt: 5 })).toBe(false);
		expect(reports.filter((it) => it !== 'ours')).toEqual([
			{ problem: 'other-account', known: 'marenmakes', seen: 'rook' },
			{ problem: 'other-account', known: 'marenmakes', seen: 'marenmakes' },
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

async function startWith(key: MarketplaceResult<Account>, wasGood = false) {
	const seen: KnownAccount[] = [];
	const warnings: object[] = [];
	await refuseBadKey(
		{
			keyCheck: { check: async () => key },
			accountGuard: { isOurs: async (account) => seen.push(account) > 0 },
		},
		{ ...memoryStore(), get: async () => (wasGood ? { v: 1, username: 'maya' } : undefined) },
		{ warn: (details: object) => void warnings.push(details) },
	);
	return { seen, warnings };
}

describe('the start', () => {
	it('does not start with a key that the marketplace has never accepted', async () => {
		await expect(startWith({ ok: false, failure: { kind: 'bad-key' } })).rejects.toThrow(KeyRefused);
	});

	it('starts although the key is refused if one was good before', async () => {
		const failure = { kind: 'bad-key' } as const;
		expect(await startWith({ ok: false, failure }, true)).toEqual({ seen: [], warnings: [{ failure }] });
	});

	it('looks at the account behind a good key, whosever it is', async () => {
		const account = accountSchema.parse(sampleAccount);
		const { seen, warnings } = await startWith({ ok: true, value: account });
		expect([seen.map(({ username }) => username), warnings]).toEqual([[account.username], []]);
	});
});
