import { type APISelectMenuOption, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import {
	goToPageModal,
	type ItemsSnapshot,
	itemsView,
	turnedPage,
	turnItems,
	typedPage,
} from '../../src/views/items-view.js';
import type { MessageView } from '../../src/views/message.js';
import { sampleItem, sampleItems } from './samples.js';

const t = translatorFor('en-US');

const ready = (items: ItemsSnapshot['items']): ItemsSnapshot => ({ items, state: 'ready' });

function optionsOf(view: MessageView): APISelectMenuOption[] {
	const rows = (view.components ?? []).filter((component) => component.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.flatMap((component) =>
			component.type === ComponentType.StringSelect ? component.options : [],
		),
	);
}

function buttonsOf(view: MessageView) {
	const rows = (view.components ?? []).filter((component) => component.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.flatMap((component) =>
			component.type === ComponentType.Button && 'custom_id' in component ? [component] : [],
		),
	);
}

/** The page after a click on the button that goes `move`; undefined where it can't be clicked. */
function click(snapshot: ItemsSnapshot, view: MessageView, move: string): MessageView | undefined {
	for (const button of buttonsOf(view)) {
		const turn = turnItems.decode(button.custom_id);
		if (turn?.[0] === move && !button.disabled) return itemsView(t, snapshot, turnedPage(...turn));
	}
	return undefined;
}

describe('the list of items', () => {
	it('shows name, price, category and id of each', () => {
		const items = [sampleItem(), sampleItem({ id: 7, name: 'Tiny *Script*', category: '', subCategory: '' })];
		expect(itemsView(t, ready(items), 0).embeds?.[0]).toMatchObject({
			title: 'Items',
			description:
				'**Aurora Photo Theme**\n$29.00 · Themes › Photography · `1001`\n**Tiny \\*Script\\***\n$29.00 · `7`',
			footer: { text: '2 items' },
		});
	});

	it.each([1, 10, 11, 60, 10_000])('of %d reaches every item by its own buttons', (count) => {
		const snapshot = ready(sampleItems(count));
		const seen = new Set<string>();
		let view: MessageView | undefined = itemsView(t, snapshot, 0);
		while (view !== undefined) {
			for (const option of optionsOf(view)) seen.add(option.value);
			view = click(snapshot, view, 'next');
		}
		expect(seen.size).toBe(count);
	});

	it('reaches both ends with one click, and goes back one page', () => {
		const snapshot = ready(sampleItems(10_000));
		const middle = itemsView(t, snapshot, 500);
		const footers = ['first', 'previous', 'next', 'last'].map(
			(move) => click(snapshot, middle, move)?.embeds?.[0]?.footer?.text,
		);
		expect(footers).toEqual([
			'Page 1 of 1,000 · 10,000 items',
			'Page 500 of 1,000 · 10,000 items',
			'Page 502 of 1,000 · 10,000 items',
			'Page 1,000 of 1,000 · 10,000 items',
		]);
	});

	it('cannot be turned past an end, and not at all where there is one page', () => {
		const snapshot = ready(sampleItems(20));
		const disabled = (page: number) =>
			buttonsOf(itemsView(t, snapshot, page)).map((button) => button.disabled);
		expect(disabled(0)).toEqual([true, true, false, false, false]);
		expect(disabled(1)).toEqual([false, false, false, true, true]);
		expect(buttonsOf(itemsView(t, ready(sampleItems(10)), 0))).toEqual([]);
	});

	it('shows the nearest page where the catalogue has shrunk since the button was made', () => {
		const snapshot = ready(sampleItems(12));
		expect(optionsOf(itemsView(t, snapshot, 99)).map((option) => option.value)).toEqual(['11', '12']);
		expect(optionsOf(itemsView(t, snapshot, -5))[0]?.value).toBe('1');
	});

	it('offers an item once where the marketplace lists it twice', () => {
		expect(optionsOf(itemsView(t, ready([sampleItem(), sampleItem()]), 0))).toHaveLength(1);
	});

	it.each([
		['loading', 'The items have not been loaded yet. Please try again in a moment.'],
		['empty', 'No items have been published yet.'],
		['ready', 'No items have been published yet.'],
		['stale', "The items can't be loaded from the marketplace right now. Please try again in a few minutes."],
	] as const)('that is %s says so where it has no items', (state, content) => {
		expect(itemsView(t, { items: [], state }, 3)).toMatchObject({ content, embeds: [], components: [] });
	});

	it('is shown while it is refreshed or out of date', () => {
		for (const state of ['loading', 'stale'] as const) {
			expect(optionsOf(itemsView(t, { items: sampleItems(3), state }, 0))).toHaveLength(3);
		}
	});
});

describe('going to a page', () => {
	it('tells how many pages there are', () => {
		expect(goToPageModal(t, 10_000).components[0]).toMatchObject({ label: 'Page, 1 to 1,000' });
		expect(goToPageModal(t, 0).components[0]).toMatchObject({ label: 'Page, 1 to 1' });
	});

	it.each([
		['3', 2],
		[' 1,000 ', 999],
		['# 7', 6],
		['12', 11],
		['0', -1],
	])('understands %j', (typed, page) => {
		expect(typedPage(typed)).toBe(page);
	});

	it.each(['', 'last', '-3', '3/4', '1e3', '9'.repeat(20)])('does not take %j for a page', (typed) => {
		expect(typedPage(typed)).toBeUndefined();
	});
});
