import type { MarketplaceFailure } from '../marketplace/result.js';
import type { Item } from '../marketplace/schemas.js';
import { itemName } from './item-text.js';
import { type MessageView, textView } from './message.js';
import { timestamp } from './text.js';

const text = {
	noSuchId: (id: number) => `There is no item with the id ${id}.`,
	noSuchName: 'I found no item with that name. Start typing and pick one from the list, or use its id.',
	didYouMean: 'I found no item with exactly that name. Did you mean one of these?',
	suggestion: (name: string, id: number) => `• ${name} (\`${id}\`)`,
	stillLoading:
		'The items have not been loaded yet. Please try again in a moment, or use the id of the item.',
	later: "Items can't be looked up right now. Please try again in a few minutes.",
	laterAt: (moment: string) => `Items can't be looked up right now. Please try again ${moment}.`,
	shared: 'Done, the item is posted below for everyone here.',
};

/** Why an item could not be shown, without blaming the asker for the marketplace's trouble. */
export function itemFailureView(failure: MarketplaceFailure, id: number): MessageView {
	switch (failure.kind) {
		case 'item-not-found':
		case 'no-items':
			return textView(text.noSuchId(id));
		case 'rate-limited':
			return textView(text.laterAt(timestamp(failure.retryAt, 'R')));
		case 'invalid-code':
		case 'bad-key':
		case 'unavailable':
		case 'malformed':
			return textView(text.later);
	}
}

/**
 * The answer to a name that no item has. What was typed is not repeated: it may have been a purchase code, pasted
 * into the wrong command.
 */
export function unknownNameView(suggestions: readonly Pick<Item, 'id' | 'name'>[]): MessageView {
	if (suggestions.length === 0) return textView(text.noSuchName);
	const lines = suggestions.map((item) => text.suggestion(itemName(item, 100), item.id));
	return textView([text.didYouMean, ...lines].join('\n'));
}

/** The answer to a name while no names are known yet. */
export function namesStillLoadingView(): MessageView {
	return textView(text.stillLoading);
}

/** What the asker sees above an item that was posted for everyone. */
export function sharedView(): MessageView {
	return textView(text.shared);
}
