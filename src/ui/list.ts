import type { Translator } from '../i18n/translator.js';
import { button, small } from './page.js';
import { capitalized } from './text.js';

// Lists of entries that open with one click. On a phone ten rows with a button each are two screens, so only short lists
// have rows. A page of any other names its entries, one a line, and opens one by a select.

/** Discord's limit for the options of a select or an autocomplete. */
export const maxOptions = 25;
/** Any more rows would take more space than a select. */
export const maxRows = 3;
/** Entries on a page: with the lines below and above, a phone's screen. */
export const listSize = 10;

export type ListPage<Entry> = ReturnType<typeof listPage<Entry>>;

/**
 * A page of a list. `at`: its index, from 0. `hasRows`: the whole list is so short that each entry gets a row with a
 * button.
 * @param wanted from 0; a page past the end, as after a change, yields the last one
 */
export function listPage<Entry>(all: readonly Entry[], wanted: number, size = listSize) {
	const pages = Math.max(1, Math.ceil(all.length / size));
	const at = Math.max(0, Math.min(wanted, pages - 1));
	const entries = all.slice(at * size, (at + 1) * size);
	return { entries, at, pages, hasRows: all.length <= maxRows };
}

/** The buttons that turn the pages of a list; none if there is only one page. `idOf`: the custom_id of a page, from 0. */
export function turnButtons(t: Translator, { at, pages }: ListPage<unknown>, idOf: (page: number) => string) {
	if (pages === 1) return [];
	// custom_ids must be unique within a message. The button past an end is disabled; its page only has to differ.
	return [
		{ ...button(t('page.previous'), idOf(at === 0 ? pages : at - 1)), disabled: at === 0 },
		{ ...button(t('page.next'), idOf(at + 1)), disabled: at === pages - 1 },
	];
}

/** `Page 1 of 3`, for below a list; undefined if there is only one page. */
export function pageLine(t: Translator, { at, pages }: ListPage<unknown>) {
	if (pages === 1) return undefined;
	return small(capitalized(t, t('items.pageOf', { page: at + 1, pages })));
}
