import { namesStillLoadingView, searchIsCodeView } from '../../../commands/items/find.js';
import { goToPageModal, itemsView, searchModal } from '../../../commands/items/items.js';
import {
	type ItemsState,
	maxSearchLength,
	typedSearch,
	wholeList,
} from '../../../commands/items/list-state.js';
import { ItemBrowser, type ItemsFound, itemOrders } from '../../../src/marketplace/item-browser.js';
import type { Item } from '../../../src/marketplace/schemas.js';
import type { Foreign } from '../foreign.js';
import { many, minute, now } from '../sample.js';
import { formPage, formVariants, formVariantsOf, page, type States, variants } from '../state.js';
import { catalogueOf, itemOf } from './sample-catalogue.js';

/** The list, by the ways to reach it. */
export function listsOf(foreign: Foreign): readonly ItemsState[] {
	const searched = (): string => {
		const typed = typedSearch(foreign.text('desk'));
		return typed.kind === 'text' ? typed.text : '';
	};
	return [
		wholeList,
		...itemOrders.map((order) => ({ ...wholeList, order, page: foreign.count(2), search: searched() })),
		{ ...wholeList, category: 'rest', search: searched() },
		{ ...wholeList, category: { key: 'zzzzzzz' }, search: searched() },
		{ page: 3, order: 'cheap', category: 'rest', search: '界'.repeat(maxSearchLength) },
	];
}

const browserOf = (items: readonly Item[], found?: ReadonlySet<number>) =>
	new ItemBrowser({ items, matching: () => found });

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

/** As if nothing matched, and anything would without any one of the filters. */
function hindered(items: readonly Item[], wanted: ItemsState): ItemsFound {
	const hindering = ['search', 'category'] as const;
	return { ...browserOf(items).browse(wanted), items: [], hindering };
}

export const listStates: States = (foreign) => {
	const items = catalogueOf(foreign);
	const searched = { ...wholeList, search: 'desk' };
	const lists = listsOf(foreign);
	const catalogues = [0, 1, 2, 7, 30].map((count) =>
		many(count, (at) => itemOf(foreign, { id: at, category: `Category ${at}`, options: [], tags: [] })),
	);
	const listed = (
		name: string,
		says: string,
		state: 'ready' | 'stale',
		about: { found?: ReadonlySet<number>; most?: number; wanted?: ItemsState },
	) => {
		const { wanted = wholeList, most } = about;
		return page(
			name,
			says,
			itemsView,
			() => [
				{ found: browserOf(items, about.found).browse(wanted), state, loadedAt: now - 60 * minute },
				wanted,
			],
			most === undefined ? {} : { most },
		);
	};
	const shelf = shelfOf(foreign);
	const { categories } = browserOf(shelf).browse(wholeList);
	const category = { key: categories[0]?.key ?? '' };
	const inCategory: ItemsState = { ...wholeList, category };
	return [
		listed('items', 'All items', 'ready', { most: 10 }),
		listed('items/stale', 'While the shop is down', 'stale', { most: 10 }),
		listed('items/nothing', 'Nothing found', 'ready', { found: new Set(), wanted: searched }),
		page(
			'items/filtered',
			'A category',
			itemsView,
			() => [{ found: browserOf(shelf).browse(inCategory), state: 'ready' as const }, inCategory],
			{ most: 14 },
		),
		page('items/nothing-with-filters', 'Nothing found, with other filters', itemsView, () => [
			{ found: hindered(shelf, { ...inCategory, search: 'desk' }), state: 'ready' as const },
			{ ...inCategory, search: 'desk' },
		]),
		...variants(
			itemsView,
			[wholeList, inCategory].map((wanted) => () => [
				{ found: hindered(shelf, wanted), state: 'ready' as const },
				wanted,
			]),
		),
		page('items/loading', 'They are being loaded', namesStillLoadingView, []),
		page('items/code', 'A code where words were asked for', searchIsCodeView, []),
		formPage('items/search', 'The form of *Search*', searchModal, [wholeList]),
		formPage('items/page', 'The form of *Go to page*', goToPageModal, [24, wholeList]),
		...variants(
			itemsView,
			catalogues.flatMap((each) =>
				lists.map((wanted) => () => [
					{ found: browserOf(each).browse(wanted), state: 'ready', isSearchCut: true },
					wanted,
				]),
			),
		),
		...variants(
			itemsView,
			[0, 30].flatMap((count) =>
				(['loading', 'ready', 'empty', 'stale'] as const).map((state) => () => [
					{ found: browserOf(items.slice(0, count)).browse(wholeList), state, loadedAt: now },
					wholeList,
				]),
			),
		),
		...variants(namesStillLoadingView, [[foreign.text('desk')]]),
		...formVariants(
			goToPageModal,
			lists.flatMap((list) =>
				[1, 6, 1_000_000, Math.max(1, foreign.count(12))].map((pages) => [pages, list]),
			),
		),
		...formVariantsOf(searchModal, [...lists, { ...wholeList, search: 'x'.repeat(maxSearchLength) }]),
	];
};
