import { buttonsOf, labelsOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { categoryKey, createItemBrowser } from '../../../src/marketplace/item-browser.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import {
	type ItemsState,
	showItems,
	stateOf,
	typedSearch,
	wholeList,
} from '../../../src/views/custom-ids/item-list-ids.js';
import { openItem } from '../../../src/views/custom-ids/item-page-ids.js';
import { goToPageModal, searchModal, typedPage } from '../../../src/views/items/items-modals.js';
import { type ItemsSnapshot, itemsView } from '../../../src/views/items/items-view.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { sampleItem, sampleItems } from '../samples.js';

const t = translatorFor('en-US');

/** A page of these items, as if only punctuation had been searched for: matching is the index's business. */
function view(
	items: readonly Item[],
	page: number,
	wanted: Partial<ItemsState> = {},
	state: ItemsSnapshot['state'] = 'ready',
): MessageView {
	const whole = { ...wholeList, ...wanted, page };
	const found = createItemBrowser({ items, matching: () => undefined }).browse(whole);
	return itemsView(t, { found, state }, whole);
}

/** The ids of the items that a page opens. */
const itemsOffered = (shown: MessageView): number[] =>
	buttonsOf(shown).flatMap(({ customId = '' }) => openItem.decode(customId)?.[0] ?? []);
/** The select whose custom_id begins so. */
const selectOf = (shown: MessageView, name: string) =>
	selectsOf(shown).find(({ customId }) => customId.startsWith(`cc1:${name}:`));
const summaryOf = (shown: MessageView) => textOf(shown).split('\n')[1];

/** The page after a click on the button; undefined where it can't be clicked. */
function click(items: readonly Item[], shown: MessageView, label: string): MessageView | undefined {
	const button = buttonsOf(shown).find((it) => it.label === label && !it.isDisabled);
	const [page, ...filter] = showItems.decode(button?.customId ?? '') ?? [];
	return page === undefined || filter.length !== 3 ? undefined : view(items, page, stateOf(filter));
}

describe('the list of items', () => {
	it('shows name, lowest price and category of each, with the button that opens it', () => {
		const price = { regular: 9, extended: undefined };
		const items = [sampleItem(), sampleItem({ id: 7, name: 'Tiny *Script*', category: '', price })];
		const shown = view(items, 0);
		expect(textOf(shown)).toBe(
			[
				'## Items · 2',
				'-# page 1 of 1',
				'**Aurora Photo Theme**',
				'from $29.00 · Themes',
				'**Tiny \\*Script\\***',
				'$9.00',
			].join('\n'),
		);
		expect(itemsOffered(shown)).toEqual([1001, 7]);
	});

	it.each([1, 6, 7, 60, 10_000])('of %d reaches every item by its own buttons', (count) => {
		const items = sampleItems(count);
		const seen = new Set<number>();
		let page: MessageView | undefined = view(items, 0);
		while (page !== undefined) {
			for (const id of itemsOffered(page)) seen.add(id);
			page = click(items, page, 'Next');
		}
		expect(seen.size).toBe(count);
	});

	it('goes one page on and back, and says where one is', () => {
		const items = sampleItems(10_000);
		const middle = view(items, 500);
		const summaries = ['Previous', 'Next'].map((label) => {
			const turned = click(items, middle, label);
			return turned && summaryOf(turned);
		});
		expect(summaries).toEqual(['-# page 500 of 1,667', '-# page 502 of 1,667']);
	});

	it('cannot be turned past an end, and not at all where there is one page', () => {
		const disabled = (page: number) =>
			buttonsOf(view(sampleItems(12), page))
				.filter(({ label }) => label !== 'Open')
				.map(({ isDisabled }) => isDisabled);
		expect(disabled(0)).toEqual([true, false, false, false]);
		expect(disabled(1)).toEqual([false, true, false, false]);
		expect(labelsOf(view(sampleItems(2), 0))).toEqual(['Open', 'Open', 'Search']);
	});

	it('shows the nearest page where the catalogue has shrunk since the button was made', () => {
		const items = sampleItems(8);
		expect(itemsOffered(view(items, 99))).toEqual([7, 8]);
		expect(itemsOffered(view(items, -5))[0]).toBe(1);
	});

	it('offers an item once where the marketplace lists it twice', () => {
		expect(itemsOffered(view([sampleItem(), sampleItem()], 0))).toHaveLength(1);
	});

	it.each([
		['loading', '⏳ Loading the items', ['Try again']],
		['stale', '⏳ Loading the items', ['Try again']],
		['empty', 'No items yet', []],
		['ready', 'No items yet', []],
	] as const)('that is %s says so where it has no items', (state, said, labels) => {
		expect(textOf(view([], 3, {}, state))).toBe(said);
		expect(labelsOf(view([], 3, {}, state))).toEqual(labels);
	});

	it('is shown while it is out of date, and says so', () => {
		const found = createItemBrowser({ items: sampleItems(3), matching: () => undefined }).browse(wholeList);
		const shown = itemsView(t, { found, state: 'stale', loadedAt: 60_000 }, wholeList);
		expect(itemsOffered(shown)).toHaveLength(3);
		expect(textOf(shown)).toContain('-# As of <t:60:R>: the shop isn’t answering.');
	});
});

describe('the filters of the list', () => {
	const shop = [
		...sampleItems(12),
		sampleItem({ id: 90, name: 'Basalt', category: 'Plugins' }),
		sampleItem({ id: 91, name: 'Cirrus', category: '' }),
	];

	it('offer each category, and say which one is chosen', () => {
		const shown = view(shop, 0, { category: { key: categoryKey('Plugins') } });
		const select = selectOf(shown, 'items-category');
		expect(select?.labels).toEqual(['all', 'Without a category', 'Plugins', 'Themes']);
		expect(select?.placeholder).toBe('Category: Plugins');
		expect(itemsOffered(shown)).toEqual([90]);
		expect(summaryOf(shown)).toBe('-# 1 found · page 1 of 1');
		expect(selectOf(view(shop, 0), 'items-category')?.placeholder).toBe('Category: all');
	});

	it('offer 25 categories at most, the small ones together', () => {
		const many = sampleItems(60).map((item) => ({ ...item, category: `Category ${item.id}` }));
		const shown = view(many, 0, { category: 'rest' });
		const select = selectOf(shown, 'items-category');
		expect(select?.labels).toHaveLength(25);
		expect(select?.labels.at(-1)).toBe('Other categories');
		expect(select?.placeholder).toBe('Category: Other categories');
		expect(summaryOf(shown)).toBe('-# 37 found · page 1 of 7');
	});

	it('offer five orders, and say which one is chosen', () => {
		const select = selectOf(view(shop, 0, { order: 'dear' }), 'items-order');
		expect(select?.values).toEqual(['name', 'cheap', 'dear', 'new', 'old']);
		expect(select?.placeholder).toBe('Sort: highest price');
	});

	it('stay as they are when the page is turned', () => {
		const themes = { category: { key: categoryKey('Themes') }, order: 'name', search: 'number' } as const;
		const next = click(shop, view(shop, 0, themes), 'Next');
		expect(next && summaryOf(next)).toBe('-# “number” · 12 found · page 2 of 2');
	});

	it('have a way back to everything, and say so where nothing matches', () => {
		const none = createItemBrowser({ items: shop, matching: () => new Set() });
		const state = { ...wholeList, search: 'a *star*' };
		const shown = itemsView(t, { found: none.browse(state), state: 'ready' }, state);
		expect(textOf(shown)).toBe('**Nothing found for “a \\*star\\*”**');
		expect(labelsOf(shown)).toEqual(['Search', 'Show all']);
		expect(labelsOf(view(shop, 0, { search: 'x' }))).toContain('Show all');
		expect(labelsOf(view(shop, 0))).not.toContain('Show all');
	});

	it('fit into custom_ids, whatever is searched for', () => {
		const search = typedSearch('界'.repeat(300));
		if (search.kind !== 'text') throw new Error('This is no code');
		const many = sampleItems(10_000).map((item) => ({
			...item,
			id: Number.MAX_SAFE_INTEGER - item.id,
			category: `Category ${item.id % 40}`,
		}));
		const category = { key: categoryKey('Category 7') };
		const shown = view(many, 3, { search: search.text, order: 'cheap', category });
		expect(itemsOffered(shown)).toHaveLength(6);
		for (const { customId = '' } of buttonsOf(shown)) expect(customId.length).toBeLessThanOrEqual(100);
	});
});

describe('a search', () => {
	it.each([
		['  Photo   theme ', 'Photo theme', false],
		['a:b', 'a b', false],
		['x'.repeat(40), 'x'.repeat(40), false],
		['x'.repeat(41), 'x'.repeat(39), true],
		['👩‍👩‍👧‍👦'.repeat(9), '👩‍👩‍👧‍👦'.repeat(3), true],
		[' … ', '…', false],
		['', '', false],
	])('for %j is for %j', (typed, text, isCut) => {
		expect(typedSearch(typed)).toEqual({ kind: 'text', text, isCut });
	});

	it.each([
		'0fa7bd1e-77f1-4f9e-8f6f-000000000000',
		'code: 0FA7BD1E77F14F9E8F6F000000000000',
		'0fa7bd1e–77f1–4f9e–8f6f–000000000000',
	])('for the purchase code %j is none', (typed) => {
		expect(typedSearch(typed)).toEqual({ kind: 'code' });
	});

	it('begins with what was searched for before', () => {
		const [label] = searchModal(t, { ...wholeList, search: 'photo' }).components;
		expect(label).toMatchObject({ component: { value: 'photo' } });
	});
});

describe('going to a page', () => {
	it('tells how many pages there are', () => {
		expect(goToPageModal(t, 1_000, wholeList).components[0]).toMatchObject({ label: '1 to 1,000' });
		expect(goToPageModal(t, 1, wholeList).components[0]).toMatchObject({ label: '1 to 1' });
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
