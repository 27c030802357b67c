import { z } from 'zod';
import { holdsCode, scrubCodes } from '../../claims/scrub-codes.js';
import type { CategoryChoice, ItemsWanted } from '../../marketplace/item-browser.js';
import { cut, oneLine } from '../kit/text.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

// The custom_ids of `/items`. Nothing is remembered between two clicks: each carries what the list is to show next.

/** What a list of items shows. */
export interface ItemsState extends ItemsWanted {
	/** From 0. */
	readonly page: number;
}

/** Everything, from the beginning. */
export const wholeList: ItemsState = { page: 0, search: '', category: 'all', order: 'name' };

// A custom_id has 100 characters: with this many for the search, the rest fits beside it however large the catalogue.
export const longestSearch = 40;

export const order = z.enum(['name', 'cheap', 'dear', 'new', 'old']);
/** `-` is all, `+` the small ones together, anything else the key of one. */
export const category = z.string().regex(/^([-+]|[0-9a-z]{1,7})$/);
export const search = z.string().max(longestSearch);
const filter = z.tuple([order, category, search]);
type Filter = z.output<typeof filter>;

const move = z.enum(['first', 'previous', 'next', 'last']);
/** Before there were filters, ids came without them: they are still on messages. */
const everything: Filter = ['name', '-', ''];
const filterOrNone = z.union([filter, z.tuple([]).transform((): Filter => everything)]);

/** Higher pages, which no list has, would leave no room for a search. From 0. */
const lastPageInId = 9_999_999;
export const pageOfList = wholeNumber.pipe(z.int().max(lastPageInId));

/** The page of a list as an id can carry it. */
export function pageInId({ page }: Pick<ItemsState, 'page'>): number {
	return Math.max(0, Math.min(page, lastPageInId));
}

/** A page of a list. Arguments: the page, from 0; the filter. */
export const showItems = defineCustomId('list', z.tuple([pageOfList, order, category, search]));

/**
 * Turns a page of ten items, as earlier versions showed them. Arguments: where to, seen from the page that is shown;
 * that page, from 0; the filter.
 */
export const turnItems = defineCustomId(
	'items',
	z.union([
		z.tuple([move, wholeNumber, order, category, search]),
		z
			.tuple([move, wholeNumber])
			.transform(([where, page]): [typeof where, number, ...Filter] => [where, page, ...everything]),
	]),
);
/** The select by which earlier versions opened an item of the page. */
export const pickItem = defineCustomId('items-open', z.tuple([]));
/** The button that asks for a page. */
export const askForPage = defineCustomId('items-ask', filterOrNone);
/** The modal in which the page is typed. */
export const goToPage = defineCustomId('items-goto', filterOrNone);
/** The select of categories; its values are what stands for one in a filter. */
export const chooseCategory = defineCustomId('items-category', filter);
/** The select of orders; its values are orders. */
export const chooseOrder = defineCustomId('items-order', filter);
/** The button that asks what to search for. */
export const askForSearch = defineCustomId('items-search', filter);
/** The modal in which that is typed. */
export const searchItems = defineCustomId('items-find', filter);
/** Back to everything. */
export const showAllItems = defineCustomId('items-all', z.tuple([]));

/** What a state has besides its page, as arguments of the ids above. */
export function filterOf(state: ItemsWanted): Filter {
	return [state.order, categoryValue(state.category), state.search];
}

/** The first page of a filter. Messages of older versions may carry a code in it. */
export function stateOf([orderValue, categoryChosen, searchText]: Filter): ItemsState {
	return { page: 0, order: orderValue, category: categoryOf(categoryChosen), search: scrubCodes(searchText) };
}

/** How many items earlier versions had on a page. */
const oldPageSize = 10;

/** The page, from 0, of so many items each on which the first item stands that a click on an old message leads to. */
export function turnedPage(
	move: 'first' | 'previous' | 'next' | 'last',
	page: number,
	pageSize: number,
): number {
	const target = { first: 0, previous: page - 1, next: page + 1, last: lastPageInId };
	return Math.floor((Math.max(0, target[move]) * oldPageSize) / pageSize);
}

/** What stands for a choice of category in an id and in the select. */
export function categoryValue(choice: CategoryChoice): string {
	if (choice === 'all') return '-';
	return choice === 'rest' ? '+' : choice.key;
}

function categoryOf(value: string): CategoryChoice {
	if (value === '-') return 'all';
	return value === '+' ? 'rest' : { key: value };
}

/** The category that was chosen in the select; undefined for a value that it never had. */
export function chosenCategory(value: string | undefined): CategoryChoice | undefined {
	const known = category.safeParse(value).data;
	return known === undefined ? undefined : categoryOf(known);
}

/** The order that was chosen in the select; undefined for a value that it never had. */
export function chosenOrder(value: string | undefined): ItemsState['order'] | undefined {
	return order.safeParse(value).data;
}

/**
 * What was typed, as a search that fits into an id; `code`: a purchase code has no business in a search, since it would
 * be shown and stand in the ids of the message.
 */
export function typedSearch(
	typed: string,
): { readonly kind: 'text'; readonly text: string; readonly isCut: boolean } | { readonly kind: 'code' } {
	if (holdsCode(typed)) return { kind: 'code' };
	// A colon separates the arguments of an id, and means nothing to a search.
	const text = oneLine(typed.replaceAll(':', ' '));
	if (text.length <= longestSearch) return { kind: 'text', text, isCut: false };
	return { kind: 'text', text: cut(text, longestSearch).slice(0, -'…'.length).trimEnd(), isCut: true };
}

/** The list of all that has these words in it, as the arguments of an id. A purchase code is no word. */
export function searchFor(typed: string): Filter {
	const search = typedSearch(typed);
	return filterOf({ ...wholeList, search: search.kind === 'text' ? search.text : '' });
}
