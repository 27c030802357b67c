import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { itemView } from '../src/views/item-view.js';
import { ephemeral } from '../src/views/message.js';
import { answerWithItem } from './item-card.js';
import { type ItemSearch, itemIdOf, suggestItems, unknownName } from './item-option.js';
import { postItem, type SharePauses } from './item-share.js';

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
export function itemCommand(catalogue: ItemSearch, pauses: SharePauses): Command {
	return {
		data,
		async run(interaction) {
			const typed = interaction.options.getString('id', true).trim();
			const id = itemIdOf(catalogue, typed);
			if (id === undefined) {
				await interaction.reply(ephemeral(unknownName(translatorFor(interaction.locale), catalogue, typed)));
				return;
			}
			if (interaction.options.getBoolean('share') === true)
				await postItem(interaction, { catalogue, pauses }, id);
			else await answerWithItem(interaction, catalogue, id, itemView);
		},
		autocomplete: (interaction) => suggestItems(interaction, catalogue),
	};
}
