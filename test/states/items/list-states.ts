import { searchIsCodeView } from '../../../commands/items/find.js';
import { itemsView, searchModal } from '../../../commands/items/items.js';
import {
	type ItemsState,
	maxSearchLength,
	order,
	typedSearch,
	wholeList,
} from '../../../commands/items/list-state.js';
import type { Catalog, CatalogSnapshot } from '../../../src/marketplace/catalog.js';
import { browse } from '../../../src/marketplace/item-browser.js';
import type { ItemIndex } from '../../../src/marketplace/item-index.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import { floor } from '../../world/floor.js';
import type { Foreign } from '../foreign.js';
import { many, minute, now } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';
import { catalogOf, itemOf } from './sample-catalog.js';

/** The list, by the ways to reach it. */
export function listsOf(foreign: Foreign): readonly ItemsState[] {
	const searched = (): string => typedSearch(foreign.text('desk')) ?? '';
	return [
		wholeList,
		...order.options.map((sort) => ({
			...wholeList,
			order: sort,
			page: foreign.count(2),
			search: searched(),
		})),
		{ ...wholeList, category: '+', search: searched() },
		{ ...wholeList, category: 'zzzzzzz', search: searched() },
		{ page: 3, order: 'cheap', category: '+', search: '界'.repeat(maxSearchLength) },
	];
}

type State = CatalogSnapshot['state'];

/** A catalog with these items. `found`: the ids of those that a search finds; undefined if there is no search. */
function catalogWith(items: readonly Item[], found?: ReadonlySet<number>, state: State = 'ready') {
	// The index lists each id once.
	const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
	const index = floor<ItemIndex>({ items: distinct, matching: () => found });
	return floor<Catalog>({
		snapshot: () => ({ items: distinct, state, loadedAt: now - 60 * minute }),
		browse: (wanted) => browse(index, wanted),
	});
}

/** Items of two categories. */
const shelfOf = (foreign: Foreign): readonly Item[] =>
	many(6, (at) =>
		itemOf(foreign, {
			id: at + 1,
			name: `Desk ${at}`,
			category: at === 5 ? 'Themes' : 'Graphics',
			options: [],
		}),
	);

/** Nothing matches, but without any one of the filters something would. */
function hindered(items: readonly Item[]) {
	const catalog = catalogWith(items);
	const hindering = ['search', 'category'] as const;
	return floor<Catalog>({
		...catalog,
		browse: (wanted) => ({ ...catalog.browse(wanted), items: [], hindering }),
	});
}

export const listStates: States = (foreign) => {
	const items = catalogOf(foreign);
	const searched = { ...wholeList, search: 'desk' };
	const lists = listsOf(foreign);
	const catalogs = [0, 1, 2, 7, 30].map((count) =>
		many(count, (at) => itemOf(foreign, { id: at, category: `Category ${at}`, options: [], tags: [] })),
	);
	const listed = (name: string, says: string, state: State) =>
		page(name, says, itemsView, [catalogWith(items, undefined, state), wholeList]);
	const shelf = shelfOf(foreign);
	const { categories } = catalogWith(shelf).browse(wholeList);
	const category = categories[0]?.key ?? '';
	const inCategory: ItemsState = { ...wholeList, category };
	return [
		listed('items', 'All items', 'ready'),
		listed('items/stale', 'While the shop is down', 'stale'),
		page('items/nothing', 'Nothing found', itemsView, [catalogWith(items, new Set()), searched]),
		page('items/filtered', 'A category', itemsView, [catalogWith(shelf), inCategory]),
		page('items/nothing-with-filters', 'Nothing found, with other filters', itemsView, [
			hindered(shelf),
			{ ...inCategory, search: 'desk' },
		]),
		...variants(
			itemsView,
			[wholeList, inCategory].map((wanted) => [hindered(shelf), wanted]),
		),
		page('items/loading', 'They are being loaded', itemsView, [
			catalogWith([], undefined, 'loading'),
			wholeList,
		]),
		page('items/code', 'A code where words were asked for', searchIsCodeView, []),
		page('items/search', 'The form of *Search and filter*', searchModal, [
			catalogWith(items).browse(wholeList),
			wholeList,
		]),
		...variants(
			itemsView,
			catalogs.flatMap((each) => lists.map((wanted) => [catalogWith(each), wanted])),
		),
		...variants(
			searchModal,
			pairs([...lists, { ...wholeList, search: 'x'.repeat(maxSearchLength) }], catalogs).map(
				([wanted, each]) => [catalogWith(each).browse(wanted), wanted],
			),
		),
	];
};
