import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';
import {
	category,
	filterOf,
	type ItemsState,
	order,
	pageInId,
	pageOfList,
	search,
	stateOf,
} from './item-list-ids.js';

// The custom_ids of an item's pages. Each contains the list that the item was opened from, if any, for the way back:
// its page, order, category and search.

/** The list that the item was opened from, as the last arguments of an id. */
type From = [] | [page: number, order: z.output<typeof order>, category: string, search: string];

/** An item's page. Arguments: the item's id; the list. */
export const openItem = defineCustomId(
	'item',
	z.union([z.tuple([wholeNumber]), z.tuple([wholeNumber, pageOfList, order, category, search])]),
);

const screenshots = z.union([
	z.tuple([wholeNumber, wholeNumber]),
	z.tuple([wholeNumber, wholeNumber, pageOfList, order, category, search]),
]);
/** A page of an item's screenshots. Arguments: the item's id, the page from 0; the list. */
export const openScreenshots = defineCustomId('shots', screenshots);

/** Shows an item to everyone in the channel. Arguments: the item's id; the list. */
export const shareItem = defineCustomId(
	'share',
	z.union([z.tuple([wholeNumber]), z.tuple([wholeNumber, pageOfList, order, category, search])]),
);

/** A list as the last arguments of an id; undefined if the item was opened from elsewhere. */
export function fromList(list: ItemsState | undefined): From {
	return list === undefined ? [] : [pageInId(list), ...filterOf(list)];
}

/** The list in the last arguments of an id. */
export function listIn(from: From): ItemsState | undefined {
	const [page, ...filter] = from;
	return page === undefined || filter.length !== 3 ? undefined : { ...stateOf(filter), page };
}
