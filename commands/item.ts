import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { ChatInput, Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { itemFailureView, sharedView } from '../src/views/item-lookup-view.js';
import { itemView } from '../src/views/item-view.js';
import { ephemeral, type MessageView, type ReplyView } from '../src/views/message.js';
import { answerWithItem, type ItemLookup } from './item-card.js';
import { type ItemSearch, itemIdOf, suggestItems, unknownName } from './item-option.js';

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('item'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('item.id'),
			required: true,
			autocomplete: true,
			max_length: 200,
		},
		{
			type: ApplicationCommandOptionType.Boolean,
			...commandText('item.share'),
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/item id [share]`: one item as a card, for the asker or, shared, for the channel. */
export function itemCommand(catalogue: ItemSearch): Command {
	return {
		data,
		async run(interaction) {
			const typed = interaction.options.getString('id', true).trim();
			const id = itemIdOf(catalogue, typed);
			if (id === undefined) {
				await interaction.reply(ephemeral(unknownName(translatorFor(interaction.locale), catalogue, typed)));
				return;
			}
			await showItem(interaction, catalogue, id);
		},
		autocomplete: (interaction) => suggestItems(interaction, catalogue),
	};
}

async function showItem(interaction: ChatInput, catalogue: ItemLookup, id: number): Promise<void> {
	if (interaction.options.getBoolean('share') !== true) {
		await answerWithItem(interaction, catalogue, id, itemView);
		return;
	}
	// What everyone sees is in the server's language, what the asker alone sees in their own.
	const everyones = translatorFor(interaction.guildLocale);
	const t = translatorFor(interaction.locale);
	const known = catalogue.get(id);
	if (known !== undefined) {
		await interaction.reply(forEveryone(itemView(everyones, known)));
		return;
	}
	// Deferred for the asker alone, so that "no such item" is nobody else's business; what is found is posted after it.
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const found = await catalogue.find(id);
	await interaction.editReply(found.ok ? sharedView(t) : itemFailureView(t, found.failure, id));
	if (found.ok) await interaction.followUp(forEveryone(itemView(everyones, found.value)));
}

function forEveryone({ flags: _, ...view }: MessageView): ReplyView {
	return view;
}
