import { expect, it } from 'vitest';
import { fold, indexItem } from '../../src/marketplace/indexed-item.js';
import { itemSchema } from '../../src/marketplace/schemas.js';

const indexed = (item: object) =>
	indexItem(itemSchema.parse({ id: 7, name: 'Item', ...item }), 3, (text) => text);

it('compares small letters without accents, with one space for whatever stands between words', () => {
	expect(fold('  Éclair – PRO (ﬁ２) ')).toBe('eclair pro fi2');
});

it('looks at the words of the name, and at these with category, tags, id and options', () => {
	const item = {
		name: 'Éclair-Pro',
		category: 'Themes',
		sub_category: 'Admin',
		tags: ['Red', 'Blue'],
		options: ['Dark Mode'],
	};
	expect(indexed(item)).toMatchObject({
		place: 3,
		words: ' eclair pro',
		all: ' eclair pro themes admin red blue 7 dark mode',
	});
});

it('looks at a thousand letters beside the name', () => {
	const item = { category: 'c', sub_category: 's', tags: Array.from({ length: 9 }, () => 'x'.repeat(300)) };
	expect(indexed(item).all).toHaveLength(' item '.length + 1_000);
});
