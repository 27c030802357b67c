import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';
import { type Filter, filter, filterOf, type ItemsState, stateOf } from './items-ids.js';

// The custom_ids of an item's pages. Each says which list one came from, where it was one, so that there is a way back
// to it: its page, order, category and search.

/** A higher page than any list has would leave no room for the search. */
const page = wholeNumber.pipe(z.int().max(9_999_999));
const [order, category, search] = filter.def.items;

type From = [] | [page: number, ...Filter];

/** An item's page. Arguments: the item's id; the list that it was opened from. */
export const openItem = defineCustomId(
	'item',
	z.union([z.tuple([wholeNumber]), z.tuple([wholeNumber, page, order, category, search])]),
);

/** What a list is as the last arguments of an id; undefined: one came from elsewhere. */
export function fromList(state: ItemsState | undefined): From {
	return state === undefined ? [] : [Math.min(state.page, 9_999_999), ...filterOf(state)];
}

/** The list that the last arguments of an id name. */
export function listIn([shown, ...rest]: From): ItemsState | undefined {
	return shown === undefined || rest.length !== 3 ? undefined : { ...stateOf(rest), page: shown };
}
