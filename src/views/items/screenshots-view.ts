import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { Item } from '../../marketplace/schemas.js';
import type { ItemsState } from '../custom-ids/item-list-ids.js';
import { fromList, openItem, openScreenshots } from '../custom-ids/item-page-ids.js';
import { embedUrl } from '../kit/links.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, gallery, page, text } from '../kit/page.js';
import { itemName, plainItemName } from './item-text.js';

/** Discord's limit for one gallery. */
const pageSize = 10;

/** The URLs of the screenshots that Discord can show. */
export function shownScreenshots(item: Pick<Item, 'screenshotUrls'>): string[] {
	return item.screenshotUrls.flatMap((url) => embedUrl(url) ?? []);
}

/**
 * A page of an item's screenshots, for an item that has some. A page past the end yields the last one.
 * @param from the list that the item was opened from
 */
export function screenshotsView(
	t: Translator,
	item: Item,
	wantedPage: number,
	from?: ItemsState,
): MessageView {
	const urls = shownScreenshots(item);
	const lastPage = Math.max(0, Math.ceil(urls.length / pageSize) - 1);
	const shown = Math.min(wantedPage, lastPage);
	const start = shown * pageSize;
	const count = urls.length;
	const onPage = urls.slice(start, start + pageSize);
	const range = t('item.screenshotRange', { first: start + 1, last: start + onPage.length, count });
	const name = plainItemName(t, item, 200);
	return page(
		'info',
		text(`${bold(itemName(t, item, 80))} · ${range}`),
		gallery(
			...onPage.map((url, index) => ({
				url,
				alt: t('item.screenshotAlt', { number: start + index + 1, count, item: name }),
			})),
		),
		buttons(
			...(lastPage > 0 ? turnButtons(t, item.id, shown, lastPage, from) : []),
			button(t('button.back'), openItem.encode(item.id, ...fromList(from))),
		),
	);
}

function turnButtons(
	t: Translator,
	id: number,
	shown: number,
	lastPage: number,
	from: ItemsState | undefined,
): APIButtonComponentWithCustomId[] {
	const turn = (label: string, target: number, disabled: boolean): APIButtonComponentWithCustomId => ({
		...button(label, openScreenshots.encode(id, target, ...fromList(from))),
		disabled,
	});
	// custom_ids must be unique within a message. The button past an end is disabled; its page only has to differ.
	return [
		turn(t('page.previous'), shown === 0 ? lastPage + 1 : shown - 1, shown === 0),
		turn(t('page.next'), shown + 1, shown === lastPage),
	];
}
