import {
	type APISelectMenuOption,
	type APIStringSelectComponent,
	ApplicationCommandOptionType,
} from 'discord.js';
import type { Services } from '../../src/create-services.js';
import {
	type Answer,
	componentsOf,
	openForm,
	outdated,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Catalog, CatalogSnapshot } from '../../src/marketplace/catalog.js';
import type { CategoryChoice, ItemFilter, ItemsFound } from '../../src/marketplace/item-browser.js';
import { field, form } from '../../src/ui/form.js';
import { itemList, lowestPrice } from '../../src/ui/items.js';
import { listPage, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { browseUpdates } from '../../src/ui/messages/updates.js';
import { button, buttons, notice, page, primary, row, select, small, text } from '../../src/ui/page.js';
import { cut, dotted, escapeText, foreignLine, oneLine, timestamp } from '../../src/ui/text.js';
import { searchIsCodeView } from './find.js';
import {
	askForSearch,
	browseButton,
	category,
	categoryOf,
	categoryValue,
	chooseCategory,
	chooseOrder,
	filterOf,
	fromList,
	type ItemsState,
	maxPages,
	maxSearchLength,
	openItem,
	order,
	pickItem,
	searchItems,
	showItems,
	stateOf,
	typedSearch,
	wholeList,
} from './list-state.js';

/** `/items [page] [search]`: the catalogue in pages, visible only to the member. */
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
	answer({ fields, t }, { catalogue }: Services) {
		const search = typedSearch(fields.optionalText('search') ?? '');
		if (search === undefined) return privately(searchIsCodeView(t));
		const page = (fields.optionalNumber('page') ?? 1) - 1;
		return privately(itemsView(t, catalogue, { ...wholeList, page, search }));
	},
});

const { on } = componentsOf<Services>('everyone');

/** The buttons, selects and modals of `/items`. They are stateless: the custom_ids hold everything. */
export const itemsComponents = [
	on('button', showItems, ({ args, t }, services) => {
		const [page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page });
	}),
	on('select', chooseCategory, ({ args, values, t }, services) => {
		const { data } = category.safeParse(values[0]);
		if (data === undefined) return outdated;
		return showList(t, services, { ...stateOf(args), category: categoryOf(data) });
	}),
	on('select', chooseOrder, ({ args, values, t }, services) => {
		const { data } = order.safeParse(values[0]);
		return data === undefined ? outdated : showList(t, services, { ...stateOf(args), order: data });
	}),
	on('button', askForSearch, ({ args, t }) => openForm(searchModal(t, stateOf(args)))),
	on('modal', searchItems, ({ args, fields, t }, services) => {
		const search = typedSearch(fields.text('search'));
		if (search === undefined) return showPage(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search });
	}),
	on('button', browseUpdates, ({ t }, services) => showList(t, services, wholeList)),
];

function showList(t: Translator, { catalogue }: Services, state: ItemsState): Answer {
	return showPage(itemsView(t, catalogue, state));
}

/** The modal that asks for a search. */
export function searchModal(t: Translator, state: ItemsState) {
	return form(
		searchItems.encode(...filterOf(state)),
		t('items.searchTitle'),
		field({ id: 'search', label: t('items.searchLabel'), value: state.search, longest: maxSearchLength }),
	);
}

/**
 * The select of categories: all, the largest ones, and the others together; at most 25 options, Discord's limit. Its
 * closed state shows the current one.
 */
function categorySelect(t: Translator, found: ItemsFound, state: ItemsState): APIStringSelectComponent {
	const { categories, rest, total } = found;
	const option = (choice: CategoryChoice, label: string, count: number): APISelectMenuOption => {
		const value = categoryValue(choice);
		return { label: cut(label, 100), value, description: t('items.count', { count }) };
	};
	const options = [
		option('all', t('items.allCategories'), total),
		...categories.map(({ key, name, count }) =>
			option({ key }, oneLine(name) || t('items.noCategory'), count),
		),
		...(rest > 0 ? [option('rest', t('items.otherCategories'), rest)] : []),
	];
	// Discord would reject two options with one value, should two names share a key.
	const distinct = new Map(options.map((it) => [it.value, it]));
	const label = distinct.get(categoryValue(state.category))?.label ?? oneLine(found.category?.name ?? '');
	const placeholder = t('items.categoryIs', { category: cut(label || t('items.allCategories'), 60) });
	return select(chooseCategory.encode(...filterOf(state)), [...distinct.values()], placeholder);
}

/** The chosen category, plain; '' if it is all, or no longer exists. */
function categoryName(t: Translator, { category }: ItemsFound, wanted: ItemsState): string {
	if (wanted.category === 'rest') return t('items.otherCategories');
	return category === undefined ? '' : cut(oneLine(category.name), 60) || t('items.noCategory');
}

function orderSelect(t: Translator, state: ItemsState): APIStringSelectComponent {
	const options = order.options.map((value) => ({ label: t(`items.order.${value}`), value }));
	const placeholder = t('items.orderIs', { order: t(`items.order.${state.order}`) });
	return select(chooseOrder.encode(...filterOf(state)), options, placeholder);
}

/** A page of the catalogue, or why there is none. A page past the end, as after a change, yields the last one. */
export function itemsView(t: Translator, catalogue: Catalog, wanted: ItemsState): MessageView {
	const { state, loadedAt = 0 } = catalogue.snapshot();
	const found = catalogue.browse(wanted);
	if (found.total === 0) return noItemsView(t, state, wanted);
	if (found.items.length === 0) return nothingFoundView(t, found, wanted);
	const shownPage = listPage(found.items, wanted.page);
	const { pages } = shownPage;
	const list = { ...wanted, page: shownPage.at };
	const pickId = pickItem.encode(list.page, ...filterOf(list));
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
			return { item, media: item, value: String(item.id), openId, line: escapeText(plainLine), plainLine };
		}),
		// The selects stay here: a button before them would cost buyers a press.
		found.categories.length > 1 && row(categorySelect(t, found, list)),
		found.items.length > 1 && row(orderSelect(t, list)),
		buttons(
			searchButton(t, list),
			...turnButtons(t, shownPage, (at) => showItems.encode(at, ...filterOf(list))),
			(list.search !== '' || list.category !== 'all') && browseButton(t, 'button.showAll'),
		),
	);
}

/** “desk” · 12 found · page 1 of 2 */
function summary(t: Translator, found: ItemsFound, { search, page: at }: ItemsState, pages: number) {
	const words = foreignLine(search, 2 * maxSearchLength);
	return dotted(
		words !== '' && t('list.quoted', { text: words }),
		found.items.length !== found.total && t('items.found', { count: found.items.length }),
		t('items.pageOf', { page: at + 1, pages }),
	);
}

function noItemsView(t: Translator, state: CatalogSnapshot['state'], wanted: ItemsState): MessageView {
	const again = button(t('button.tryAgain'), showItems.encode(wanted.page, ...filterOf(wanted)));
	if (state === 'loading' || state === 'stale') {
		return page('attention', text(t('items.loading')), buttons(again));
	}
	return page('info', text(t('items.empty')));
}

/** On a button. */
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
			showItems.encode(0, ...filterOf(list)),
		);
	return notice(
		words === '' ? t('moderation.hindrance.unknown-item') : t('items.nothingFound', { words }),
		[category && small(t('items.categoryIs', { category: escapeText(category) }))],
		buttons(
			searchButton(t, wanted),
			without('search', oneLine(wanted.search), { ...wanted, search: '' }),
			without('category', category, { ...wanted, category: 'all' }),
			browseButton(t, 'button.showAll'),
		),
	);
}

function searchButton(t: Translator, list: ItemsState) {
	return primary(button(t('items.search'), askForSearch.encode(...filterOf(list))));
}
