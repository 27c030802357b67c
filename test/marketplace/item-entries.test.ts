import { describe, expect, it } from 'vitest';
import { ItemEntries } from '../../src/marketplace/item-entries.js';
import type { PackedItems } from '../../src/marketplace/packed-items.js';
import { unpacked } from './packed-from.js';

const itemText = (id: number, name = `Item ${id}`): string => JSON.stringify({ id, name });
const range = (from: number, to: number): string[] =>
	Array.from({ length: to - from }, (_, index) => itemText(from + index));

function read(texts: readonly string[], known?: PackedItems) {
	const entries = new ItemEntries(known);
	for (const text of texts) {
		// Overwritten when it has been taken, as a connection's memory is.
		const bytes = new TextEncoder().encode(text);
		entries.add(bytes);
		bytes.fill(0x78);
	}
	const isJson = entries.end();
	return { isJson, items: entries.items, skipped: entries.skipped };
}

const names = (items: PackedItems) => unpacked(items).map((item) => item?.name);

describe('the entries of a list', () => {
	it.each([0, 1, 16, 17, 100])('are all read: %d', (count) => {
		const { isJson, items, skipped } = read(range(0, count));
		expect([isJson, items.length, skipped]).toEqual([true, count, 0]);
		expect(unpacked(items).map((item) => item?.id)).toEqual(range(0, count).map((_, id) => id));
	});

	it('are listed with their category and currency', () => {
		const texts = [1, 2].map((id) =>
			JSON.stringify({ id, name: 'Item', category: 'Themes', currency: 'USD' }),
		);
		const listed = [...read(texts).items.indexed()].map((item) => item.listed);
		expect(listed.map(({ category, currency }) => [category, currency])).toEqual([
			['Themes', 'USD'],
			['Themes', 'USD'],
		]);
	});

	it('may be longer than any before', () => {
		const long = 'é'.repeat(100_000);
		const texts = [itemText(1), JSON.stringify({ id: 2, name: 'Long', description: long }), itemText(3)];
		const { items } = read(texts);
		expect(unpacked(items).map((item) => item?.description.length)).toEqual([0, 20_000, 0]);
	});

	it('are counted where they are no items, and found at their places behind these', () => {
		const { isJson, items, skipped } = read([...range(0, 5), 'null', '{"id":"x"}', ...range(5, 40)]);
		expect([isJson, items.length, skipped]).toEqual([true, 40, 2]);
		expect(names(items)).toEqual(range(0, 40).map((_, id) => `Item ${id}`));
	});

	it.each([0, 20])('are said to be no JSON where one is none, as number %d', (at) => {
		expect(read(range(0, 30).with(at, '{"id":')).isJson).toBe(false);
	});
});

describe('a list that was read before', () => {
	const texts = [...range(0, 20), '"no item"', ...range(20, 50)];

	it('gives the very same items where nothing has changed, and the same count of what was skipped', () => {
		const first = read(texts);
		expect(read(texts, first.items)).toEqual({ ...first, items: first.items });
		expect(read(texts, first.items).items).toBe(first.items);
	});

	it.each([0, 16, 20])('is the very same also where its end is told twice: %d entries', (count) => {
		const known = read(range(0, count)).items;
		const entries = new ItemEntries(known);
		for (const text of range(0, count)) entries.add(new TextEncoder().encode(text));
		expect([entries.end(), entries.end()]).toEqual([true, true]);
		expect(entries.items).toBe(known);
	});

	it.each([0, 17, 35, 50])('has what entry %d has become, and all the others', (at) => {
		const known = read(texts).items;
		const changed = texts.with(at, itemText(999, 'New'));
		const { items, skipped } = read(changed, known);
		const fresh = read(changed);
		expect(unpacked(items)).toEqual(unpacked(fresh.items));
		expect([...items.indexed()]).toEqual([...fresh.items.indexed()]);
		expect(skipped).toBe(fresh.skipped);
		expect(names(known)).not.toContain('New');
	});

	it.each([
		['shorter', texts.slice(0, 40)],
		['shorter by whole blocks', texts.slice(0, 32)],
		['empty', []],
		['longer', [...texts, ...range(50, 70)]],
		['moved by one', [itemText(999), ...texts]],
	])('may have become %s', (_, changed) => {
		const known = read(texts).items;
		const { items, skipped } = read(changed, known);
		const fresh = read(changed);
		expect(items).not.toBe(known);
		expect(unpacked(items)).toEqual(unpacked(fresh.items));
		expect([items.length, skipped]).toEqual([fresh.items.length, fresh.skipped]);
	});

	it('is read again only where it has changed', () => {
		const known = read(texts).items;
		const { items } = read(texts.with(20, itemText(999)), known);
		const kept = [...items.indexed()].filter((item) => [...known.indexed()].includes(item));
		expect(kept).toHaveLength(known.length - 15);
	});

	it('is not taken for another one with the same bytes in other entries', () => {
		const known = read([itemText(1), itemText(2)]).items;
		const { isJson } = read([`${itemText(1)}\0${itemText(2)}`], known);
		expect(isJson).toBe(false);
	});
});
