import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { indexItems } from '../../src/marketplace/item-index.js';
import { type Item, itemSchema } from '../../src/marketplace/schemas.js';

const item = (id: number, name: string, published_at?: string): Item =>
	itemSchema.parse({ id, name, published_at });

const indexOf = (items: readonly Item[]) => indexItems(items.map(indexItem));

const indexOfNames = (...all: readonly string[]) => indexOf(all.map((name, at) => item(at + 1, name)));

const names = (items: readonly Pick<Item, 'name'>[]): string[] => items.map(({ name }) => name);

it('sorts by name, ignoring case and accents, and by id if names are equal', async () => {
	const unsorted = [item(3, 'éclair'), item(9, 'Zebra'), item(8, 'Echo'), item(5, 'apple'), item(2, 'Apple')];
	expect((await indexOf(unsorted)).items.map(({ id }) => id)).toEqual([2, 5, 8, 3, 9]);
});

it('keeps one item if an id occurs twice', async () => {
	const index = await indexOf([item(1, 'Old'), item(1, 'New')]);
	expect([names(index.items), index.get(1)?.name]).toEqual([['New'], 'New']);
});

it('ranks the exact id first, then matching beginnings of ids, names and words, then parts of words', async () => {
	const index = await indexOf([
		item(7, 'Apollo 12 Script'),
		item(500, 'Route12x'),
		item(12, 'Zeta'),
		item(123, 'Yonder'),
		item(600, '12 Fonts'),
	]);
	const ranked = ['Zeta', 'Yonder', '12 Fonts', 'Apollo 12 Script', 'Route12x'];
	expect(names(index.suggest('12', 25))).toEqual(ranked);
	expect(names(index.suggest(' #12 ', 25))[0]).toBe('Zeta');
});

it('finds the beginning of a word even if the same letters occur earlier within another word', async () => {
	const index = await indexOfNames('Bookend', 'Handbook Book', 'A subpar', 'B subpar par');
	expect(names(index.suggest('book', 2))).toEqual(['Bookend', 'Handbook Book']);
	expect(names(index.suggest('par', 2))).toEqual(['B subpar par', 'A subpar']);
});

it.each([
	['ECLAIR', 'Éclair – Recipe Theme'],
	['recipe éc', 'Éclair – Recipe Theme'],
	['写真', '写真ギャラリー'],
	['ギャラリ', '写真ギャラリー'],
	['магаз', 'Интернет-Магазин'],
	['studio', '**Bold** _Studio_ 🎬'],
])('finds by %s', async (query, name) => {
	const all = ['Éclair – Recipe Theme', '写真ギャラリー', 'Интернет-Магазин', '**Bold** _Studio_ 🎬'];
	expect(names((await indexOfNames(...all)).suggest(query, 25))).toEqual([name]);
});

it('suggests the newest items until something is typed, and nothing if nothing matches', async () => {
	const index = await indexOf([
		item(1, 'Before all', '1960-01-01'),
		item(2, 'First', '2020-01-01'),
		item(3, 'Next', '2026-01-01'),
		item(4, 'Undated'),
	]);
	expect(names(index.suggest('', 4))).toEqual(['Next', 'First', 'Undated', 'Before all']);
	expect(names(index.suggest(' … ', 2))).toEqual(['Next', 'First']);
	expect(index.suggest('qqq', 25)).toEqual([]);
});

it('finds a name by several words in any order, but only if it contains all of them', async () => {
	const index = await indexOfNames('Green Apple', 'Red Apple', 'Red Plum');
	expect(names(index.suggest('apple red', 25))).toEqual(['Red Apple']);
	expect(index.matching('apple red')).toEqual(new Set([2]));
});

it('never returns more items than asked for, duplicates, or items that don’t contain the query', async () => {
	const index = await indexOfNames(...Array.from({ length: 300 }, (_, i) => `Theme ${i % 7} of pack ${i}`));
	fc.assert(
		fc.property(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 25 }), (query, limit) => {
			const ids = index.suggest(query, limit).map(({ id }) => id);
			expect(ids.length).toBeLessThanOrEqual(limit);
			expect(new Set(ids).size).toBe(ids.length);
		}),
	);
	for (const found of index.suggest('9', 25)) expect(`${found.id} ${found.name}`).toContain('9');
});

describe('a misspelled name', () => {
	it.each([
		['auora', 'Aurora Photo Theme'],
		['aruora', 'Aurora Photo Theme'],
		['Aurora Poto', 'Aurora Photo Theme'],
		['phtoo theme', 'Aurora Photo Theme'],
		['helpdesc', 'Helpdesk'],
		['интренет', 'Интернет-Магазин'],
	])('is found: %s', async (typed, name) => {
		const index = await indexOfNames('Aurora Photo Theme', 'Helpdesk', 'Интернет-Магазин', 'Basalt');
		expect(names(index.suggest(typed, 25))).toEqual([name]);
		expect(index.matching(typed)?.size).toBe(1);
	});

	it('is found only if there is no exact match, nearest first', async () => {
		const index = await indexOfNames('Auroras', 'Aurora', 'Aurore');
		expect(names(index.suggest('aurora', 25))).toEqual(['Aurora', 'Auroras']);
		expect(names(index.suggest('auroraa', 25))).toEqual(['Auroras', 'Aurora', 'Aurore']);
		expect(index.suggest('auroraa', 1)).toHaveLength(1);
	});

	it.each(['cat', 'cra', 'qqqqq', 'x'.repeat(90), '?!'])('is not guessed from %j', async (typed) => {
		const index = await indexOfNames('car', 'theme');
		expect(index.matching(typed)?.size ?? 0).toBe(0);
	});

	it.each([
		['of words that are all alike', (id: number) => `${'aurorb aurorc aurord aurore '.repeat(9)}${id}`],
		['of words of the same letters', (id: number) => `arauro${id % 97} roaura ${id} oaurar rroaua`],
	])('attack 42: gets no more suggestions than Discord accepts among ten thousand %s', async (_, nameOf) => {
		const index = await indexOfNames(...Array.from({ length: 10_000 }, (_, id) => nameOf(id)));
		for (const typed of ['auraro', 'auror auror auror', 'aurora'.repeat(16)]) {
			expect(index.suggest(typed, 25).length).toBeLessThanOrEqual(25);
		}
	});
});
