import { buttonsOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { searchIsCodeView } from '../../../commands/items/find.js';
import { itemComponents } from '../../../commands/items/item.js';
import { items, itemsComponents, itemsView, searchModal } from '../../../commands/items/items.js';
import {
	type ItemsState,
	openItem,
	showItems,
	stateOf,
	typedSearch,
	wholeList,
} from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { categoryKey } from '../../../src/marketplace/item-browser.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { sampleItem, sampleItems } from '../../states/items/sample-items.js';
import { floor } from '../../world/floor.js';
import { FakeCatalog, itemServices } from './fake-catalog.js';

const t = translatorFor('en-US');

const sixty = new FakeCatalog(sampleItems(60));
const list = (catalog: FakeCatalog, changes: Partial<ItemsState> = {}) =>
	itemsView(t, floor(catalog), { ...wholeList, ...changes });
const loading = new FakeCatalog([], undefined, 'loading');

function run(catalog: FakeCatalog, options: Given['options'] = {}) {
	return askCommand(items, itemServices(catalog), { options });
}

function act(
	catalog: FakeCatalog,
	kind: 'button' | 'select' | 'modal',
	given: Given & { readonly customId: string },
) {
	return askComponent(itemsComponents, kind, itemServices(catalog), { isOnOwnAnswer: true, ...given });
}

it('the buttons of /items lead back to the previous page once items are in memory', async () => {
	const [[call, view] = []] = await act(loading, 'button', { customId: 'cc1:browse:3:dear:-:photo' });
	expect(call).toBe('update');
	expect(JSON.stringify(view)).toContain('cc1:browse:3:dear:-:photo');
});

describe('the filters of /items', () => {
	const shop = new FakeCatalog([
		...sampleItems(12),
		sampleItem({ id: 90, name: 'Basalt', category: 'Plugins', price: { regular: 5 } }),
	]);
	const themes = categoryKey('Themes');

	const filter = (form: Pick<Given, 'typed' | 'chosen'>) =>
		act(shop, 'modal', { customId: 'cc1:items-search:0:dear:-:old', ...form });

	it('show the values chosen in the form', async () => {
		const chosen = { category: [themes], order: ['cheap'] };
		expect(await filter({ typed: { search: 'number', page: ' 2 ' }, chosen })).toEqual([
			['update', list(shop, { category: themes, order: 'cheap', search: 'number', page: 1 })],
		]);
	});

	it.each([
		[{}, {}],
		[{ page: '' }, { category: [] }],
		[{ page: '0', search: 'granite' }, { category: ['a!c'] }],
		[{ page: 'two' }, { order: ['wrong'] }],
	])('stay unchanged without a choice, and return to the first page: %j %j', async (changes, chosen) => {
		const typed = { search: '', ...changes };
		expect(await filter({ typed, chosen })).toEqual([
			['update', list(shop, { order: 'dear', search: typed.search })],
		]);
	});

	it('don’t search for a purchase code or repeat it', async () => {
		const search = '0fa7bd1e-77f1-4f9e-8f6f-000000000000';
		const given = { customId: 'cc1:items-search:0:name:-:', typed: { search } };
		expect((await act(shop, 'modal', given)).at(-1)).toEqual(['update', searchIsCodeView(t)]);
		expect(await run(shop, { search })).toEqual([['reply', ephemeral(searchIsCodeView(t))]]);
	});
});

describe('the select of a list', () => {
	const pick = (values: readonly string[], customId = 'cc1:items-open:1:dear:-:photo') =>
		askComponent(itemComponents, 'select', itemServices(sixty), { customId, values, isOnOwnAnswer: true });

	it.each(['all', '-1', '1e1', '42:7', ''])('explains a value that is not an id: %j', async (value) => {
		expect(await pick([value])).toEqual([['reply', ephemeral(outdatedComponentView(t))]]);
	});
});

const view = (items: readonly Item[], page: number, wanted: Partial<ItemsState> = {}) =>
	list(new FakeCatalog(items), { ...wanted, page });

/** The ids of the items that a page opens, by buttons or by its select. */
const itemsOffered = (shown: MessageView): number[] => [
	...buttonsOf(shown).flatMap(({ customId = '' }) => openItem.decode(customId)?.[0] ?? []),
	...selectsOf(shown).flatMap(({ values }) => values.map(Number)),
];
const summaryOf = (shown: MessageView) => textOf(shown).split('\n')[1];

/** The page after a click on the button; undefined if the button is disabled. */
function click(items: readonly Item[], shown: MessageView, label: string): MessageView | undefined {
	const button = buttonsOf(shown).find((it) => it.label === label && !it.isDisabled);
	const list = showItems.decode(button?.customId ?? '');
	return list && view(items, list[0], stateOf(list));
}

describe('the list of items', () => {
	it.each([1, 6, 7, 60, 1_000])('of %d reaches every item with its own buttons', (count) => {
		const items = sampleItems(count);
		const seen = new Set<number>();
		let page: MessageView | undefined = view(items, 0);
		while (page !== undefined) {
			for (const id of itemsOffered(page)) seen.add(id);
			page = click(items, page, 'Next');
		}
		expect(seen.size).toBe(count);
	});

	it('names the items of a page with their prices, each on one line of a phone', () => {
		const items = sampleItems(12).map((item) => ({ ...item, name: `${item.name} *for* shops of all kinds` }));
		const lines = textOf(view(items, 1)).split('\n').slice(2);
		expect(lines).toEqual(['Item number 11 \\*f… · from $29', 'Item number 12 \\*f… · from $29']);
	});
});

describe('the filters of the list', () => {
	it('offer 25 categories at most, with the small ones combined', () => {
		const many = sampleItems(60).map((item) => ({ ...item, category: `Category ${item.id}` }));
		const wanted: ItemsState = { ...wholeList, category: '+', order: 'cheap' };
		const [categories, orders] = selectsOf(searchModal(t, new FakeCatalog(many).browse(wanted), wanted));
		expect(categories?.labels).toHaveLength(25);
		expect(categories?.labels.at(-1)).toBe('Other categories');
		expect([categories?.chosen, orders?.chosen]).toEqual([['+'], ['cheap']]);
		expect(summaryOf(view(many, 0, wanted))).toBe(
			'-# Other categories · price: low to high · 37 found · page 1 of 4',
		);
	});

	it.each(['-.', '-.abc.abcde', '', 'zzzzzzzz', 'a!c'])('don’t accept %j as a choice', (forged) => {
		expect(showItems.decode(`cc1:browse:0:name:${forged}:`)).toBeUndefined();
	});
});

describe('a search', () => {
	it.each([
		['  Photo   theme ', 'Photo theme'],
		['a:b', 'a b'],
		['x'.repeat(41), 'x'.repeat(40)],
		[`${'x'.repeat(39)}😀`, 'x'.repeat(39)],
		['', ''],
		['code: 0FA7BD1E77F14F9E8F6F000000000000', undefined],
	])('for %j is cleaned up to %j', (typed, search) => {
		expect(typedSearch(typed)).toBe(search);
	});
});
