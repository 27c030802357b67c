import { z } from 'zod';
import { holdsCode, scrubCodes } from '../../claims/scrub-codes.js';
import type { CategoryChoice, ItemsWanted } from '../../marketplace/item-browser.js';
import { cut, oneLine } from '../kit/text.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

// The custom_ids of `/items`. Its components are stateless: each id contains the list that it leads to.

/** The state of an item list. */
export interface ItemsState extends ItemsWanted {
	/** From 0. */
	readonly page: number;
}

/** Everything, from the beginning. */
export const wholeList: ItemsState = { page: 0, search: '', category: 'all', order: 'name' };

// A custom_id has 100 characters: this many for the search leave just enough for the rest, whatever an item's id.
export const maxSearchLength = 40;

export const order = z.enum(['name', 'cheap', 'dear', 'new', 'old']);
/** `-` is all, `+` the small ones together, anything else the key of one. */
export const category = z.string().regex(/^([-+]|[0-9a-z]{1,7})$/);
export const search = z.string().max(maxSearchLength);
const filter = z.tuple([order, category, search]);
type Filter = z.output<typeof filter>;

/** Higher pages, which no list has, would leave no room for a search. From 0. */
const lastPageInId = 99_999;
export const pageOfList = wholeNumber.pipe(z.int().max(lastPageInId));

/** The page of a list, limited to what fits into an id. */
export function pageInId({ page }: Pick<ItemsState, 'page'>): number {
	return Math.max(0, Math.min(page, lastPageInId));
}

/** A page of a list. Arguments: the page, from 0; the filter. */
export const showItems = defineCustomId('browse', z.tuple([pageOfList, order, category, search]));
/**
 * The select of the items of a page; its values are their ids. Arguments: the page, from 0, and the filter, or none.
 */
export const pickItem = defineCustomId(
	'items-open',
	z.union([z.tuple([pageOfList, order, category, search]), z.tuple([])]),
);
export const askForPage = defineCustomId('items-ask', filter);
export const goToPage = defineCustomId('items-goto', filter);
/** The select of categories; its values are categories of a filter. */
export const chooseCategory = defineCustomId('items-category', filter);
export const chooseOrder = defineCustomId('items-order', filter);
export const askForSearch = defineCustomId('items-search', filter);
export const searchItems = defineCustomId('items-find', filter);
/** Back to everything. */
export const showAllItems = defineCustomId('items-all', z.tuple([]));

/** A state without its page, as arguments of the ids above. */
export function filterOf(state: ItemsWanted): Filter {
	return [state.order, categoryValue(state.category), state.search];
}

/** The first page of a filter. Messages of older versions may contain a purchase code in it. */
export function stateOf([order, category, search]: Filter): ItemsState {
	return { page: 0, order, category: categoryOf(category), search: scrubCodes(search) };
}

/** A category as a value in an id and in the select. */
export function categoryValue(choice: CategoryChoice): string {
	if (choice === 'all') return '-';
	return choice === 'rest' ? '+' : choice.key;
}

function categoryOf(value: string): CategoryChoice {
	if (value === '-') return 'all';
	return value === '+' ? 'rest' : { key: value };
}

/** The category of a select's value; undefined for an invalid value. */
export function chosenCategory(value: string | undefined): CategoryChoice | undefined {
	return category.safeParse(value).success && value !== undefined ? categoryOf(value) : undefined;
}

/** The order of a select's value; undefined for an invalid value. */
export function chosenOrder(value: string | undefined): ItemsState['order'] | undefined {
	return order.safeParse(value).data;
}

/**
 * A typed search, cut to fit into an id; `code` for a purchase code, which would be shown and stay in the message's
 * ids.
 */
export function typedSearch(
	typed: string,
): { readonly kind: 'text'; readonly text: string; readonly isCut: boolean } | { readonly kind: 'code' } {
	if (holdsCode(typed)) return { kind: 'code' };
	// A colon separates the arguments of an id, and is meaningless in a search.
	const text = oneLine(typed.replaceAll(':', ' '));
	if (text.length <= maxSearchLength) return { kind: 'text', text, isCut: false };
	return { kind: 'text', text: cut(text, maxSearchLength).slice(0, -'…'.length).trimEnd(), isCut: true };
}

/** The list of all items with these words, as the arguments of an id. Purchase codes are dropped. */
export function searchFor(typed: string): Filter {
	const search = typedSearch(typed);
	return filterOf({ ...wholeList, search: search.kind === 'text' ? search.text : '' });
}
