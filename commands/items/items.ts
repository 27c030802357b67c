import { type APISelectMenuOption, ApplicationCommandOptionType } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import {
	type Answer,
	componentsOf,
	openForm,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Catalog, CatalogSnapshot } from '../../src/marketplace/catalog.js';
import type { ItemFilter, ItemsFound } from '../../src/marketplace/item-browser.js';
import { field, form, labelled } from '../../src/ui/form.js';
import { itemList, lowestPrice } from '../../src/ui/items.js';
import { listPage, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { browseUpdates } from '../../src/ui/messages/updates.js';
import { button, buttons, notice, page, primary, select, small, text } from '../../src/ui/page.js';
import { cut, dotted, escapeText, foreignLine, oneLine, timestamp } from '../../src/ui/text.js';
import { searchIsCodeView } from './find.js';
import {
	askForSearch,
	browseButton,
	category,
	fromList,
	type ItemsState,
	listArgs,
	maxPages,
	maxSearchLength,
	openItem,
	order,
	pickItem,
	searchInputs,
	showItems,
	stateOf,
	typedSearch,
	wholeList,
} from './list-state.js';

/** `/items [page] [search]`: the catalog in pages, visible only to the member. */
export const items = slashCommand('items', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('items.page'),
			min_value: 1,
			max_value: maxPages,
		},
		{
			type: ApplicationCommandOptionType.String,
			...commandText('items.search'),
			max_length: maxSearchLength,
		},
	],
	answer({ fields, t }, { catalog }: Services) {
		const search = typedSearch(fields.optionalText('search') ?? '');
		if (search === undefined) return privately(searchIsCodeView(t));
		const page = (fields.optionalNumber('page') ?? 1) - 1;
		return privately(itemsView(t, catalog, { ...wholeList, page, search }));
	},
});

const { on } = componentsOf<Services>('everyone');

/** The buttons, selects and modals of `/items`. They are stateless: the custom_ids hold everything. */
export const itemsComponents = [
	on('button', showItems, ({ args, t }, services) => showList(t, services, stateOf(args))),
	on('button', askForSearch, ({ args, t }, { catalog }) => {
		const state = stateOf(args);
		return openForm(searchModal(t, catalog.browse(state), state));
	}),
	on('modal', askForSearch, ({ args, fields, t }, services) => {
		const search = typedSearch(fields.text(searchInputs.search));
		if (search === undefined) return showPage(searchIsCodeView(t));
		const state = stateOf(args);
		const page = /^\s*(\d{1,5})\s*$/.exec(fields.optionalText(searchInputs.page) ?? '')?.[1] ?? 1;
		return showList(t, services, {
			page: Math.max(0, Number(page) - 1),
			search,
			category: category.safeParse(fields.chosen(searchInputs.category)?.[0]).data ?? state.category,
			order: order.safeParse(fields.chosen(searchInputs.order)?.[0]).data ?? state.order,
		});
	}),
	on('button', browseUpdates, ({ t }, services) => showList(t, services, wholeList)),
];

function showList(t: Translator, { catalog }: Services, state: ItemsState): Answer {
	return showPage(itemsView(t, catalog, state));
}

/** The form for a search, a category, an order and a page, without those that have nothing to choose from. */
export function searchModal(t: Translator, found: ItemsFound, state: ItemsState) {
	const { search, category, order: sort, page } = searchInputs;
	const { pages } = listPage(found.items, 0);
	const orders = order.options.map((value) => ({
		label: t(`items.order.${value}`),
		value,
		default: value === state.order,
	}));
	// Phones keep the value that an input first had under a custom_id, so the page has none.
	return form(
		askForSearch.encode(...listArgs(state)),
		t('items.searchTitle'),
		field({ id: search, label: t('items.searchLabel'), value: state.search, longest: maxSearchLength }),
		found.categories.length > 1 &&
			labelled(t('items.category'), {
				...select(category, categoryOptions(t, found, state)),
				required: false,
			}),
		found.total > 1 && labelled(t('items.sortBy'), select(sort, orders)),
		pages > 1 && field({ id: page, label: t('items.pageLabel', { pages }), longest: 5 }),
	);
}

/** All, the largest ones, and the others together; at most 25 options, Discord's limit. */
function categoryOptions(t: Translator, found: ItemsFound, state: ItemsState): APISelectMenuOption[] {
	const option = (value: string, label: string, count: number): APISelectMenuOption => ({
		label: cut(label, 100),
		value,
		description: t('items.count', { count }),
		default: value === state.category,
	});
	const options = [
		option('-', t('items.allCategories'), found.total),
		...found.categories.map(({ key, name, count }) =>
			option(key, oneLine(name) || t('items.noCategory'), count),
		),
		...(found.rest > 0 ? [option('+', t('items.otherCategories'), found.rest)] : []),
	];
	// Discord would reject two options with one value, should two names share a key.
	return [...new Map(options.map((it) => [it.value, it])).values()];
}

/** The chosen category, plain; '' if it is all, or no longer exists. */
function categoryName(t: Translator, { category }: ItemsFound, wanted: ItemsState): string {
	if (wanted.category === '+') return t('items.otherCategories');
	return category === undefined ? '' : cut(oneLine(category.name), 60) || t('items.noCategory');
}

/** A page of the catalog, or why there is none. A page past the end, as after a change, yields the last one. */
export function itemsView(t: Translator, catalog: Catalog, wanted: ItemsState): MessageView {
	const { state, loadedAt = 0 } = catalog.snapshot();
	const found = catalog.browse(wanted);
	if (found.total === 0) return noItemsView(t, state, wanted);
	if (found.items.length === 0) return nothingFoundView(t, found, wanted);
	const shownPage = listPage(found.items, wanted.page);
	const { pages } = shownPage;
	const list = { ...wanted, page: shownPage.at };
	const pickId = pickItem.encode(...listArgs(list));
	return page(
		'info',
		text(
			`## ${t('items.title', { count: found.total })}`,
			small(summary(t, found, list, pages)),
			state === 'stale' && small(t('items.asOf', { when: timestamp(loadedAt, 'R') })),
		),
		itemList(t, shownPage, { pickId, placeholder: t('items.choose') }, (item) => {
			const plainLine = dotted(lowestPrice(t, item), cut(oneLine(item.category), 60));
			const openId = openItem.encode(item.id, ...fromList(list));
			return {
				item,
				media: item,
				value: String(item.id),
				openId,
				line: escapeText(plainLine),
				plainLine,
				brief: escapeText(lowestPrice(t, item) ?? ''),
			};
		}),
		buttons(
			searchButton(t, list),
			...turnButtons(t, shownPage, (at) => showItems.encode(...listArgs({ ...list, page: at }))),
			(list.search !== '' || list.category !== '-') && browseButton(t, 'button.showAll'),
		),
	);
}

/** “desk” · Themes · newest · 12 found · page 1 of 2 */
function summary(t: Translator, found: ItemsFound, list: ItemsState, pages: number) {
	const { search, order, page: at } = list;
	const words = foreignLine(search, 2 * maxSearchLength);
	return dotted(
		words !== '' && t('list.quoted', { text: words }),
		escapeText(categoryName(t, found, list)),
		order !== wholeList.order && t(`items.order.${order}`),
		found.items.length !== found.total && t('items.found', { count: found.items.length }),
		t('items.pageOf', { page: at + 1, pages }),
	);
}

function noItemsView(t: Translator, state: CatalogSnapshot['state'], wanted: ItemsState): MessageView {
	if (state !== 'loading') return page('info', text(t('items.empty')));
	const again = button(t('button.tryAgain'), showItems.encode(...listArgs(wanted)));
	return page('attention', text(t('items.loading')), buttons(again));
}

const maxFilterLength = 24;

function nothingFoundView(t: Translator, found: ItemsFound, wanted: ItemsState): MessageView {
	const words = foreignLine(wanted.search, 2 * maxSearchLength);
	const category = categoryName(t, found, wanted);
	const without = (filter: ItemFilter, name: string, list: ItemsState) =>
		// Without the only filter, all are shown.
		words !== '' &&
		category !== '' &&
		found.hindering.includes(filter) &&
		button(
			t('items.without', { filter: cut(name, maxFilterLength) }),
			showItems.encode(...listArgs({ ...list, page: 0 })),
		);
	return notice(
		words === '' ? t('moderation.hindrance.unknown-item') : t('items.nothingFound', { words }),
		[category && small(t('setup.rules.option', { kind: t('items.category'), name: escapeText(category) }))],
		searchButton(t, wanted),
		without('search', oneLine(wanted.search), { ...wanted, search: '' }),
		without('category', category, { ...wanted, category: '-' }),
		browseButton(t, 'button.showAll'),
	);
}

function searchButton(t: Translator, list: ItemsState) {
	return primary(button(t('items.searchTitle'), askForSearch.encode(...listArgs(list))));
}
