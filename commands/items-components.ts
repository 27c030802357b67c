import type { ButtonInput, ComponentHandler, ModalInput, SelectInput } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import { wholeNumber } from '../src/views/custom-id.js';
import { itemView } from '../src/views/item-view.js';
import {
	askForPage,
	askForSearch,
	chooseCategory,
	chooseOrder,
	chosenCategory,
	chosenOrder,
	goToPage,
	type ItemsState,
	openItem,
	searchItems,
	showAllItems,
	stateOf,
	turnItems,
	typedSearch,
	wholeList,
} from '../src/views/items-ids.js';
import {
	goToPageModal,
	notAPageView,
	PAGE_INPUT,
	SEARCH_INPUT,
	searchIsCodeView,
	searchModal,
	typedPage,
} from '../src/views/items-modals.js';
import { type ItemsShown, itemsView, pagesOf, turnedPage } from '../src/views/items-view.js';
import { ephemeral, type MessageView } from '../src/views/message.js';
import { outdatedComponentView } from '../src/views/refusal-view.js';
import { answerWithItem, type ItemLookup } from './item-card.js';
import { type ItemList, lookUp } from './items.js';

type Handling = ItemList & ItemLookup;

/** What the buttons, the selects and the modals of `/items` do. Nothing is remembered: the custom_ids carry it all. */
export function itemsHandlers(catalogue: Handling): readonly ComponentHandler[] {
	return [
		{ kind: 'button', name: turnItems.name, run: (interaction) => turnPage(interaction, catalogue) },
		{
			kind: 'button',
			name: showAllItems.name,
			run: (interaction) => showList(interaction, catalogue, wholeList),
		},
		{
			kind: 'select',
			name: chooseCategory.name,
			run(interaction) {
				const filter = chooseCategory.decode(interaction.customId);
				const category = chosenCategory(interaction.values[0]);
				const state = filter && category && { ...stateOf(filter), category };
				return showList(interaction, catalogue, state);
			},
		},
		{
			kind: 'select',
			name: chooseOrder.name,
			run(interaction) {
				const filter = chooseOrder.decode(interaction.customId);
				const order = chosenOrder(interaction.values[0]);
				return showList(interaction, catalogue, filter && order && { ...stateOf(filter), order });
			},
		},
		{ kind: 'button', name: askForPage.name, run: (interaction) => openPageModal(interaction, catalogue) },
		{ kind: 'modal', name: goToPage.name, run: (interaction) => goTo(interaction, catalogue) },
		{ kind: 'button', name: askForSearch.name, run: openSearchModal },
		{ kind: 'modal', name: searchItems.name, run: (interaction) => search(interaction, catalogue) },
		{ kind: 'select', name: openItem.name, run: (interaction) => openChosen(interaction, catalogue) },
	];
}

/** Shows the list in another state, in place. `state` undefined: the component is of no version that is known. */
async function showList(
	interaction: ButtonInput,
	catalogue: ItemList,
	state: ItemsState | undefined,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	if (state === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(t)));
		return;
	}
	const shown = lookUp(catalogue, state);
	const view = itemsView(t, shown, state);
	// Without items, as in the first moments after a restart, the list stays: its buttons work again a little later.
	if (shown.found.total === 0) await interaction.reply(ephemeral(view));
	else await interaction.update(view);
}

async function turnPage(interaction: ButtonInput, catalogue: ItemList): Promise<void> {
	const turn = turnItems.decode(interaction.customId);
	if (turn === undefined) return showList(interaction, catalogue, undefined);
	const [move, page, ...filter] = turn;
	return showList(interaction, catalogue, { ...stateOf(filter), page: turnedPage(move, page) });
}

async function openPageModal(interaction: ButtonInput, catalogue: ItemList): Promise<void> {
	const filter = askForPage.decode(interaction.customId);
	if (filter === undefined) return showList(interaction, catalogue, undefined);
	const state = stateOf(filter);
	const pages = pagesOf(catalogue.browse(state).items.length);
	await interaction.showModal(goToPageModal(translatorFor(interaction.locale), pages, state));
}

async function openSearchModal(interaction: ButtonInput): Promise<void> {
	const t = translatorFor(interaction.locale);
	const filter = askForSearch.decode(interaction.customId);
	if (filter === undefined) await interaction.reply(ephemeral(outdatedComponentView(t)));
	else await interaction.showModal(searchModal(t, stateOf(filter)));
}

async function goTo(interaction: ModalInput, catalogue: ItemList): Promise<void> {
	const t = translatorFor(interaction.locale);
	const filter = goToPage.decode(interaction.customId);
	const page = typedPage(interaction.fields.getTextInputValue(PAGE_INPUT));
	if (filter === undefined) return answer(interaction, outdatedComponentView(t));
	if (page === undefined) return answer(interaction, notAPageView(t));
	const state = { ...stateOf(filter), page };
	return replaceList(interaction, lookUp(catalogue, state), state);
}

async function search(interaction: ModalInput, catalogue: ItemList): Promise<void> {
	const t = translatorFor(interaction.locale);
	const filter = searchItems.decode(interaction.customId);
	const typed = typedSearch(interaction.fields.getTextInputValue(SEARCH_INPUT));
	if (filter === undefined) return answer(interaction, outdatedComponentView(t));
	if (typed.kind === 'code') return answer(interaction, searchIsCodeView(t));
	const state = { ...stateOf(filter), search: typed.text };
	return replaceList(interaction, { ...lookUp(catalogue, state), isSearchCut: typed.isCut }, state);
}

/** Shows the list that a modal was opened from in another state; without items the list stays, as above. */
async function replaceList(interaction: ModalInput, shown: ItemsShown, state: ItemsState): Promise<void> {
	const view = itemsView(translatorFor(interaction.locale), shown, state);
	if (shown.found.total === 0) return answer(interaction, view);
	await interaction.deferUpdate();
	await interaction.editReply(view);
}

async function answer(interaction: ModalInput, view: MessageView): Promise<void> {
	await interaction.reply(ephemeral(view));
}

async function openChosen(interaction: SelectInput, catalogue: ItemLookup): Promise<void> {
	const id = wholeNumber.safeParse(interaction.values[0]).data;
	if (id === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
		return;
	}
	await answerWithItem(interaction, catalogue, id, itemView);
}
