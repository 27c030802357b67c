import type {
	APIButtonComponentWithCustomId,
	APIEmbed,
	APIMessageTopLevelComponent,
	APISelectMenuOption,
} from 'discord.js';
import type { Translator } from '../i18n/translator.js';
import type { ItemsFound } from '../marketplace/item-browser.js';
import type { Item } from '../marketplace/schemas.js';
import { button, row, select } from './components.js';
import { itemCategory, itemName, lowestPrice, plainItemName } from './item-text.js';
import { categorySelect, orderSelect } from './items-filters.js';
import {
	askForPage,
	askForSearch,
	filterOf,
	type ItemsState,
	longestSearch,
	pickItem,
	showAllItems,
	turnItems,
} from './items-ids.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import { cut, foreignLine, oneLine } from './text.js';

/** What the catalogue holds at this moment. */
export interface ItemsSnapshot {
	readonly items: readonly Item[];
	readonly state: 'loading' | 'ready' | 'empty' | 'stale';
}

/** What was found in the catalogue, and how the catalogue is. */
export interface ItemsShown {
	readonly found: ItemsFound;
	readonly state: ItemsSnapshot['state'];
	/** Whether more was typed than is searched for. */
	readonly isSearchCut?: boolean;
}

const pageSize = 10;

/** How many pages so many items make, 1 at least. */
export function pagesOf(itemCount: number): number {
	return Math.max(1, Math.ceil(itemCount / pageSize));
}

/** Where a click on one of the four buttons leads; past an end it is for `itemsView` to bring back. */
export function turnedPage(move: 'first' | 'previous' | 'next' | 'last', page: number): number {
	const target = { first: 0, previous: page - 1, next: page + 1, last: Number.POSITIVE_INFINITY };
	return target[move];
}

/** A page of the catalogue, or why there is none. A page outside, as after a change, gives the nearest one. */
export function itemsView(t: Translator, shown: ItemsShown, wanted: ItemsState): MessageView {
	const { found, state } = shown;
	if (found.total === 0) return textView(noItemsText(t, state));
	const lastPage = pagesOf(found.items.length) - 1;
	const page = Math.max(0, Math.min(wanted.page, lastPage));
	const items = found.items.slice(page * pageSize, (page + 1) * pageSize);
	const embed: APIEmbed = {
		color: accent,
		title: t('items.title'),
		description: [...searchLines(t, wanted, shown.isSearchCut === true), ...itemList(t, items)].join('\n'),
		footer: { text: footer(t, found, page + 1, lastPage + 1) },
	};
	return {
		content: '',
		embeds: [embed],
		components: rows(t, found, { ...wanted, page }, items),
		allowedMentions: noMentions,
	};
}

/** At most the five rows that Discord allows without its newer layout. */
function rows(
	t: Translator,
	found: ItemsFound,
	state: ItemsState,
	items: readonly Item[],
): APIMessageTopLevelComponent[] {
	const lastPage = pagesOf(found.items.length) - 1;
	const isFiltered = state.search !== '' || state.category !== 'all';
	return [
		...(items.length === 0 ? [] : [row(openSelect(t, items))]),
		...(found.categories.length > 1 ? [row(categorySelect(t, found, state))] : []),
		...(found.items.length > 1 ? [row(orderSelect(t, state))] : []),
		...(lastPage > 0 ? [row(...turnButtons(t, state, lastPage))] : []),
		row(
			button(`🔎 ${t('items.search')}`, askForSearch.encode(...filterOf(state))),
			...(isFiltered ? [button(t('items.reset'), showAllItems.encode())] : []),
		),
	];
}

function footer(t: Translator, { items, total }: ItemsFound, page: number, pages: number): string {
	const counted =
		items.length === total
			? t('items.count', { count: total })
			: t('items.found', { count: items.length, total });
	return pages === 1 ? counted : `${t('items.pageOf', { page, pages })} · ${counted}`;
}

function noItemsText(t: Translator, state: ItemsSnapshot['state']): string {
	switch (state) {
		case 'loading':
			return t('items.loading');
		case 'stale':
			return t('items.unreachable');
		case 'ready':
		case 'empty':
			return t('items.empty');
	}
}

function searchLines(t: Translator, { search }: ItemsState, isCut: boolean): string[] {
	if (search === '') return [];
	const what = t('items.searchFor', { query: `**${foreignLine(search, 2 * longestSearch)}**` });
	return [what, ...(isCut ? [`-# ${t('items.searchCut', { limit: longestSearch })}`] : []), ''];
}

function itemList(t: Translator, items: readonly Item[]): string[] {
	return items.length === 0 ? [t('items.nothingFound')] : items.map((item) => itemLines(t, item));
}

/** The name has a line for itself, so that a right-to-left one doesn't reorder the numbers beside it. */
function itemLines(t: Translator, item: Item): string {
	const details = [lowestPrice(t, item), itemCategory(item, 60), `\`${item.id}\``];
	return `**${itemName(t, item, 100)}**\n${details.filter((detail) => detail).join(' · ')}`;
}

function openSelect(t: Translator, shown: readonly Item[]) {
	// Two options with one value would be refused, should the marketplace list an item twice.
	const options = new Map(shown.map((item) => [item.id, itemOption(t, item)]));
	return select(pickItem.encode(), [...options.values()], t('items.open'));
}

/** Plain text here: Discord shows no formatting in a select. */
function itemOption(t: Translator, item: Item): APISelectMenuOption {
	const description = cut([oneLine(item.category), String(item.id)].filter(Boolean).join(' · '), 100);
	return { label: plainItemName(t, item, 100), value: String(item.id), description };
}

function turnButtons(t: Translator, state: ItemsState, lastPage: number): APIButtonComponentWithCustomId[] {
	const { page } = state;
	const filter = filterOf(state);
	const label = t('items.page', { page: page + 1, pages: lastPage + 1 });
	const turn = (arrow: string, customId: string, disabled: boolean) => ({
		...button(arrow, customId),
		disabled,
	});
	return [
		turn('«', turnItems.encode('first', page, ...filter), page === 0),
		turn('‹', turnItems.encode('previous', page, ...filter), page === 0),
		button(label, askForPage.encode(...filter)),
		turn('›', turnItems.encode('next', page, ...filter), page === lastPage),
		turn('»', turnItems.encode('last', page, ...filter), page === lastPage),
	];
}
