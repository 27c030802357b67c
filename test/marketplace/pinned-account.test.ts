import { describe, expect, it } from 'vitest';
import { AccountGuard } from '../../src/marketplace/account-guard.js';
import { noteAccount, readAccount, readOrPinAccount } from '../../src/marketplace/pinned-account.js';
import { memoryStore } from '../roles/memory-store.js';

const maren = { username: 'marenmakes', registeredAt: 1_554_192_000_000 };
const rook = { username: 'rook', registeredAt: 1_600_000_000_000 };

describe('attack 45: the account that the claims belong to', () => {
	it('is the first one that is seen, and stays it until the operator confirms another', async () => {
		const store = memoryStore();
		const reports: string[] = [];
		const guard = new AccountGuard({
			store,
			keyCheck: { report: (_, accounts) => reports.push(`${accounts?.seen} is not ${accounts?.known}`) },
			report: { keyGood: () => {} },
		});
		expect(await guard.isLastOurs()).toBeUndefined();
		expect(await guard.isOurs(maren)).toBe(true);
		expect(await guard.isOurs({ ...maren, username: 'MarenMakes' })).toBe(true);
		expect(await guard.isOurs(rook)).toBe(false);
		expect(await guard.isOurs({ ...maren, registeredAt: 5 })).toBe(false);
		expect(reports).toEqual(['rook is not marenmakes', 'marenmakes is not marenmakes']);
		expect(await guard.isOurs(rook)).toBe(false);
		expect(await guard.isLastOurs()).toBe(false);
		await noteAccount(store, rook);
		expect(await guard.isLastOurs()).toBe(true);
	});

	it('is remembered by its name and date of registration alone', async () => {
		const store = memoryStore();
		await readOrPinAccount(store, maren);
		expect(await store.get('meta:account')).toEqual({ v: 1, ...maren });
		expect(await readAccount(store)).toEqual(maren);
	});
});
