import type { Translator } from '../../i18n/translator.js';
import { filterOf, goToPage, type ItemsState, searchItems } from '../custom-ids/item-ids.js';
import { field, form } from '../kit/form.js';

/** The only text input of the modal that asks for a page. */
export const pageInput = 'page';
/** The only text input of the modal that asks for a search. */
export const searchInput = 'search';

/** The modal that asks for one of the list's pages. */
export function goToPageModal(t: Translator, pages: number, state: ItemsState) {
	const label = t('items.goToLabel', { pages });
	return form(
		goToPage.encode(...filterOf(state)),
		t('items.goTo'),
		field({ id: pageInput, label, isRequired: true, longest: 12 }),
	);
}

/** The modal that asks for a search. Longer text is accepted, and cut with a note. */
export function searchModal(t: Translator, state: ItemsState) {
	return form(
		searchItems.encode(...filterOf(state)),
		t('items.searchTitle'),
		field({ id: searchInput, label: t('items.searchLabel'), value: state.search, longest: 200 }),
	);
}

/** The page, from 0, that a person typed; undefined if it is no number. Accepts "1,000" and "# 7". */
export function typedPage(typed: string): number | undefined {
	const digits = typed.normalize('NFKC').replaceAll(/[\s.,'’#]/g, '');
	return /^\d{1,12}$/.test(digits) ? Number(digits) - 1 : undefined;
}
