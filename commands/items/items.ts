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
import type { CatalogSnapshot } from '../../src/marketplace/catalog.js';
import type { CategoryChoice, ItemFilter, ItemsFound } from '../../src/marketplace/item-browser.js';
import { field, form } from '../../src/ui/form.js';
import { listPage, listPages, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { browseUpdates, showUpdate } from '../../src/ui/messages/updates.js';
import { button, buttons, notice, page, primary, row, select, small, text } from '../../src/ui/page.js';
import { cut, dotted, escapeText, foreignLine, oneLine, timestamp } from '../../src/ui/text.js';
import { itemEntries, searchIsCodeView } from './find.js';
import { itemPage } from './item.js';
import {
	askForPage,
	askForSearch,
	category,
	categoryOf,
	categoryValue,
	chooseCategory,
	chooseOrder,
	filterOf,
	goToPage,
	type ItemsState,
	maxSearchLength,
	order,
	pageInId,
	searchItems,
	showAllItems,
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
		},
		{
			type: ApplicationCommandOptionType.String,
			...commandText('items.search'),
			max_length: 200,
		},
	],
	answer({ fields, t }, { catalogue }: Services) {
		const search = typedSearch(fields.optionalText('search') ?? '');
		if (search.kind === 'code') return privately(searchIsCodeView(t));
		const page = (fields.optionalNumber('page') ?? 1) - 1;
		const state = { ...wholeList, page, search: search.text };
		return privately(itemsView(t, { ...lookUp(catalogue, state), isSearchCut: search.isCut }, state));
	},
});

/** Filters and pages the list for this state. */
export function lookUp(
	catalogue: Pick<Services['catalogue'], 'snapshot' | 'browse'>,
	state: ItemsState,
): ItemsShown {
	const { state: now, loadedAt } = catalogue.snapshot();
	const found = catalogue.browse(state);
	return { found, state: now, ...(loadedAt !== undefined && { loadedAt }) };
}

const { on } = componentsOf<Services>('everyone');

/** The buttons, selects and modals of `/items`. They are stateless: the custom_ids hold everything. */
export const itemsComponents = [
	on('button', showItems, ({ args, t }, services) => {
		const [page, ...filter] = args;
		return showList(t, services, { ...stateOf(filter), page });
	}),
	on('button', showAllItems, ({ t }, services) => showList(t, services, wholeList)),
	on('select', chooseCategory, ({ args, values, t }, services) => {
		const { data } = category.safeParse(values[0]);
		if (data === undefined) return outdated;
		return showList(t, services, { ...stateOf(args), category: categoryOf(data) });
	}),
	on('select', chooseOrder, ({ args, values, t }, services) => {
		const { data } = order.safeParse(values[0]);
		return data === undefined ? outdated : showList(t, services, { ...stateOf(args), order: data });
	}),
	on('button', askForPage, ({ args, t }, { catalogue }) => {
		const state = stateOf(args);
		return openForm(goToPageModal(t, listPages(catalogue.browse(state).items.length), state));
	}),
	on('modal', goToPage, ({ args, fields, t }, services) => {
		const state = stateOf(args);
		const page = typedPage(fields.text('page'));
		if (page !== undefined) return showList(t, services, { ...state, page });
		const pages = listPages(services.catalogue.browse(state).items.length);
		return showList(t, services, state, { note: small(t('items.notAPage', { pages })) });
	}),
	on('button', askForSearch, ({ args, t }) => openForm(searchModal(t, stateOf(args)))),
	on('modal', searchItems, ({ args, fields, t }, services) => {
		const typed = typedSearch(fields.text('search'));
		if (typed.kind === 'code') return showPage(searchIsCodeView(t));
		return showList(t, services, { ...stateOf(args), search: typed.text }, { isSearchCut: typed.isCut });
	}),
	// The buttons of announcements.
	on('button', showUpdate, (asked, services) => showPage(itemPage(asked, services, asked.args[1]))),
	on('button', browseUpdates, ({ t }, { catalogue }) =>
		showPage(itemsView(t, lookUp(catalogue, wholeList), wholeList)),
	),
];

/** Shows the list in another state. A category that no longer exists is dropped, with a note. */
function showList(
	t: Translator,
	{ catalogue }: Services,
	state: ItemsState,
	{ note, ...about }: Pick<ItemsShown, 'isSearchCut'> & { readonly note?: string } = {},
): Answer {
	const shown = lookUp(catalogue, state);
	const isLost = typeof state.category === 'object' && shown.found.category === undefined;
	if (!isLost || shown.found.total === 0) return showPage(itemsView(t, { ...shown, ...about }, state, note));
	const whole: ItemsState = { ...state, category: 'all' };
	return showPage(itemsView(t, { ...lookUp(catalogue, whole), ...about }, whole, t('refusal.wasOutdated')));
}

/** The modal that asks for one of the list's pages. */
export function goToPageModal(t: Translator, pages: number, state: ItemsState) {
	const label = t('items.goToLabel', { pages });
	return form(
		goToPage.encode(...filterOf(state)),
		t('items.goTo'),
		field({ id: 'page', label, isRequired: true, longest: 12 }),
	);
}

/** The modal that asks for a search. Longer text is accepted, and cut with a note. */
export function searchModal(t: Translator, state: ItemsState) {
	return form(
		searchItems.encode(...filterOf(state)),
		t('items.searchTitle'),
		field({ id: 'search', label: t('items.searchLabel'), value: state.search, longest: 200 }),
	);
}

/** The page, from 0, that a person typed; undefined if it is no number. Accepts "1,000" and "# 7". */
export function typedPage(typed: string): number | undefined {
	const digits = typed.normalize('NFKC').replaceAll(/[\s.,'’#]/g, '');
	return /^\d{1,12}$/.test(digits) ? Number(digits) - 1 : undefined;
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

interface ChosenFilter {
	readonly filter: ItemFilter;
	/** As people read it. */
	readonly name: string;
	/** The list without it. */
	readonly without: ItemsState;
}

/** The chosen filters. */
function chosenFilters(t: Translator, found: ItemsFound, wanted: ItemsState): readonly ChosenFilter[] {
	const { search, category } = wanted;
	const ofCategory =
		category === 'rest'
			? t('items.otherCategories')
			: cut(oneLine(found.category?.name ?? ''), 60) || t('items.noCategory');
	const filters: readonly ChosenFilter[] = [
		{ filter: 'search', name: oneLine(search), without: { ...wanted, search: '' } },
		{
			filter: 'category',
			name: category === 'all' ? '' : ofCategory,
			without: { ...wanted, category: 'all' },
		},
	];
	return filters.filter(({ name }) => name !== '');
}

function orderSelect(t: Translator, state: ItemsState): APIStringSelectComponent {
	const options = order.options.map((value) => ({ label: t(`items.order.${value}`), value }));
	const placeholder = t('items.orderIs', { order: t(`items.order.${state.order}`) });
	return select(chooseOrder.encode(...filterOf(state)), options, placeholder);
}

/** Search results, and the state of the catalogue. */
export interface ItemsShown extends Pick<CatalogSnapshot, 'state' | 'loadedAt'> {
	readonly found: ItemsFound;
	/** True if the typed search was cut. */
	readonly isSearchCut?: boolean;
}

/**
 * A page of the catalogue, or why there is none. A page past the end, as after a change, yields the last one.
 * @param note shown at the top
 */
export function itemsView(t: Translator, shown: ItemsShown, wanted: ItemsState, note?: string): MessageView {
	const { found, state } = shown;
	if (found.total === 0) return noItemsView(t, state, wanted);
	if (found.items.length === 0) return nothingFoundView(t, shown, wanted);
	const shownPage = listPage(found.items, wanted.page);
	const { pages } = shownPage;
	const list = { ...wanted, page: shownPage.at };
	return page(
		'info',
		text(
			note,
			`## ${t('items.title', { count: found.total })}`,
			small(summary(t, shown, list, pages)),
			cutLine(t, shown),
			staleLine(t, shown),
		),
		itemEntries(t, shownPage, list),
		// The selects stay here: a button before them would cost buyers a press.
		found.categories.length > 1 && row(categorySelect(t, found, list)),
		found.items.length > 1 && row(orderSelect(t, list)),
		buttons(
			searchButton(t, list),
			...turnButtons(t, shownPage, (at) => showItems.encode(at, ...filterOf(list))),
			pages > 1 && button(t('items.goTo'), askForPage.encode(...filterOf(list))),
			chosenFilters(t, found, list).length > 0 && button(t('button.showAll'), showAllItems.encode()),
		),
	);
}

/** “desk” · 12 found · page 1 of 2 */
function summary(t: Translator, { found }: ItemsShown, { search, page: at }: ItemsState, pages: number) {
	const words = foreignLine(search, 2 * maxSearchLength);
	return dotted(
		words !== '' && t('list.quoted', { text: words }),
		found.items.length !== found.total && t('items.found', { count: found.items.length }),
		t('items.pageOf', { page: at + 1, pages }),
	);
}

function staleLine(t: Translator, { state, loadedAt }: ItemsShown): string | undefined {
	if (state !== 'stale' || loadedAt === undefined) return undefined;
	return small(t('items.asOf', { when: timestamp(loadedAt, 'R') }));
}

function noItemsView(t: Translator, state: CatalogSnapshot['state'], wanted: ItemsState): MessageView {
	const again = button(t('button.tryAgain'), showItems.encode(pageInId(wanted), ...filterOf(wanted)));
	if (state === 'loading' || state === 'stale') {
		return page('attention', text(t('items.loading')), buttons(again));
	}
	return page('info', text(t('items.empty')));
}

function cutLine(t: Translator, { isSearchCut = false }: ItemsShown): string | undefined {
	return isSearchCut ? small(t('items.searchCut', { limit: maxSearchLength })) : undefined;
}

function nothingFoundView(t: Translator, shown: ItemsShown, wanted: ItemsState): MessageView {
	const words = foreignLine(wanted.search, 2 * maxSearchLength);
	const title = words === '' ? t('moderation.hindrance.unknown-item') : t('items.nothingFound', { words });
	const filters = chosenFilters(t, shown.found, wanted);
	// The title says what was searched for.
	const category = filters.find(({ filter }) => filter === 'category')?.name;
	const ways = filters
		.filter(({ filter }) => shown.found.hindering.includes(filter))
		.map(({ name, without }) =>
			button(
				t('items.without', { filter: cut(name, maxFilterLength) }),
				showItems.encode(0, ...filterOf(without)),
			),
		);
	// Both filters may have the same word: one button is enough.
	const distinct = [...new Map(ways.map((way) => [way.label, way])).values()];
	const all = button(t('button.showAll'), showAllItems.encode());
	return notice(
		title,
		[cutLine(t, shown), category && small(t('items.categoryIs', { category: escapeText(category) }))],
		buttons(searchButton(t, wanted), ...(filters.length > 1 ? distinct : []), all),
	);
}

/** On a button. */
const maxFilterLength = 24;

function searchButton(t: Translator, list: ItemsState) {
	return primary(button(t('items.search'), askForSearch.encode(...filterOf(list))));
}
