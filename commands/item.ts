import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { ChatInput, Command } from '../src/discord/command.js';
import { itemFailureView, sharedView } from '../src/views/item-lookup-view.js';
import { itemView } from '../src/views/item-view.js';
import { ephemeral, type MessageView, type ReplyView } from '../src/views/message.js';
import { answerWithItem, type ItemLookup } from './item-card.js';
import { type ItemSearch, itemIdOf, suggestItems, unknownName } from './item-option.js';

export const data = {
	type: ApplicationCommandType.ChatInput,
	name: 'item',
	description: 'Look at one item: price, pictures, demo',
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [
		{
			type: ApplicationCommandOptionType.String,
			name: 'id',
			description: 'Start typing the name and pick it from the list, or give the id',
			required: true,
			autocomplete: true,
			max_length: 200,
		},
		{
			type: ApplicationCommandOptionType.Boolean,
			name: 'share',
			description: 'Show it to everyone in this channel (otherwise only you see it)',
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
				await interaction.reply(ephemeral(unknownName(catalogue, typed)));
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
	const known = catalogue.get(id);
	if (known !== undefined) {
		await interaction.reply(forEveryone(itemView(known)));
		return;
	}
	// Deferred for the asker alone, so that "no such item" is nobody else's business; what is found is posted after it.
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const found = await catalogue.find(id);
	await interaction.editReply(found.ok ? sharedView() : itemFailureView(found.failure, id));
	if (found.ok) await interaction.followUp(forEveryone(itemView(found.value)));
}

function forEveryone({ flags: _, ...view }: MessageView): ReplyView {
	return view;
}
