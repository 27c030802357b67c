import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { ButtonInput, Command, ComponentHandler, SelectInput } from '../src/discord/command.js';
import { wholeNumber } from '../src/discord/custom-id.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { itemView } from '../src/views/item-view.js';
import {
	askForPage,
	goToPage,
	goToPageModal,
	type ItemsSnapshot,
	itemsView,
	notAPageView,
	openItem,
	PAGE_INPUT,
	turnedPage,
	turnItems,
	typedPage,
} from '../src/views/items-view.js';
import { ephemeral } from '../src/views/message.js';
import { outdatedComponentView } from '../src/views/refusal-view.js';
import { answerWithItem, type ItemLookup } from './item-card.js';

/** The items in memory. The commands here never wait for the marketplace to show a page. */
export interface ItemList {
	snapshot(): ItemsSnapshot;
}

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('items'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [
		{
			type: ApplicationCommandOptionType.Integer,
			...commandText('items.page'),
			min_value: 1,
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/items [page]`: the catalogue in pages, for the asker alone. */
export function itemsCommand(catalogue: ItemList): Command {
	return {
		data,
		async run(interaction) {
			const page = interaction.options.getInteger('page') ?? 1;
			await interaction.reply(
				ephemeral(itemsView(translatorFor(interaction.locale), catalogue.snapshot(), page - 1)),
			);
		},
	};
}

/** What the buttons, the select and the modal of `/items` do. Nothing is remembered: the custom_ids carry the page. */
export function itemsHandlers(catalogue: ItemList & ItemLookup): readonly ComponentHandler[] {
	return [
		{ kind: 'button', name: turnItems.name, run: (interaction) => turnPage(interaction, catalogue) },
		{
			kind: 'button',
			name: askForPage.name,
			async run(interaction) {
				await interaction.showModal(
					goToPageModal(translatorFor(interaction.locale), catalogue.snapshot().items.length),
				);
			},
		},
		{
			kind: 'modal',
			name: goToPage.name,
			async run(interaction) {
				const t = translatorFor(interaction.locale);
				const page = typedPage(interaction.fields.getTextInputValue(PAGE_INPUT));
				const snapshot = catalogue.snapshot();
				if (page === undefined || snapshot.items.length === 0) {
					await interaction.reply(
						ephemeral(page === undefined ? notAPageView(t) : itemsView(t, snapshot, 0)),
					);
					return;
				}
				await interaction.deferUpdate();
				await interaction.editReply(itemsView(t, snapshot, page));
			},
		},
		{ kind: 'select', name: openItem.name, run: (interaction) => openChosen(interaction, catalogue) },
	];
}

async function turnPage(interaction: ButtonInput, catalogue: ItemList): Promise<void> {
	const turn = turnItems.decode(interaction.customId);
	if (turn === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
		return;
	}
	const snapshot = catalogue.snapshot();
	const view = itemsView(translatorFor(interaction.locale), snapshot, turnedPage(...turn));
	// Without items, as in the first moments after a restart, the list stays: its buttons work again a little later.
	if (snapshot.items.length === 0) await interaction.reply(ephemeral(view));
	else await interaction.update(view);
}

async function openChosen(interaction: SelectInput, catalogue: ItemLookup): Promise<void> {
	const id = wholeNumber.safeParse(interaction.values[0]).data;
	if (id === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
		return;
	}
	await answerWithItem(interaction, catalogue, id, itemView);
}
