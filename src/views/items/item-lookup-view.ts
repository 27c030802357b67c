import type { Translator } from '../../i18n/translator.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import { type ItemsState, searchFor, showItems } from '../custom-ids/item-list-ids.js';
import { openItem } from '../custom-ids/item-page-ids.js';
import { askForCode } from '../custom-ids/verify-ids.js';
import { button } from '../kit/components.js';
import type { MessageView } from '../kit/message.js';
import { buttons, notice, page, primary, section, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';
import { itemCategory, itemName, lowestPrice } from './item-text.js';
import { browseButton, itemButton } from './item-view.js';

/** Why an item couldn't be shown, without blaming the member for the shop's problems. `from`: the list it was on. */
export function itemFailureView(
	t: Translator,
	failure: MarketplaceFailure,
	id: number,
	from?: ItemsState,
): MessageView {
	const trouble = lookupTrouble(t, failure);
	if (trouble === undefined) return noSuchItemView(t);
	const again = buttons(itemButton(t, id, from, 'button.tryAgain'), browseButton(t));
	return page('attention', text(trouble), again);
}

/** Why the shop couldn't be asked for an item; undefined if it has none by that id. */
export function lookupTrouble(t: Translator, failure: MarketplaceFailure): string | undefined {
	switch (failure.kind) {
		case 'item-not-found':
		case 'no-items':
			return undefined;
		case 'rate-limited':
			return t('item.shopDownUntil', { when: timestamp(failure.retryAt, 'R') });
		case 'bad-key':
			return t('item.keyRefused');
		case 'invalid-code':
		case 'unavailable':
		case 'malformed':
			return t('item.shopDown');
	}
}

/** The answer to a name or an id that no item has, and none that is similar. */
export function noSuchItemView(t: Translator): MessageView {
	return notice(t('item.none'), [], buttons(primary(browseButton(t))));
}

/**
 * The answer to a name that several items may be meant by. What was typed is not repeated: it may have been a purchase
 * code, pasted into the wrong command.
 */
export function didYouMeanView(t: Translator, items: readonly ListedItem[]): MessageView {
	// Two buttons with one custom_id would be refused, should the shop list an item twice.
	const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
	return page(
		'info',
		text(t('item.didYouMean')),
		...distinct.map((item) => itemSection(t, item, openItem.encode(item.id))),
		buttons(browseButton(t)),
	);
}

/** An item in a list: two lines with the button that opens it. */
export function itemSection(t: Translator, item: ListedItem, customId: string) {
	const details = [lowestPrice(t, item), itemCategory({ ...item, subCategory: '' }, 30)].filter(Boolean);
	return section([`**${itemName(t, item, 60)}**`, details.join(' · ')], button(t('button.open'), customId));
}

/** The answer to a name while no names are known yet; `typed` is searched for by the next try. */
export function namesStillLoadingView(t: Translator, typed = ''): MessageView {
	const [order, category, search] = searchFor(typed);
	const again = button(t('button.tryAgain'), showItems.encode(0, order, category, search));
	return page('attention', text(t('items.loading')), buttons(again));
}

/** The answer to a purchase code where a name or words were asked for. It is not repeated. */
export function searchIsCodeView(t: Translator): MessageView {
	const verify = primary(button(t('button.verify'), askForCode.encode()));
	return page('attention', text(t('items.searchIsCode')), buttons(verify, browseButton(t)));
}
