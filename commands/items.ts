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
import type { ItemsFound, ItemsWanted } from '../src/marketplace/item-browser.js';
import { type ItemsState, typedSearch, wholeList } from '../src/views/items-ids.js';
import { searchIsCodeView } from '../src/views/items-modals.js';
import { type ItemsShown, type ItemsSnapshot, itemsView } from '../src/views/items-view.js';
import { ephemeral } from '../src/views/message.js';

/** The items in memory. The commands here never wait for the marketplace to show a page. */
export interface ItemList {
	snapshot(): Pick<ItemsSnapshot, 'state'>;
	browse(wanted: ItemsWanted): ItemsFound;
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
		{
			type: ApplicationCommandOptionType.String,
			...commandText('items.search'),
			max_length: 200,
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/items [page] [search]`: the catalogue in pages, for the asker alone. */
export function itemsCommand(catalogue: ItemList): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			const search = typedSearch(interaction.options.getString('search') ?? '');
			if (search.kind === 'code') {
				await interaction.reply(ephemeral(searchIsCodeView(t)));
				return;
			}
			const page = (interaction.options.getInteger('page') ?? 1) - 1;
			const state = { ...wholeList, page, search: search.text };
			const shown = { ...lookUp(catalogue, state), isSearchCut: search.isCut };
			await interaction.reply(ephemeral(itemsView(t, shown, state)));
		},
	};
}

/** What a list in this state shows. */
export function lookUp(catalogue: ItemList, state: ItemsState): ItemsShown {
	return { found: catalogue.browse(state), state: catalogue.snapshot().state };
}
