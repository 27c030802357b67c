import { type APISelectMenuOption, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { categoryKey, createItemBrowser } from '../../src/marketplace/item-browser.js';
import type { Item } from '../../src/marketplace/schemas.js';
import { type ItemsState, stateOf, turnItems, typedSearch, wholeList } from '../../src/views/items-ids.js';
import { goToPageModal, searchModal, typedPage } from '../../src/views/items-modals.js';
import { type ItemsSnapshot, itemsView, turnedPage } from '../../src/views/items-view.js';
import type { MessageView } from '../../src/views/message.js';
import { sampleItem, sampleItems } from './samples.js';

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

/** The options of the select whose custom_id begins so. */
function optionsOf({ components = [] }: MessageView, name: string): APISelectMenuOption[] {
	const rows = components.filter((component) => component.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.flatMap((component) =>
			component.type === ComponentType.StringSelect && component.custom_id.startsWith(`cc1:${name}`)
				? component.options
				: [],
		),
	);
}

const itemsOffered = (shown: MessageView) => optionsOf(shown, 'items-open');
const categoriesOffered = (shown: MessageView) => optionsOf(shown, 'items-category');
const ordersOffered = (shown: MessageView) => optionsOf(shown, 'items-order');

function buttonsOf({ components = [] }: MessageView) {
	const rows = components.filter((component) => component.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.flatMap((component) =>
			component.type === ComponentType.Button && 'custom_id' in component ? [component] : [],
		),
	);
}

/** The page after a click on the button that goes `move`; undefined where it can't be clicked. */
function click(items: readonly Item[], shown: MessageView, move: string): MessageView | undefined {
	for (const button of buttonsOf(shown)) {
		const [wanted, page = 0, ...filter] = turnItems.decode(button.custom_id) ?? [];
		if (wanted === undefined || wanted !== move || button.disabled) continue;
		return view(items, turnedPage(wanted, page), filter.length === 3 ? stateOf(filter) : {});
	}
	return undefined;
}

describe('the list of items', () => {
	it('shows name, price, category and id of each', () => {
		const items = [sampleItem(), sampleItem({ id: 7, name: 'Tiny *Script*', category: '', subCategory: '' })];
		expect(view(items, 0).embeds?.[0]).toMatchObject({
			title: 'Items',
			description:
				'**Aurora Photo Theme**\n$29.00 · Themes › Photography · `1001`\n**Tiny \\*Script\\***\n$29.00 · `7`',
			footer: { text: '2 items' },
		});
	});

	it.each([1, 10, 11, 60, 10_000])('of %d reaches every item by its own buttons', (count) => {
		const items = sampleItems(count);
		const seen = new Set<string>();
		let page: MessageView | undefined = view(items, 0);
		while (page !== undefined) {
			for (const option of itemsOffered(page)) seen.add(option.value);
			page = click(items, page, 'next');
		}
		expect(seen.size).toBe(count);
	});

	it('reaches both ends with one click, and goes back one page', () => {
		const items = sampleItems(10_000);
		const middle = view(items, 500);
		const footers = ['first', 'previous', 'next', 'last'].map(
			(move) => click(items, middle, move)?.embeds?.[0]?.footer?.text,
		);
		expect(footers).toEqual([
			'Page 1 of 1,000 · 10,000 items',
			'Page 500 of 1,000 · 10,000 items',
			'Page 502 of 1,000 · 10,000 items',
			'Page 1,000 of 1,000 · 10,000 items',
		]);
	});

	it('cannot be turned past an end, and not at all where there is one page', () => {
		const disabled = (page: number) =>
			buttonsOf(view(sampleItems(20), page)).map((button) => button.disabled === true);
		expect(disabled(0)).toEqual([true, true, false, false, false, false]);
		expect(disabled(1)).toEqual([false, false, false, true, true, false]);
		expect(buttonsOf(view(sampleItems(10), 0)).map(({ label }) => label)).toEqual(['🔎 Search']);
	});

	it('shows the nearest page where the catalogue has shrunk since the button was made', () => {
		const items = sampleItems(12);
		expect(itemsOffered(view(items, 99)).map((option) => option.value)).toEqual(['11', '12']);
		expect(itemsOffered(view(items, -5))[0]?.value).toBe('1');
	});

	it('offers an item once where the marketplace lists it twice', () => {
		expect(itemsOffered(view([sampleItem(), sampleItem()], 0))).toHaveLength(1);
	});

	it.each([
		['loading', 'The items have not been loaded yet. Please try again in a moment.'],
		['empty', 'No items have been published yet.'],
		['ready', 'No items have been published yet.'],
		['stale', 'The items can’t be loaded from the marketplace right now. Please try again in a few minutes.'],
	] as const)('that is %s says so where it has no items', (state, content) => {
		expect(view([], 3, {}, state)).toMatchObject({ content, embeds: [], components: [] });
	});

	it('is shown while it is refreshed or out of date', () => {
		for (const state of ['loading', 'stale'] as const) {
			expect(itemsOffered(view(sampleItems(3), 0, {}, state))).toHaveLength(3);
		}
	});
});

describe('the filters of the list', () => {
	const shop = [
		...sampleItems(12),
		sampleItem({ id: 90, name: 'Basalt', category: 'Plugins' }),
		sampleItem({ id: 91, name: 'Cirrus', category: '' }),
	];

	it('offer each category with its count, the chosen one marked', () => {
		const shown = view(shop, 0, { category: { key: categoryKey('Plugins') } });
		expect(categoriesOffered(shown).map(({ label, description }) => [label, description])).toEqual([
			['All categories', '14 items'],
			['Without a category', '1 item'],
			['Plugins', '1 item'],
			['Themes', '12 items'],
		]);
		expect(categoriesOffered(shown).find((option) => option.default)?.label).toBe('Plugins');
		expect(itemsOffered(shown).map(({ label }) => label)).toEqual(['Basalt']);
		expect(shown.embeds?.[0]?.footer?.text).toBe('1 of 14 items');
	});

	it('offer 25 categories at most, the small ones together', () => {
		const many = sampleItems(60).map((item) => ({ ...item, category: `Category ${item.id}` }));
		const shown = view(many, 0, { category: 'rest' });
		const options = categoriesOffered(shown);
		expect(options).toHaveLength(25);
		expect(options.at(-1)).toMatchObject({
			label: 'Other categories',
			description: '37 items',
			default: true,
		});
		expect(shown.embeds?.[0]?.footer?.text).toBe('Page 1 of 4 · 37 of 60 items');
	});

	it('offer five orders, the chosen one marked', () => {
		const orders = ordersOffered(view(shop, 0, { order: 'dear' }));
		expect(orders.map(({ value, default: isChosen }) => [value, isChosen])).toEqual([
			['name', false],
			['cheap', false],
			['dear', true],
			['new', false],
			['old', false],
		]);
	});

	it('stay as they are when the page is turned', () => {
		const themes = { category: { key: categoryKey('Themes') }, order: 'name', search: 'number' } as const;
		const next = click(shop, view(shop, 0, themes), 'next');
		expect(next?.embeds?.[0]?.footer?.text).toBe('Page 2 of 2 · 12 of 14 items');
		expect(next?.embeds?.[0]?.description).toMatch(/^Search: \*\*number\*\*\n\n/);
	});

	it('have a way back to everything, and say so where nothing matches', () => {
		const shown = view(shop, 0, { category: { key: 'gone' } });
		expect(shown.embeds?.[0]?.description).toBe('No item matches. Try other words or another category.');
		expect(buttonsOf(shown).map(({ label }) => label)).toEqual(['🔎 Search', 'Show all']);
		expect(buttonsOf(view(shop, 0)).map(({ label }) => label)).not.toContain('Show all');
	});

	it('fit into five rows and into custom_ids, whatever is searched for', () => {
		const search = typedSearch('界'.repeat(300));
		if (search.kind !== 'text') throw new Error('This is no code');
		const many = sampleItems(10_000).map((item) => ({ ...item, category: `Category ${item.id % 40}` }));
		const shown = view(many, 500, { search: search.text, order: 'cheap' });
		expect(shown.components).toHaveLength(5);
		for (const { custom_id } of buttonsOf(shown)) expect(custom_id.length).toBeLessThanOrEqual(100);
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
		expect(goToPageModal(t, 1_000, wholeList).components[0]).toMatchObject({ label: 'Page, 1 to 1,000' });
		expect(goToPageModal(t, 1, wholeList).components[0]).toMatchObject({ label: 'Page, 1 to 1' });
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
