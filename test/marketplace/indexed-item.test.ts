import { expect, it } from 'vitest';
import { fold, indexItem } from '../../src/marketplace/indexed-item.js';
import { itemSchema } from '../../src/marketplace/schemas.js';
import { sampleItem } from './samples.js';

const indexed = (item: object) => indexItem(itemSchema.parse({ id: 7, name: 'Item', ...item }));

it('compares lowercase letters without accents, with one space for everything between words', () => {
	expect(fold('  Éclair – PRO (ﬁ２) ')).toBe('eclair pro fi2');
});

it('searches the words of the name, and then those of category, tags, id and options', () => {
	const item = {
		name: 'Éclair-Pro',
		category: 'Themes',
		sub_category: 'Admin',
		tags: ['Red', 'Blue'],
		options: ['Dark Mode'],
	};
	expect(indexed(item)).toMatchObject({
		words: ' eclair pro',
		all: ' eclair pro themes admin red blue 7 dark mode',
	});
});

it('searches a thousand characters besides the name', () => {
	const item = { category: 'c', sub_category: 's', tags: Array.from({ length: 9 }, () => 'x'.repeat(300)) };
	expect(indexed(item).all).toHaveLength(' item '.length + 1_000);
});

it('keeps the listed fields, but no long texts or lists', () => {
	const { description, demoUrl, screenshotUrls, ...listed } = itemSchema.parse(sampleItem);
	expect([description, demoUrl, screenshotUrls]).not.toContain(undefined);
	expect(indexed(sampleItem)).toEqual({
		listed,
		words: ' aurora admin template',
		all: ' aurora admin template themes admin admin dashboard 42 responsive',
	});
});
