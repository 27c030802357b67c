import {
	type Answer,
	onComponent,
	openModal,
	outdated,
	turn,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { ItemsFound } from '../../src/marketplace/item-browser.js';
import {
	askForPage,
	askForSearch,
	chooseCategory,
	chooseOrder,
	chooseSubCategory,
	chooseTag,
	chosenCategory,
	chosenKey,
	chosenOrder,
	goToPage,
	type ItemsState,
	pageOfOld,
	searchItems,
	showAllItems,
	showItems,
	showSixItems,
	stateOf,
	turnedPage,
	turnItems,
	typedSearch,
	wholeList,
} from '../../src/views/custom-ids/item-list-ids.js';
import { searchIsCodeView } from '../../src/views/items/item-lookup-view.js';
import {
	goToPageModal,
	pageInput,
	searchInput,
	searchModal,
	typedPage,
} from '../../src/views/items/items-modals.js';
import { type ItemsShown, itemsView } from '../../src/views/items/items-view.js';
import { listPages } from '../../src/views/kit/list.js';
import { small } from '../../src/views/kit/page.js';
import { type BrowsedItems, lookUp } from './items.js';

interface BrowserServices {
	readonly catalogue: BrowsedItems;
}

/** The buttons, selects and modals of `/items`. They are stateless: the custom_ids hold everything. */
export const itemsComponents = [
	onComponent('button', showItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page });
	}),
	onComponent('button', showSixItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [page, ...filter] = args;
		const state = { ...stateOf(filter), page: pageOfOld(page, 6) };
		return showList(t, services, state, { note: t('refusal.wasOutdated') });
	}),
	onComponent('button', turnItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [move, page, ...filter] = args;
		const state = { ...stateOf(filter), page: pageOfOld(turnedPage(move, page), 10) };
		return showList(t, services, state, { note: t('refusal.wasOutdated') });
	}),
	onComponent('button', showAllItems, 'everyone', ({ t }, services: BrowserServices) =>
		showList(t, services, wholeList),
	),
	onComponent('select', chooseCategory, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const category = chosenCategory(interaction.values[0]);
		if (category === undefined) return outdated;
		return showList(t, services, { ...stateOf(args), category, subCategory: undefined });
	}),
	onComponent(
		'select',
		chooseSubCategory,
		'everyone',
		({ args, interaction, t }, services: BrowserServices) => {
			const chosen = chosenKey(interaction.values[0], 'subCategory');
			return chosen === undefined
				? outdated
				: showList(t, services, { ...stateOf(args), subCategory: chosen.key });
		},
	),
	onComponent('select', chooseTag, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const chosen = chosenKey(interaction.values[0], 'tag');
		return chosen === undefined ? outdated : showList(t, services, { ...stateOf(args), tag: chosen.key });
	}),
	onComponent('select', chooseOrder, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const order = chosenOrder(interaction.values[0]);
		return order === undefined ? outdated : showList(t, services, { ...stateOf(args), order });
	}),
	onComponent('button', askForPage, 'everyone', ({ args, t }, { catalogue }: BrowserServices) => {
		const state = stateOf(args);
		return openModal(goToPageModal(t, listPages(catalogue.browse(state).items.length), state));
	}),
	onComponent('modal', goToPage, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const state = stateOf(args);
		const page = typedPage(interaction.fields.getTextInputValue(pageInput));
		if (page !== undefined) return showList(t, services, { ...state, page });
		const pages = listPages(services.catalogue.browse(state).items.length);
		return showList(t, services, state, { note: small(t('items.notAPage', { pages })) });
	}),
	onComponent('button', askForSearch, 'everyone', ({ args, t }) => openModal(searchModal(t, stateOf(args)))),
	onComponent('modal', searchItems, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const typed = typedSearch(interaction.fields.getTextInputValue(searchInput));
		if (typed.kind === 'code') return turn(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search: typed.text }, { isSearchCut: typed.isCut });
	}),
];

/** Shows the list in another state. A category, sub-category or tag that no longer exists is dropped, with a note. */
function showList(
	t: Translator,
	{ catalogue }: BrowserServices,
	state: ItemsState,
	{ note, ...about }: Pick<ItemsShown, 'isSearchCut'> & { readonly note?: string } = {},
): Answer {
	const shown = lookUp(catalogue, state);
	const existing = withoutLost(state, shown.found);
	if (existing === state || shown.found.total === 0)
		return turn(itemsView(t, { ...shown, ...about }, state, note));
	return turn(itemsView(t, { ...lookUp(catalogue, existing), ...about }, existing, t('refusal.wasOutdated')));
}

/** The same state if everything that it filters by still exists. */
function withoutLost(state: ItemsState, found: ItemsFound): ItemsState {
	if (typeof state.category === 'object' && found.category === undefined)
		return withoutLost({ ...state, category: 'all', subCategory: undefined }, found);
	if (state.subCategory !== undefined && found.subCategory === undefined)
		return withoutLost({ ...state, subCategory: undefined }, found);
	return state.tag !== undefined && found.tag === undefined ? { ...state, tag: undefined } : state;
}
