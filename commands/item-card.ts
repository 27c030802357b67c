import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, onComponent, reply, replyLater, update } from '../src/discord/handler.js';
import type { Translator } from '../src/i18n/translator.js';
import type { MarketplaceResult } from '../src/marketplace/result.js';
import type { Item } from '../src/marketplace/schemas.js';
import { openItem } from '../src/views/item-ids.js';
import { itemFailureView } from '../src/views/item-lookup-view.js';
import { itemView } from '../src/views/item-view.js';
import type { MessageView } from '../src/views/message.js';
import { openPreview, previewView } from '../src/views/preview-view.js';
import { openScreenshots, screenshotsView, turnScreenshots } from '../src/views/screenshots-view.js';

/** Items by id: from memory, and from the marketplace where memory has none. */
export interface ItemLookup {
	get(id: number): Item | undefined;
	/** `userId`: who asks, since look-ups are limited for each member. */
	find(id: number, userId: string): Promise<MarketplaceResult<Item>>;
}

interface Services {
	readonly catalogue: ItemLookup;
}

/** The buttons of a card that open its preview and its screenshots, and the two that turn the screenshots' pages. */
export const galleryComponents = [
	onComponent('button', openItem, 'everyone', (asked, { catalogue }: Services) =>
		itemAnswer(asked, catalogue, asked.args[0], itemView),
	),
	onComponent('button', openPreview, 'everyone', (asked, { catalogue }: Services) =>
		itemAnswer(asked, catalogue, asked.args[0], previewView),
	),
	onComponent('button', openScreenshots, 'everyone', (asked, { catalogue }: Services) => {
		const [id, page] = asked.args;
		return itemAnswer(asked, catalogue, id, (t, item) => screenshotsView(t, item, page));
	}),
	onComponent('button', turnScreenshots, 'everyone', (asked, { catalogue }: Services) => {
		const [id, page] = asked.args;
		const item = catalogue.get(id);
		if (item !== undefined) return update(screenshotsView(asked.t, item, page));
		// Shortly after a restart the item may not be in memory yet: then the page comes in a new message, since a gallery
		// can't be turned into the text that a failure needs.
		return itemAnswer(asked, catalogue, id, (t, found) => screenshotsView(t, found, page));
	}),
];

/**
 * Answers, for the asker alone, with something about an item: at once where it is in memory, after a deferral where
 * the marketplace has to be asked. Where there is no item, says why.
 */
export function itemAnswer(
	{ interaction, t }: Asked<Answerable>,
	catalogue: ItemLookup,
	id: number,
	view: (t: Translator, item: Item) => MessageView,
): Answer {
	const known = catalogue.get(id);
	if (known !== undefined) return reply(view(t, known));
	return replyLater(async () => {
		const found = await catalogue.find(id, interaction.user.id);
		return found.ok ? view(t, found.value) : itemFailureView(t, found.failure, id);
	});
}
