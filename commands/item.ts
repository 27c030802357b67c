import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { AutocompleteInput, ChatInput, Command } from '../src/discord/command.js';
import type { Item } from '../src/marketplace/schemas.js';
import {
	itemFailureView,
	namesStillLoadingView,
	sharedView,
	unknownNameView,
} from '../src/views/item-lookup-view.js';
import { plainItemName } from '../src/views/item-text.js';
import { itemView } from '../src/views/item-view.js';
import { ephemeral, type MessageView, type ReplyView } from '../src/views/message.js';
import { answerWithItem, type ItemLookup } from './item-card.js';

/** Items by name, from memory alone. */
export interface ItemSearch extends ItemLookup {
	snapshot(): { readonly items: readonly Item[]; readonly state: 'loading' | 'ready' | 'empty' | 'stale' };
	/** The items that a person who typed `query` may mean, best first; by name and by id. */
	suggest(query: string, limit: number): readonly Item[];
}

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

/** Discord's limits for autocomplete. */
const MAX_CHOICES = 25;
const MAX_CHOICE_NAME = 100;

/** `/item id [share]`: one item as a card, for the asker or, shared, for the channel. */
export function itemCommand(catalogue: ItemSearch): Command {
	return {
		data,
		async run(interaction) {
			const typed = interaction.options.getString('id', true).trim();
			const named = itemNamed(catalogue, typed);
			const id = named?.id ?? readId(typed);
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

/** A choice from the list is an id. An item that is called "2048" is also found by its name. */
function itemNamed(catalogue: ItemSearch, typed: string): Item | undefined {
	const id = readId(typed);
	const wanted = comparable(typed);
	return (
		(id === undefined ? undefined : catalogue.get(id)) ??
		catalogue.snapshot().items.find((item) => comparable(item.name) === wanted)
	);
}

function readId(typed: string): number | undefined {
	const digits = /^#?(\d{1,15})$/.exec(typed)?.[1];
	return digits === undefined ? undefined : Number(digits);
}

function comparable(name: string): string {
	return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function unknownName(catalogue: ItemSearch, typed: string): MessageView {
	const { items, state } = catalogue.snapshot();
	if (items.length === 0 && state === 'loading') return namesStillLoadingView();
	return unknownNameView(catalogue.suggest(typed, 3));
}

async function suggestItems(interaction: AutocompleteInput, catalogue: ItemSearch): Promise<void> {
	const { value } = interaction.options.getFocused(true);
	const choices = catalogue.suggest(value, MAX_CHOICES);
	await interaction.respond(
		choices.map((item) => {
			// Two items may have one name: the id tells them apart.
			const suffix = ` · ${item.id}`;
			const name = plainItemName(item, MAX_CHOICE_NAME - suffix.length) + suffix;
			return { name, value: String(item.id) };
		}),
	);
}
