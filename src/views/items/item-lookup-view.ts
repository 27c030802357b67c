import type { APIComponentInContainer } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import {
	fromList,
	type ItemsState,
	openItem,
	pickItem,
	searchFor,
	showItems,
} from '../custom-ids/item-ids.js';
import { askForCode } from '../custom-ids/purchase-ids.js';
import { type ListPage, listPage, listSelect } from '../kit/list.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, listRow, notice, page, primary, text } from '../kit/page.js';
import { cut, dotted, escapeText, oneLine, timestamp } from '../kit/text.js';
import { itemName, itemThumbnail, lowestPrice, plainItemName } from './item-parts.js';
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

/** Why the item couldn't be fetched; undefined if the shop has none with that id. */
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
		case 'blocked':
		case 'refused':
		case 'malformed':
			return t('item.shopDown');
	}
}

/** The answer to a name or id without any similar item. */
export function noSuchItemView(t: Translator): MessageView {
	return notice(t('moderation.hindrance.unknown-item'), [], buttons(primary(browseButton(t))));
}

/**
 * The answer to a name that several items match. The input is not repeated: it may be a purchase code pasted into the
 * wrong command.
 */
export function didYouMeanView(t: Translator, items: readonly ListedItem[]): MessageView {
	return page(
		'info',
		text(t('item.didYouMean')),
		itemEntries(t, listPage(items, 0)),
		buttons(browseButton(t)),
	);
}

/** List entries of items, with price and category. `list`: the list that they are a page of. */
export function itemEntries(
	t: Translator,
	{ entries, hasRows }: ListPage<ListedItem>,
	list?: ItemsState,
): readonly APIComponentInContainer[] {
	// In a list of one category it is redundant.
	const hasCategory = list === undefined || typeof list.category !== 'object';
	const details = (item: ListedItem): string =>
		dotted(lowestPrice(t, item), hasCategory && cut(oneLine(item.category), 60));
	if (!hasRows) {
		const options = entries.map((item) => ({
			label: plainItemName(t, item, 100),
			description: details(item),
			value: String(item.id),
		}));
		return [listSelect(pickItem.encode(...fromList(list)), options, t('items.choose'))];
	}
	// Discord would reject two buttons with one custom_id, should the shop list an item twice.
	const distinct = [...new Map(entries.map((item) => [item.id, item])).values()];
	return distinct.flatMap((item) => {
		const open = button(t('button.open'), openItem.encode(item.id, ...fromList(list)));
		const name = bold(itemName(t, item, 60));
		return listRow(name, escapeText(details(item)), itemThumbnail(t, item, item), open);
	});
}

/** The answer to a name while no names are loaded yet; the next try searches for `typed`. */
export function namesStillLoadingView(t: Translator, typed = ''): MessageView {
	const [order, category, search] = searchFor(typed);
	const again = button(t('button.tryAgain'), showItems.encode(0, order, category, search));
	return page('attention', text(t('items.loading')), buttons(again));
}

/** The answer to a purchase code in place of a name or words. It is not repeated. */
export function searchIsCodeView(t: Translator): MessageView {
	const verify = primary(button(t('button.verify'), askForCode.encode()));
	return page('attention', text(t('items.searchIsCode')), buttons(verify, browseButton(t)));
}
