import { ApplicationCommandOptionType } from 'discord.js';
import { reply } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
import { type ItemsState, typedSearch, wholeList } from '../../src/views/custom-ids/item-ids.js';
import { searchIsCodeView } from '../../src/views/items/item-lookup-view.js';
import { type ItemsShown, itemsView } from '../../src/views/items/items-view.js';

/** The items in memory. The commands here never wait for the marketplace to show a page. */
export type BrowsedItems = Pick<Catalog, 'snapshot' | 'browse'>;

/** `/items [page] [search]`: the catalogue in pages, visible only to the member. */
export const items = slashCommand('items', {
	access: 'everyone',
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
	answer({ interaction, t }, { catalogue }: { readonly catalogue: BrowsedItems }) {
		const search = typedSearch(interaction.options.getString('search') ?? '');
		if (search.kind === 'code') return reply(searchIsCodeView(t));
		const page = (interaction.options.getInteger('page') ?? 1) - 1;
		const state = { ...wholeList, page, search: search.text };
		return reply(itemsView(t, { ...lookUp(catalogue, state), isSearchCut: search.isCut }, state));
	},
});

/** Filters and pages the list for this state. */
export function lookUp(catalogue: BrowsedItems, state: ItemsState): ItemsShown {
	const { state: now, loadedAt } = catalogue.snapshot();
	const found = catalogue.browse(state);
	return { found, state: now, ...(loadedAt !== undefined && { loadedAt }) };
}
