import type { APIButtonComponent, APIButtonComponentWithCustomId } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { ItemsFound } from '../../marketplace/item-browser.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import {
	askForPage,
	askForSearch,
	filterOf,
	type ItemsState,
	longestSearch,
	pageInId,
	showAllItems,
	showItems,
} from '../custom-ids/item-list-ids.js';
import { fromList, openItem } from '../custom-ids/item-page-ids.js';
import { button } from '../kit/components.js';
import type { MessageView } from '../kit/message.js';
import { buttons, notice, page, primary, selectRow, small, text } from '../kit/page.js';
import { foreignLine, timestamp } from '../kit/text.js';
import { itemSection } from './item-lookup-view.js';
import { categorySelect, orderSelect } from './items-filters.js';

/** What the catalogue holds at this moment. */
export interface ItemsSnapshot {
	readonly items: readonly ListedItem[];
	readonly state: 'loading' | 'ready' | 'empty' | 'stale';
	/** When these items were loaded, in milliseconds since the epoch; absent before the first load. */
	readonly loadedAt?: number;
}

/** What was found in the catalogue, and how the catalogue is. */
export interface ItemsShown extends Pick<ItemsSnapshot, 'state' | 'loadedAt'> {
	readonly found: ItemsFound;
	/** Whether more was typed than is searched for. */
	readonly isSearchCut?: boolean;
}

/** How many items a page shows. */
export const pageSize = 6;

/** How many pages so many items make, 1 at least. */
export function pagesOf(itemCount: number): number {
	return Math.max(1, Math.ceil(itemCount / pageSize));
}

/**
 * A page of the catalogue, or why there is none. A page outside, as after a change, gives the nearest one.
 * @param note what is said above it
 */
export function itemsView(t: Translator, shown: ItemsShown, wanted: ItemsState, note?: string): MessageView {
	const { found, state } = shown;
	if (found.total === 0) return noItemsView(t, state, wanted);
	if (found.items.length === 0) return nothingFoundView(t, shown, wanted);
	const pages = pagesOf(found.items.length);
	const list = { ...wanted, page: Math.max(0, Math.min(wanted.page, pages - 1)) };
	const items = found.items.slice(list.page * pageSize, (list.page + 1) * pageSize);
	// Two buttons with one custom_id would be refused, should the shop list an item twice.
	const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
	return page(
		'info',
		text(
			note,
			`## ${t('items.title', { count: found.total })}`,
			small(summary(t, shown, list, pages)),
			cutLine(t, shown),
			staleLine(t, shown),
		),
		...distinct.map((item) => itemSection(t, item, openItem.encode(item.id, ...fromList(list)))),
		found.categories.length > 1 && selectRow(categorySelect(t, found, list)),
		found.items.length > 1 && selectRow(orderSelect(t, list)),
		buttons(
			...(pages > 1 ? turnButtons(t, list, pages - 1) : []),
			searchButton(t, list),
			(list.search !== '' || list.category !== 'all') && button(t('button.showAll'), showAllItems.encode()),
		),
	);
}

/** “desk” · 12 found · page 1 of 2 */
function summary(t: Translator, { found }: ItemsShown, { search, page: at }: ItemsState, pages: number) {
	const words = foreignLine(search, 2 * longestSearch);
	return [
		words === '' ? '' : t('items.words', { words }),
		found.items.length === found.total ? '' : t('items.found', { count: found.items.length }),
		t('items.pageOf', { page: at + 1, pages }),
	]
		.filter((part) => part !== '')
		.join(' · ');
}

function staleLine(t: Translator, { state, loadedAt }: ItemsShown): string | undefined {
	if (state !== 'stale' || loadedAt === undefined) return undefined;
	return small(t('items.asOf', { when: timestamp(loadedAt, 'R') }));
}

function noItemsView(t: Translator, state: ItemsSnapshot['state'], wanted: ItemsState): MessageView {
	const again = button(t('button.tryAgain'), showItems.encode(pageInId(wanted), ...filterOf(wanted)));
	if (state === 'loading' || state === 'stale') {
		return page('attention', text(t('items.loading')), buttons(again));
	}
	return page('info', text(t('items.empty')));
}

function cutLine(t: Translator, { isSearchCut = false }: ItemsShown): string | undefined {
	return isSearchCut ? small(t('items.searchCut', { limit: longestSearch })) : undefined;
}

function nothingFoundView(t: Translator, shown: ItemsShown, wanted: ItemsState): MessageView {
	const words = foreignLine(wanted.search, 2 * longestSearch);
	const title = words === '' ? t('item.none') : t('items.nothingFound', { words });
	const all = button(t('button.showAll'), showAllItems.encode());
	return notice(title, [cutLine(t, shown)], buttons(primary(searchButton(t, wanted)), all));
}

function searchButton(t: Translator, list: ItemsState): APIButtonComponentWithCustomId {
	return button(t('items.search'), askForSearch.encode(...filterOf(list)));
}

function turnButtons(t: Translator, list: ItemsState, lastPage: number): APIButtonComponent[] {
	const filter = filterOf(list);
	const turn = (label: string, target: number, disabled: boolean) => ({
		...button(label, showItems.encode(target, ...filter)),
		disabled,
	});
	// custom_ids must differ within a message. The button past an end is disabled; its page need only be no other's.
	return [
		turn(t('page.previous'), list.page === 0 ? lastPage + 1 : list.page - 1, list.page === 0),
		turn(t('page.next'), list.page + 1, list.page === lastPage),
		button(t('items.goTo'), askForPage.encode(...filter)),
	];
}
