import {
	type APIModalInteractionResponseCallbackData,
	type APITextInputComponent,
	ComponentType,
	TextInputStyle,
} from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import { filterOf, goToPage, type ItemsState, searchItems } from '../custom-ids/item-list-ids.js';

/** The only text input of the modal that asks for a page. */
export const pageInput = 'page';
/** The only text input of the modal that asks for a search. */
export const searchInput = 'search';

/** The modal that asks for one of the list's pages. */
export function goToPageModal(
	t: Translator,
	pages: number,
	state: ItemsState,
): APIModalInteractionResponseCallbackData {
	return modal(goToPage.encode(...filterOf(state)), t('items.goTo'), t('items.goToLabel', { pages }), {
		type: ComponentType.TextInput,
		custom_id: pageInput,
		style: TextInputStyle.Short,
		required: true,
		max_length: 12,
	});
}

/** The modal that asks for a search. Longer text is accepted, and cut with a note. */
export function searchModal(t: Translator, state: ItemsState): APIModalInteractionResponseCallbackData {
	return modal(searchItems.encode(...filterOf(state)), t('items.searchTitle'), t('items.searchLabel'), {
		type: ComponentType.TextInput,
		custom_id: searchInput,
		style: TextInputStyle.Short,
		required: false,
		max_length: 200,
		...(state.search !== '' && { value: state.search }),
	});
}

function modal(
	custom_id: string,
	title: string,
	label: string,
	component: APITextInputComponent,
): APIModalInteractionResponseCallbackData {
	return { custom_id, title, components: [{ type: ComponentType.Label, label, component }] };
}

/** The page, from 0, that a person typed; undefined if it is no number. Accepts "1,000" and "# 7". */
export function typedPage(typed: string): number | undefined {
	const digits = typed.normalize('NFKC').replaceAll(/[\s.,'’#]/g, '');
	return /^\d{1,12}$/.test(digits) ? Number(digits) - 1 : undefined;
}
