import { describe, expect, it } from 'vitest';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { browse, categoryKey, type ItemsWanted } from '../../src/marketplace/item-browser.js';
import { indexItems } from '../../src/marketplace/item-index.js';
import type { Item } from '../../src/marketplace/schemas.js';
import { sampleItem, sampleItems } from '../states/items/sample-items.js';

const everything: ItemsWanted = { search: '', category: '-', order: 'name' };

async function found(items: readonly Item[], wanted: Partial<ItemsWanted> = {}) {
	return browse(await indexItems(items.map(indexItem)), { ...everything, ...wanted });
}

const shop = [
	sampleItem({ id: 5, name: 'Amber', category: 'Fonts', price: {}, publishedAt: undefined }),
	sampleItem({ id: 1, name: 'Aurora', category: 'Themes', price: { regular: 40 }, publishedAt: 200 }),
	sampleItem({ id: 2, name: 'Basalt', category: 'Plugins', price: { regular: 10 }, publishedAt: 100 }),
	sampleItem({ id: 3, name: 'Cirrus', category: 'Themes', price: {}, publishedAt: undefined }),
	sampleItem({ id: 4, name: 'Dune', category: 'Fonts', price: { extended: 20 }, publishedAt: 300 }),
];

describe('the order of items', () => {
	it.each([
		['name', ['Amber', 'Aurora', 'Basalt', 'Cirrus', 'Dune']],
		['cheap', ['Basalt', 'Dune', 'Aurora', 'Amber', 'Cirrus']],
		['dear', ['Aurora', 'Dune', 'Basalt', 'Amber', 'Cirrus']],
		['new', ['Dune', 'Aurora', 'Basalt', 'Amber', 'Cirrus']],
		['old', ['Basalt', 'Aurora', 'Dune', 'Amber', 'Cirrus']],
	] as const)('by "%s" puts items without a price or date last', async (order, names) => {
		expect((await found(shop, { order })).items.map(({ name }) => name)).toEqual(names);
	});
});

describe('the categories', () => {
	it('are those of the catalog with their counts, by name', async () => {
		const { categories, total, rest } = await found(shop, { search: 'nothing like it' });
		expect(categories.map(({ name, count }) => [name, count])).toEqual([
			['Fonts', 2],
			['Plugins', 1],
			['Themes', 2],
		]);
		expect([total, rest]).toEqual([5, 0]);
	});

	it('filter with a key that depends only on the name', async () => {
		const shown = await found(shop.toReversed(), { category: categoryKey('Themes') });
		expect(shown.items.map(({ name }) => name)).toEqual(['Aurora', 'Cirrus']);
		expect(shown.category?.name).toBe('Themes');
	});

	it.each([
		[24, 24, 0],
		[25, 23, 2],
		[60, 23, 37],
	])(
		'of a catalog with %d are the %d largest and one for the other %d items',
		async (count, listed, rest) => {
			const small = sampleItems(count).map((item) => ({ ...item, category: `Category ${99 - item.id}` }));
			const large = sampleItem({ id: 900, category: 'Category 98' });
			const items = count === 60 ? [...small, large] : small;
			const shown = await found(items, { category: '+' });
			expect(shown.categories).toHaveLength(listed);
			expect([shown.rest, shown.items.length]).toEqual([rest, rest]);
			if (count !== 60) return;
			const byName = small.map(({ category }) => category).sort();
			expect(shown.categories.map(({ name }) => name)).toEqual([...byName.slice(0, 22), 'Category 98']);
		},
	);
});
