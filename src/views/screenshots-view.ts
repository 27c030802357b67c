import {
	type APIButtonComponentWithCustomId,
	type APIMessageTopLevelComponent,
	ComponentType,
} from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { button, row } from './components.js';
import { defineCustomId, wholeNumber } from './custom-id.js';
import { itemName, plainItemName } from './item-text.js';
import { embedUrl } from './links.js';
import { componentsView, type MessageView } from './message.js';

/** Discord's limit for one gallery. */
const pageSize = 10;

/** On an item's card: opens the gallery in a message of its own. Arguments: the item's id, the page from 0. */
export const openScreenshots = defineCustomId('shots', z.tuple([wholeNumber, wholeNumber]));
/** On the gallery: turns it to another page. Arguments: the item's id, the page from 0. */
export const turnScreenshots = defineCustomId('shots-page', z.tuple([wholeNumber, wholeNumber]));

/** The addresses of those screenshots that Discord can show. */
export function shownScreenshots(item: Pick<Item, 'screenshotUrls'>): string[] {
	return item.screenshotUrls.flatMap((url) => embedUrl(url) ?? []);
}

/** A page of an item's screenshots, as a gallery. A page past the end gives the last one. */
export function screenshotsView(t: Translator, item: Item, wantedPage: number): MessageView {
	const urls = shownScreenshots(item);
	if (urls.length === 0)
		return componentsView([{ type: ComponentType.TextDisplay, content: t('item.noScreenshots') }]);
	const lastPage = Math.ceil(urls.length / pageSize) - 1;
	const page = Math.min(wantedPage, lastPage);
	const start = page * pageSize;
	const shown = urls.slice(start, start + pageSize);
	const count = urls.length;
	const range = t('item.screenshotRange', { first: start + 1, last: start + shown.length, count });
	const name = plainItemName(t, item, 200);
	const components: APIMessageTopLevelComponent[] = [
		{
			type: ComponentType.TextDisplay,
			content: `**${itemName(t, item, 256)}**\n${range}`,
		},
		{
			type: ComponentType.MediaGallery,
			items: shown.map((url, index) => ({
				media: { url },
				description: t('item.screenshotAlt', { number: start + index + 1, count, name }),
			})),
		},
	];
	if (lastPage > 0) {
		components.push(row(...turnButtons(t, item.id, page, lastPage)));
	}
	return componentsView(components);
}

function turnButtons(
	t: Translator,
	id: number,
	page: number,
	lastPage: number,
): APIButtonComponentWithCustomId[] {
	const turn = (label: string, target: number, disabled: boolean): APIButtonComponentWithCustomId => ({
		...button(label, turnScreenshots.encode(id, target)),
		disabled,
	});
	// custom_ids must differ within a message. The button past an end is disabled; its page need only be no other's.
	return [
		turn(t('page.previous'), page === 0 ? lastPage + 1 : page - 1, page === 0),
		turn(t('page.next'), page + 1, page === lastPage),
	];
}
