import { describe, expect, it } from 'vitest';
import { AccountGuard, isSameAccount, knownPartOf } from '../../src/marketplace/account-guard.js';
import { noteAccount } from '../../src/marketplace/pinned-account.js';
import { accountSchema } from '../../src/marketplace/schemas.js';
import { memoryStore } from '../roles/memory-store.js';
import { sampleAccount } from './samples.js';

const maya = { username: 'Maya', registeredAt: 1_000 };
const other = { username: 'Other', registeredAt: 2_000 };
const otherSeen = { problem: 'other-account', known: 'Maya', seen: 'Other' };

async function setUp() {
	const reports: unknown[] = [];
	const store = memoryStore();
	await noteAccount(store, maya);
	const guard = new AccountGuard({
		store,
		keyCheck: { report: (problem, accounts) => reports.push({ problem, ...accounts }) },
		report: { keyGood: () => reports.push('ours') },
	});
	return { guard, store, reports };
}

describe('the guard of the account', () => {
	it('knows the account that is remembered, and reports any other', async () => {
		const { guard, reports } = await setUp();
		expect(await guard.isOurs(maya)).toBe(true);
		expect(await guard.isOurs(other)).toBe(false);
		expect(reports).toEqual(['ours', otherSeen]);
	});

	it('knows nothing of the last account before it has seen one', async () => {
		const { guard, reports } = await setUp();
		expect(await guard.isLastOurs()).toBeUndefined();
		expect(reports).toEqual([]);
	});

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

	it('are told apart by nothing private', () => {
		const account = accountSchema.parse(sampleAccount);
		const { username, registeredAt } = account;
		expect(knownPartOf(account)).toStrictEqual({ username, registeredAt });
		expect(knownPartOf({ ...account, registeredAt: undefined })).toStrictEqual({ username });
	});
});
