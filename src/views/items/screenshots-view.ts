import type { Translator } from '../../i18n/translator.js';
import type { Item } from '../../marketplace/schemas.js';
import { fromList, type ItemsState, openItem, openScreenshots } from '../custom-ids/item-ids.js';
import { embedUrl } from '../kit/links.js';
import { listPage, turnButtons } from '../kit/list.js';
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
	const shown = listPage(urls, wantedPage, pageSize);
	const start = shown.at * pageSize;
	const count = urls.length;
	const range = t('item.screenshotRange', { first: start + 1, last: start + shown.entries.length, count });
	const name = plainItemName(t, item, 200);
	return page(
		'info',
		text(`${bold(itemName(t, item, 80))} · ${range}`),
		gallery(
			...shown.entries.map((url, index) => ({
				url,
				alt: t('item.screenshotAlt', { number: start + index + 1, count, item: name }),
			})),
		),
		buttons(
			...turnButtons(t, shown, (at) => openScreenshots.encode(item.id, at, ...fromList(from))),
			button(t('button.back'), openItem.encode(item.id, ...fromList(from))),
		),
	);
}
