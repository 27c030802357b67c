import type { AutocompleteChoice, AutocompleteInput } from '../src/discord/command.js';
import type { Asked } from '../src/discord/handler.js';
import type { Translator } from '../src/i18n/translator.js';
import type { Item } from '../src/marketplace/schemas.js';
import { namesStillLoadingView, unknownNameView } from '../src/views/item-lookup-view.js';
import { plainItemName } from '../src/views/item-text.js';
import type { MessageView } from '../src/views/message.js';
import type { ItemLookup } from './item-card.js';

// The option in which a member names an item: by its name or id, with suggestions while typing.

/** Items by name, from memory alone. */
export interface ItemSearch extends ItemLookup {
	snapshot(): { readonly items: readonly Item[]; readonly state: 'loading' | 'ready' | 'empty' | 'stale' };
	/** The items that a person who typed `query` may mean, best first; by name and by id. */
	suggest(query: string, limit: number): readonly Item[];
}

/** Discord's limits for autocomplete. */
const maxChoices = 25;
const maxChoiceName = 100;

/** The id of the item that was typed or picked; undefined where the text is neither an id nor a name. */
export function itemIdOf(catalogue: ItemSearch, typed: string): number | undefined {
	return itemNamed(catalogue, typed)?.id ?? readId(typed);
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

/** Names that a person would call the same. */
export function comparable(name: string): string {
	return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The answer to a text by which no item is found. */
export function unknownName(t: Translator, catalogue: ItemSearch, typed: string): MessageView {
	const { items, state } = catalogue.snapshot();
	if (items.length === 0 && state === 'loading') return namesStillLoadingView(t);
	return unknownNameView(t, catalogue.suggest(typed, 3));
}

/** Items for what has been typed so far. The value of a choice is the item's id. */
export function suggestedItems(
	{ interaction, t }: Asked<AutocompleteInput>,
	catalogue: ItemSearch,
): readonly AutocompleteChoice[] {
	const { value } = interaction.options.getFocused(true);
	return catalogue.suggest(value, maxChoices).map((item) => {
		// Two items may have one name: the id tells them apart.
		const suffix = ` · ${item.id}`;
		const name = plainItemName(t, item, maxChoiceName - suffix.length) + suffix;
		return { name, value: String(item.id) };
	});
}
