import { MessageFlags } from 'discord.js';
import type { Answerable, ComponentHandler } from '../src/discord/command.js';
import { type Translator, translatorFor } from '../src/i18n/translator.js';
import type { MarketplaceResult } from '../src/marketplace/result.js';
import type { Item } from '../src/marketplace/schemas.js';
import { itemFailureView } from '../src/views/item-lookup-view.js';
import { ephemeral, type MessageView } from '../src/views/message.js';
import { openPreview, previewView } from '../src/views/preview-view.js';
import { outdatedComponentView } from '../src/views/refusal-view.js';
import { openScreenshots, screenshotsView, turnScreenshots } from '../src/views/screenshots-view.js';

/** Items by id: from memory, and from the marketplace where memory has none. */
export interface ItemLookup {
	get(id: number): Item | undefined;
	/** `userId`: who asks, since look-ups are limited for each member. */
	find(id: number, userId: string): Promise<MarketplaceResult<Item>>;
}

/** The buttons of a card that open its preview and its screenshots, and the two that turn the screenshots' pages. */
export function galleryHandlers(catalogue: ItemLookup): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: openPreview.name,
			async run(interaction) {
				const [id] = openPreview.decode(interaction.customId) ?? [];
				if (id !== undefined) await answerWithItem(interaction, catalogue, id, previewView);
				else await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
			},
		},
		{
			kind: 'button',
			name: openScreenshots.name,
			async run(interaction) {
				const [id, page] = openScreenshots.decode(interaction.customId) ?? [];
				if (id === undefined || page === undefined) {
					await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
					return;
				}
				await answerWithItem(interaction, catalogue, id, (t, item) => screenshotsView(t, item, page));
			},
		},
		{
			kind: 'button',
			name: turnScreenshots.name,
			async run(interaction) {
				const [id, page] = turnScreenshots.decode(interaction.customId) ?? [];
				if (id === undefined || page === undefined) {
					await interaction.reply(ephemeral(outdatedComponentView(translatorFor(interaction.locale))));
					return;
				}
				const item = catalogue.get(id);
				if (item !== undefined)
					await interaction.update(screenshotsView(translatorFor(interaction.locale), item, page));
				// Shortly after a restart the item may not be in memory yet: then the page comes in a new message, since a
				// gallery can't be turned into the text that a failure needs.
				else await answerWithItem(interaction, catalogue, id, (t, found) => screenshotsView(t, found, page));
			},
		},
	];
}

/**
 * Answers, for the asker alone, with something about an item: at once where it is in memory, after a deferral where
 * the marketplace has to be asked. Where there is no item, says why.
 */
export async function answerWithItem(
	interaction: Answerable,
	catalogue: ItemLookup,
	id: number,
	view: (t: Translator, item: Item) => MessageView,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	const known = catalogue.get(id);
	if (known !== undefined) {
		await interaction.reply(ephemeral(view(t, known)));
		return;
	}
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const found = await catalogue.find(id, interaction.user.id);
	await interaction.editReply(found.ok ? view(t, found.value) : itemFailureView(t, found.failure, id));
}
