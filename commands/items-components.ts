import { type Answer, onComponent, openModal, outdated, reply, update } from '../src/discord/handler.js';
import type { Translator } from '../src/i18n/translator.js';
import { wholeNumber } from '../src/views/custom-id.js';
import { itemView } from '../src/views/item-view.js';
import {
	askForPage,
	askForSearch,
	chooseCategory,
	chooseOrder,
	chosenCategory,
	chosenOrder,
	goToPage,
	type ItemsState,
	pickItem,
	searchItems,
	showAllItems,
	stateOf,
	turnItems,
	typedSearch,
	wholeList,
} from '../src/views/items-ids.js';
import {
	goToPageModal,
	notAPageView,
	pageInput,
	searchInput,
	searchIsCodeView,
	searchModal,
	typedPage,
} from '../src/views/items-modals.js';
import { type ItemsShown, itemsView, pagesOf, turnedPage } from '../src/views/items-view.js';
import { type ItemLookup, itemAnswer } from './item-card.js';
import { type ItemList, lookUp } from './items.js';

interface Services {
	readonly catalogue: ItemList & ItemLookup;
}

/** What the buttons, the selects and the modals of `/items` do. Nothing is remembered: the custom_ids carry it all. */
export const itemsComponents = [
	onComponent('button', turnItems, 'everyone', ({ args, t }, services: Services) => {
		const [move, page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page: turnedPage(move, page) });
	}),
	onComponent('button', showAllItems, 'everyone', ({ t }, services: Services) =>
		showList(t, services, wholeList),
	),
	onComponent('select', chooseCategory, 'everyone', ({ args, interaction, t }, services: Services) => {
		const category = chosenCategory(interaction.values[0]);
		return category === undefined ? outdated : showList(t, services, { ...stateOf(args), category });
	}),
	onComponent('select', chooseOrder, 'everyone', ({ args, interaction, t }, services: Services) => {
		const order = chosenOrder(interaction.values[0]);
		return order === undefined ? outdated : showList(t, services, { ...stateOf(args), order });
	}),
	onComponent('button', askForPage, 'everyone', ({ args, t }, { catalogue }: Services) => {
		const state = stateOf(args);
		return openModal(goToPageModal(t, pagesOf(catalogue.browse(state).items.length), state));
	}),
	onComponent('modal', goToPage, 'everyone', ({ args, interaction, t }, services: Services) => {
		const page = typedPage(interaction.fields.getTextInputValue(pageInput));
		return page === undefined ? reply(notAPageView(t)) : showList(t, services, { ...stateOf(args), page });
	}),
	onComponent('button', askForSearch, 'everyone', ({ args, t }) => openModal(searchModal(t, stateOf(args)))),
	onComponent('modal', searchItems, 'everyone', ({ args, interaction, t }, services: Services) => {
		const typed = typedSearch(interaction.fields.getTextInputValue(searchInput));
		if (typed.kind === 'code') return reply(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search: typed.text }, { isSearchCut: typed.isCut });
	}),
	onComponent('select', pickItem, 'everyone', (asked, { catalogue }: Services) => {
		const id = wholeNumber.safeParse(asked.interaction.values[0]).data;
		return id === undefined ? outdated : itemAnswer(asked, catalogue, id, itemView);
	}),
];

/** Shows the list in another state, in place. */
function showList(
	t: Translator,
	{ catalogue }: Services,
	state: ItemsState,
	about: Pick<ItemsShown, 'isSearchCut'> = {},
): Answer {
	const shown = { ...lookUp(catalogue, state), ...about };
	const view = itemsView(t, shown, state);
	// Without items, as in the first moments after a restart, the list stays: its buttons work again a little later.
	return shown.found.total === 0 ? reply(view) : update(view);
}
