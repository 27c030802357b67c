import { describe, expect, it } from 'vitest';
import { createAccountGuard, isSameAccount, knownPartOf } from '../../src/marketplace/account-guard.js';
import { accountSchema } from '../../src/marketplace/schemas.js';
import { sampleAccount } from './samples.js';

const maya = { username: 'Maya', registeredAt: 1_000 };
const other = { username: 'Other', registeredAt: 2_000 };

function setUp() {
	const told: unknown[] = [];
	const noted = { account: maya };
	const guard = createAccountGuard({
		note: { readOrPin: async () => noted.account },
		onOther: (seen, known) => told.push({ seen, known }),
		onOurs: () => told.push('ours'),
	});
	return { guard, noted, told };
}

describe('the guard of the account', () => {
	it('knows the account that is remembered, and tells of any other', async () => {
		const { guard, told } = setUp();
		expect(await guard.isOurs(maya)).toBe(true);
		expect(await guard.isOurs(other)).toBe(false);
		expect(told).toEqual(['ours', { seen: other, known: maya }]);
	});

	it('knows nothing of the last account before it has seen one', async () => {
		const { guard, told } = setUp();
		expect(await guard.isLastOurs()).toBeUndefined();
		expect(told).toEqual([]);
	});

	it('trusts the last account without another look once it was the right one', async () => {
		const { guard, noted, told } = setUp();
		await guard.isOurs(maya);
		noted.account = other;
		expect(await guard.isLastOurs()).toBe(true);
		expect(told).toEqual(['ours']);
	});

	it('looks at the note again while the last account was another one, which the operator may confirm', async () => {
		const { guard, noted, told } = setUp();
		await guard.isOurs(other);
		expect(await guard.isLastOurs()).toBe(false);
		noted.account = other;
		expect(await guard.isLastOurs()).toBe(true);
		expect(told).toEqual([{ seen: other, known: maya }, { seen: other, known: maya }, 'ours']);
	});
});

describe('two accounts', () => {
	it.each([
		['are one by the name in any case, and the time', maya, { ...maya, username: 'mAYA' }, true],
		['are one by the name where a time is not known', maya, { username: 'Maya' }, true],
		['are one by the name where the other time is not known', { username: 'Maya' }, maya, true],
		['are two by the name', maya, { ...maya, username: 'Maja' }, false],
		['are two by the time: a name can be given anew', maya, { ...maya, registeredAt: 1_001 }, false],
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
