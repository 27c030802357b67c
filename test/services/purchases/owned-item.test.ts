import { describe, expect, it } from 'vitest';
import { OwnedItems, ownedItem } from '../../../src/services/purchases/owned-item.js';

const claim = (changes = {}) => ({
	item: { id: 7, name: 'Aurora', category: '' },
	status: 'active' as const,
	supportedUntil: 5 as number | undefined,
	...changes,
});

describe('what a member has of an item', () => {
	it('is what was shown in this server and still counts', () => {
		expect(ownedItem([claim()], 7)).toEqual({ supportedUntil: 5 });
		expect(ownedItem([claim()], 8)).toBeUndefined();
		expect(ownedItem([claim({ status: 'revoked' })], 7)).toBeUndefined();
	});

	it('has support for as long as the longest of them', () => {
		const own = [claim(), claim({ supportedUntil: 9 }), claim({ supportedUntil: undefined })];
		expect(ownedItem(own, 7)).toEqual({ supportedUntil: 9 });
		expect(ownedItem([claim({ supportedUntil: undefined })], 7)).toEqual({ supportedUntil: undefined });
	});
});

it('a purchase is left out where it cannot be read, and the item is shown all the same', async () => {
	const errors: unknown[] = [];
	const away = new Error('The store is away');
	const items = new OwnedItems(
		{ claimsOf: () => Promise.reject(away) },
		{ warn: ({ err }: { err: unknown }) => errors.push(err) },
	);
	expect(await items.of('2', 7)).toBeUndefined();
	expect(errors).toEqual([away]);
});
