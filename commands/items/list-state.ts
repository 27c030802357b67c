import type { APIButtonComponent } from 'discord.js';
import { z } from 'zod';
import { holdsCode, scrubCodes } from '../../src/claims/scrub-codes.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { ItemsWanted } from '../../src/marketplace/item-browser.js';
import { defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { button } from '../../src/ui/page.js';
import { oneLine } from '../../src/ui/text.js';

// The custom_ids of `/items`. Its components are stateless: each id contains the list that it leads to.

export interface ItemsState extends ItemsWanted {
	/** From 0. */
	readonly page: number;
}

/** Everything, from the beginning. */
export const wholeList: ItemsState = { page: 0, search: '', category: '-', order: 'name' };

// A custom_id has 100 characters: these limits leave just enough for the rest, whatever an item's id.
export const maxSearchLength = 40;
export const maxPages = 100_000;

const pageOfList = wholeNumber.pipe(z.int().max(maxPages - 1));
export const order = z.enum(['name', 'cheap', 'dear', 'new', 'old']);
export const category = z.string().regex(/^([-+]|[0-9a-z]{1,7})$/);
/** Messages of older versions may contain a purchase code in it. */
const search = z.string().max(maxSearchLength).transform(scrubCodes);

const list = z.tuple([pageOfList, order, category, search]);
type List = z.output<typeof list>;

export const showItems = defineCustomId('browse', list);
/** The select of the items of a page; its values are their ids. */
export const pickItem = defineCustomId('items-open', list);
/** The form for another search, filter, order or page, prefilled with its arguments. */
export const askForSearch = defineCustomId('items-search', list);
/** The inputs of the form. */
export const searchInputs = { search: 'search', category: 'category', order: 'order', page: 'page' } as const;

/** A list as arguments of these ids, and back. */
export const listArgs = ({ page, order, category, search }: ItemsState): List => [
	page,
	order,
	category,
	search,
];

export const stateOf = ([page, order, category, search]: List): ItemsState => ({
	page,
	order,
	category,
	search,
});

/** A typed search, as far as it fits into an id; undefined for a purchase code, which would stay in the message's ids. */
export function typedSearch(typed: string): string | undefined {
	if (holdsCode(typed)) return undefined;
	// A colon separates the arguments of an id, and is meaningless in a search.
	const words = oneLine(typed.replaceAll(':', ' ')).slice(0, maxSearchLength);
	return words.replace(/[\ud800-\udbff]$/, '').trimEnd();
}

// The custom_ids of an item's pages. Each contains the list that the item was opened from, if any, for the way back.

const item = z.union([z.tuple([wholeNumber]), z.tuple([wholeNumber, ...list.def.items])]);
/** An item's page. Arguments: the item's id; the list. */
export const openItem = defineCustomId('item', item);
/** Shows an item to everyone in the channel. Arguments: the item's id; the list. */
export const shareItem = defineCustomId('share', item);
/** An item's details, with a page of its screenshots. Arguments: the item's id, the page from 0; the list. */
export const openDetails = defineCustomId(
	'shots',
	z.union([z.tuple([wholeNumber, wholeNumber]), z.tuple([wholeNumber, wholeNumber, ...list.def.items])]),
);

/** A list as the last arguments of an id, and back; undefined if the item was opened from elsewhere. */
export const fromList = (list: ItemsState | undefined): [] | List =>
	list === undefined ? [] : listArgs(list);

export const listIn = (from: [] | List): ItemsState | undefined =>
	from.length === 0 ? undefined : stateOf(from);

/** Leads to the whole list, from its beginning. */
export function browseButton(t: Translator, label: 'item.browse' | 'button.showAll' = 'item.browse') {
	return button(t(label), showItems.encode(...listArgs(wholeList)));
}

export function itemButton(
	t: Translator,
	id: number,
	from: ItemsState | undefined,
	label: 'button.back' | 'button.tryAgain' = 'button.back',
): APIButtonComponent {
	return button(t(label), openItem.encode(id, ...fromList(from)));
}
