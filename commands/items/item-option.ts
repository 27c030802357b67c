import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { Choice } from '../../src/discord/interactions/responses.js';
import type { AskedTyping } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
import type { ListedItem } from '../../src/marketplace/schemas.js';
import {
	didYouMeanView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../src/views/items/item-lookup-view.js';
import { plainItemName } from '../../src/views/items/item-parts.js';
import type { MessageView } from '../../src/views/kit/message.js';

// The option that names an item, by name or id, with autocomplete.

/** Searches memory and finds an item by id. */
export type ItemSearch = Pick<Catalog, 'get' | 'find' | 'snapshot' | 'suggest'>;

/** Discord's limits for autocomplete. */
const maxChoices = 25;
const maxChoiceName = 100;

/** @returns the id of the typed or chosen item, or undefined if the text is neither an id nor a name */
export function itemIdOf(catalogue: ItemSearch, typed: string): number | undefined {
	return itemNamed(catalogue, typed)?.id ?? readId(typed);
}

/** Choices from the list are ids. An item named "2048" is also found by its name. */
function itemNamed(catalogue: ItemSearch, typed: string): ListedItem | undefined {
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

/** Normalizes a name for comparison. */
export function comparable(name: string): string {
	return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

export function unknownName(t: Translator, catalogue: ItemSearch, typed: string): MessageView {
	if (holdsCode(typed)) return searchIsCodeView(t);
	const { items, state } = catalogue.snapshot();
	return items.length === 0 && state === 'loading' ? namesStillLoadingView(t, typed) : noSuchItemView(t);
}

/** As many as fit on a phone screen. */
const maxSuggested = 5;

/** The id of the item, or an answer if the text is ambiguous. Purchase codes are not searched for. */
export function itemMeant(t: Translator, catalogue: ItemSearch, typed: string): number | MessageView {
	const id = itemIdOf(catalogue, typed);
	if (id !== undefined) return id;
	const [first, ...others] = holdsCode(typed) ? [] : catalogue.suggest(typed, maxSuggested);
	if (first === undefined) return unknownName(t, catalogue, typed);
	return others.length === 0 ? first.id : didYouMeanView(t, [first, ...others]);
}

/** Autocomplete choices for the text typed so far. The value of a choice is the item's id. */
export function suggestedItems(
	{ typing: { value }, t }: AskedTyping,
	catalogue: ItemSearch,
): readonly Choice[] {
	if (holdsCode(value)) return [];
	return catalogue.suggest(value, maxChoices).map((item) => {
		// Two items may share a name: the id distinguishes them.
		const suffix = ` · ${item.id}`;
		const name = plainItemName(t, item, maxChoiceName - suffix.length) + suffix;
		return { name, value: String(item.id) };
	});
}
