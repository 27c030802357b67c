import type { Clock } from '../../src/base/clock.js';
import {
	type Answer,
	type Asked,
	onComponent,
	outdated,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { Catalog } from '../../src/marketplace/catalog.js';
import type { ListedItem } from '../../src/marketplace/schemas.js';
import type { OwnedItems } from '../../src/purchases/owned-item.js';
import { wholeNumber } from '../../src/views/custom-ids/custom-id.js';
import {
	type ItemsState,
	listIn,
	openItem,
	openScreenshots,
	pickItem,
} from '../../src/views/custom-ids/item-ids.js';
import { itemFailureView, lookupTrouble } from '../../src/views/items/item-lookup-view.js';
import {
	type ItemShown,
	itemView,
	listedItemView,
	screenshotsView,
	shownScreenshots,
} from '../../src/views/items/item-view.js';
import type { MessageView } from '../../src/views/kit/message.js';

export interface ItemServices {
	readonly catalogue: Pick<Catalog, 'get' | 'find'>;
	readonly links: Pick<LinksOfServers, 'of'>;
	readonly ownedItems: Pick<OwnedItems, 'of'>;
	readonly clock: Pick<Clock, 'now'>;
}

/** The buttons and the select that open an item or its screenshots. */
export const itemComponents = [
	onComponent('button', openItem, 'everyone', (asked, services: ItemServices) => {
		const [id, ...from] = asked.args;
		return showPage(itemPage(asked, services, id, { from: listIn(from) }));
	}),
	onComponent('select', pickItem, 'everyone', (asked, services: ItemServices) => {
		const id = wholeNumber.safeParse(asked.values[0]).data;
		const from = listIn(asked.args);
		return id === undefined ? outdated : showPage(itemPage(asked, services, id, { from }));
	}),
	onComponent('button', openScreenshots, 'everyone', (asked, services: ItemServices) => {
		const [id, page, ...from] = asked.args;
		return screenshots(asked, services, id, page, listIn(from));
	}),
];

/** The page that an item was opened from, and a note to show above it. */
interface OpenedItem {
	readonly from?: ItemsState | undefined;
	readonly note?: string | undefined;
}

/** Answers a command with an item that only the member sees. */
export function itemAnswer(asked: Asked, services: ItemServices, id: number): Answer {
	return privately(itemPage(asked, services, id));
}

/** Finds an item with everything on its page. If the shop can't be reached, shows the listed fields and the reason. */
export function itemPage(
	asked: Asked,
	services: ItemServices,
	id: number,
	{ from, note }: OpenedItem = {},
): Work {
	const { t } = asked;
	return async (): Promise<MessageView> => {
		const { catalogue } = services;
		const found = await catalogue.find(id, asked.userId);
		if (found.ok) return itemView(t, { ...(await pageOf(asked, services, found.value)), from }, note);
		const listed = catalogue.get(id);
		const trouble = lookupTrouble(t, found.failure);
		if (listed === undefined || trouble === undefined) return itemFailureView(t, found.failure, id, from);
		return listedItemView(t, { ...(await pageOf(asked, services, listed)), from }, trouble);
	};
}

async function pageOf<Known extends ListedItem>(
	{ guildId, userId }: Pick<Asked, 'guildId' | 'userId'>,
	{ links, ownedItems, clock }: ItemServices,
	item: Known,
): Promise<ItemShown<Known>> {
	const [own, read] = await Promise.all([ownedItems.of(userId, item.id), links.of(guildId)]);
	return { item, own, renewUrl: read.renewUrl, support: read.support, now: clock.now() };
}

/** A page of screenshots, or the item if its author has removed them. */
function screenshots(
	asked: Asked,
	services: ItemServices,
	id: number,
	page: number,
	from: ItemsState | undefined,
): Answer {
	const { t } = asked;
	return showPage(async (show) => {
		const found = await services.catalogue.find(id, asked.userId);
		if (!found.ok) return itemFailureView(t, found.failure, id, from);
		if (shownScreenshots(found.value).length > 0) return screenshotsView(t, found.value, page, from);
		return await itemPage(asked, services, id, { from, note: t('refusal.wasOutdated') })(show);
	});
}
