import { ApplicationCommandOptionType } from 'discord.js';
import {
	type Answer,
	onComponent,
	openForm,
	outdated,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
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
	typedSearch,
	wholeList,
} from '../../src/views/custom-ids/item-ids.js';
import { searchIsCodeView } from '../../src/views/items/item-lookup-view.js';
import {
	goToPageModal,
	type ItemsShown,
	itemsView,
	pageInput,
	searchInput,
	searchModal,
	typedPage,
} from '../../src/views/items/items-view.js';
import { browseUpdates, showUpdate } from '../../src/views/items/update-view.js';
import { listPages } from '../../src/views/kit/list.js';
import { small } from '../../src/views/kit/page.js';
import { type ItemServices, itemPage } from './item-card.js';

/** The items in memory. The commands here never wait for the marketplace to show a page. */
type BrowsedItems = Pick<Catalog, 'snapshot' | 'browse'>;

/** `/items [page] [search]`: the catalogue in pages, visible only to the member. */
export const items = slashCommand('items', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('items.page'),
			min_value: 1,
		},
		{
			type: ApplicationCommandOptionType.String,
			...commandText('items.search'),
			max_length: 200,
		},
	],
	answer({ fields, t }, { catalogue }: { readonly catalogue: BrowsedItems }) {
		const search = typedSearch(fields.optionalText('search') ?? '');
		if (search.kind === 'code') return privately(searchIsCodeView(t));
		const page = (fields.optionalNumber('page') ?? 1) - 1;
		const state = { ...wholeList, page, search: search.text };
		return privately(itemsView(t, { ...lookUp(catalogue, state), isSearchCut: search.isCut }, state));
	},
});

/** Filters and pages the list for this state. */
export function lookUp(catalogue: BrowsedItems, state: ItemsState): ItemsShown {
	const { state: now, loadedAt } = catalogue.snapshot();
	const found = catalogue.browse(state);
	return { found, state: now, ...(loadedAt !== undefined && { loadedAt }) };
}

export interface BrowserServices {
	readonly catalogue: BrowsedItems;
}

/** The buttons, selects and modals of `/items`. They are stateless: the custom_ids hold everything. */
export const itemsComponents = [
	onComponent('button', showItems, 'everyone', ({ args, t }, services: BrowserServices) => {
		const [page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page });
	}),
	onComponent('button', showAllItems, 'everyone', ({ t }, services: BrowserServices) =>
		showList(t, services, wholeList),
	),
	onComponent('select', chooseCategory, 'everyone', ({ args, values, t }, services: BrowserServices) => {
		const category = chosenCategory(values[0]);
		return category === undefined ? outdated : showList(t, services, { ...stateOf(args), category });
	}),
	onComponent('select', chooseOrder, 'everyone', ({ args, values, t }, services: BrowserServices) => {
		const order = chosenOrder(values[0]);
		return order === undefined ? outdated : showList(t, services, { ...stateOf(args), order });
	}),
	onComponent('button', askForPage, 'everyone', ({ args, t }, { catalogue }: BrowserServices) => {
		const state = stateOf(args);
		return openForm(goToPageModal(t, listPages(catalogue.browse(state).items.length), state));
	}),
	onComponent('modal', goToPage, 'everyone', ({ args, fields, t }, services: BrowserServices) => {
		const state = stateOf(args);
		const page = typedPage(fields.text(pageInput));
		if (page !== undefined) return showList(t, services, { ...state, page });
		const pages = listPages(services.catalogue.browse(state).items.length);
		return showList(t, services, state, { note: small(t('items.notAPage', { pages })) });
	}),
	onComponent('button', askForSearch, 'everyone', ({ args, t }) => openForm(searchModal(t, stateOf(args)))),
	onComponent('modal', searchItems, 'everyone', ({ args, fields, t }, services: BrowserServices) => {
		const typed = typedSearch(fields.text(searchInput));
		if (typed.kind === 'code') return showPage(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search: typed.text }, { isSearchCut: typed.isCut });
	}),
];

/** Shows the list in another state. A category that no longer exists is dropped, with a note. */
function showList(
	t: Translator,
	{ catalogue }: BrowserServices,
	state: ItemsState,
	{ note, ...about }: Pick<ItemsShown, 'isSearchCut'> & { readonly note?: string } = {},
): Answer {
	const shown = lookUp(catalogue, state);
	const isLost = typeof state.category === 'object' && shown.found.category === undefined;
	if (!isLost || shown.found.total === 0) return showPage(itemsView(t, { ...shown, ...about }, state, note));
	const whole: ItemsState = { ...state, category: 'all' };
	return showPage(itemsView(t, { ...lookUp(catalogue, whole), ...about }, whole, t('refusal.wasOutdated')));
}

/** The buttons of announcements. */
export const updateComponents = [
	onComponent('button', showUpdate, 'everyone', (asked, services: ItemServices) =>
		showPage(itemPage(asked, services, asked.args[1])),
	),
	onComponent(
		'button',
		browseUpdates,
		'everyone',
		({ t }, { catalogue }: { readonly catalogue: BrowsedItems }) =>
			showPage(itemsView(t, lookUp(catalogue, wholeList), wholeList)),
	),
];
