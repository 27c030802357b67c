import {
	type Answer,
	onComponent,
	openModal,
	outdated,
	turn,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import {
	askForPage,
	askForSearch,
	chooseCategory,
	chooseOrder,
	chosenCategory,
	chosenOrder,
	goToPage,
	type ItemsState,
	searchItems,
	showAllItems,
	showItems,
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
import { type ItemsShown, itemsView, pageSize, pagesOf } from '../../src/views/items/items-view.js';
import { small } from '../../src/views/kit/page.js';
import { type BrowsedItems, lookUp } from './items.js';

interface BrowserServices {
	readonly catalogue: BrowsedItems;
}

/** What the buttons, the selects and the forms of `/items` do. Nothing is remembered: the custom_ids carry it all. */
export const itemsComponents = [
	onComponent('button', showItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page });
	}),
	onComponent('button', turnItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [move, page, ...filter] = args;
		const state = { ...stateOf(filter), page: turnedPage(move, page, pageSize) };
		return showList(t, services, state, { note: t('refusal.wasOutdated') });
	}),
	onComponent('button', showAllItems, 'everyone', ({ t }, services: BrowserServices) =>
		showList(t, services, wholeList),
	),
	onComponent('select', chooseCategory, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const category = chosenCategory(interaction.values[0]);
		return category === undefined ? outdated : showList(t, services, { ...stateOf(args), category });
	}),
	onComponent('select', chooseOrder, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const order = chosenOrder(interaction.values[0]);
		return order === undefined ? outdated : showList(t, services, { ...stateOf(args), order });
	}),
	onComponent('button', askForPage, 'everyone', ({ args, t }, { catalogue }: BrowserServices) => {
		const state = stateOf(args);
		return openModal(goToPageModal(t, pagesOf(catalogue.browse(state).items.length), state));
	}),
	onComponent('modal', goToPage, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const state = stateOf(args);
		const page = typedPage(interaction.fields.getTextInputValue(pageInput));
		if (page !== undefined) return showList(t, services, { ...state, page });
		const pages = pagesOf(services.catalogue.browse(state).items.length);
		return showList(t, services, state, { note: small(t('items.notAPage', { pages })) });
	}),
	onComponent('button', askForSearch, 'everyone', ({ args, t }) => openModal(searchModal(t, stateOf(args)))),
	onComponent('modal', searchItems, 'everyone', ({ args, interaction, t }, services: BrowserServices) => {
		const typed = typedSearch(interaction.fields.getTextInputValue(searchInput));
		if (typed.kind === 'code') return turn(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search: typed.text }, { isSearchCut: typed.isCut });
	}),
];

/** Shows the list in another state. A category that is gone is left out, and that is said. */
function showList(
	t: Translator,
	{ catalogue }: BrowserServices,
	state: ItemsState,
	{ note, ...about }: Pick<ItemsShown, 'isSearchCut'> & { readonly note?: string } = {},
): Answer {
	const shown = lookUp(catalogue, state);
	const isGone = typeof state.category === 'object' && shown.found.category === undefined;
	if (!isGone || shown.found.total === 0) return turn(itemsView(t, { ...shown, ...about }, state, note));
	const all = { ...state, category: 'all' } as const;
	return turn(itemsView(t, { ...lookUp(catalogue, all), ...about }, all, t('refusal.wasOutdated')));
}
