import type { Translator } from '../i18n/translator.js';
import type { MarketplaceFailure } from '../marketplace/result.js';
import type { Item } from '../marketplace/schemas.js';
import { itemName } from './item-text.js';
import { type MessageView, textView } from './message.js';
import { timestamp } from './text.js';

/** Why an item couldn't be shown, without blaming the member for the marketplace's problems. */
export function itemFailureView(t: Translator, failure: MarketplaceFailure, id: number): MessageView {
	switch (failure.kind) {
		case 'item-not-found':
		case 'no-items':
			return textView(t('item.noSuchId', { id }));
		case 'rate-limited':
			return textView(t('item.laterAt', { when: timestamp(failure.retryAt, 'R') }));
		case 'invalid-code':
		case 'bad-key':
		case 'unavailable':
		case 'malformed':
			return textView(t('item.later'));
	}
}

/**
 * The answer to a name that no item has. What was typed is not repeated: it may have been a purchase code, pasted
 * into the wrong command.
 */
export function unknownNameView(
	t: Translator,
	suggestions: readonly Pick<Item, 'id' | 'name'>[],
): MessageView {
	if (suggestions.length === 0) return textView(t('item.noSuchName'));
	const lines = suggestions.map((item) => `• ${itemName(t, item, 100)} (\`${item.id}\`)`);
	return textView([t('item.didYouMean'), ...lines].join('\n'));
}

/** The answer to a name while no names are known yet. */
export function namesStillLoadingView(t: Translator): MessageView {
	return textView(t('item.stillLoading'));
}

/** The answer to a member who may not write where an item is to be posted. */
export function mayNotShareView(t: Translator): MessageView {
	return textView(t('item.mayNotShare'));
}

/** The answer to a member who has posted an item there a moment ago. `at`: milliseconds since the epoch. */
export function sharedAlreadyView(t: Translator, at: number): MessageView {
	return textView(t('item.sharedAlready', { when: timestamp(at, 'R') }));
}

/** What the asker sees above an item that was posted for everyone. */
export function sharedView(t: Translator): MessageView {
	return textView(t('item.shared'));
}
