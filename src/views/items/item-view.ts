import type { APIButtonComponent } from 'discord.js';
import type { ItemLinks } from '../../guilds/link-settings.js';
import type { Translator } from '../../i18n/translator.js';
import type { Item, ListedItem } from '../../marketplace/schemas.js';
import type { OwnedItem } from '../../purchases/owned-item.js';
import { type ItemsState, showAllItems, showItems } from '../custom-ids/item-list-ids.js';
import { fromList, openItem, openScreenshots, shareItem } from '../custom-ids/item-page-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { button } from '../kit/components.js';
import { linkButtons } from '../kit/links.js';
import type { MessageView } from '../kit/message.js';
import { buttons, gallery, head, page, small, text } from '../kit/page.js';
import { foreignLine, money, timestamp } from '../kit/text.js';
import { itemCategory, itemDescription, itemName, plainItemName } from './item-text.js';
import { shownScreenshots } from './screenshots-view.js';

// Little of each, for a phone: all of it is on the item's own page of the shop.
const limits = { name: 80, altName: 200, category: 60, version: 20, tags: 80, links: 1024 };

/** An item for somebody. */
export interface ItemShown<Known extends ListedItem = Item> {
	readonly item: Known;
	/** What the asker has of it; undefined: nothing that counts here. */
	readonly own?: OwnedItem | undefined;
	/** What the server links it to. */
	readonly links?: ItemLinks | undefined;
	/** The list that it was opened from. */
	readonly from?: ItemsState | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** An item for the asker: what it is, what it costs, its pictures, and where they go on from there. */
export function itemView(t: Translator, shown: ItemShown, note?: string): MessageView {
	const { item, from } = shown;
	return page(
		'info',
		text(note),
		...ownCard(t, shown),
		buttons(
			screenshotsButton(t, item, from),
			button(t('item.shareHere'), shareItem.encode(item.id, ...fromList(from))),
			backButton(t, shown),
		),
	);
}

/** An item for the asker while only its listed fields are known. `trouble`: why the shop couldn't be asked. */
export function listedItemView(t: Translator, shown: ItemShown<ListedItem>, trouble: string): MessageView {
	const { item, from } = shown;
	return page(
		'attention',
		text(trouble),
		...ownCard(t, { ...shown, item: { ...nothingMore, ...item } }),
		buttons(itemButton(t, item.id, from, 'button.tryAgain'), backButton(t, shown)),
	);
}

/** The fields of an item that are not listed. */
const nothingMore = {
	description: '',
	subCategory: '',
	options: [],
	version: undefined,
	demoUrl: undefined,
	tags: [],
	screenshotUrls: [],
};

function ownCard(t: Translator, { item, own, links, now }: ItemShown) {
	const { linkRow, tooLong } = itemLinks(t, item, links, own !== undefined);
	return [...card(t, item, tooLong, own && ownLine(t, own, now)), linkRow];
}

/** An item for everyone in a channel, with who showed it to them. */
export function sharedItemView(
	t: Translator,
	{ item, links }: Pick<ItemShown, 'item' | 'links'>,
	sharedBy: string,
): MessageView {
	const { linkRow, tooLong } = itemLinks(t, item, links, false);
	return page(
		'info',
		...card(t, item, tooLong, small(t('item.sharedBy', { member: `<@${sharedBy}>` }))),
		linkRow,
		buttons(screenshotsButton(t, item, undefined)),
	);
}

function card(t: Translator, item: Item, longLinks: readonly string[], last: string | undefined) {
	const name = plainItemName(t, item, limits.altName);
	const small3 = [item.options.join(' · '), item.tags.join(' · ')].filter((part) => part !== '').join(' · ');
	const tags = foreignLine(small3, limits.tags);
	const previews = gallery(
		{ url: item.previewImageUrl, alt: t('item.previewImageAlt', { item: name }) },
		{ url: item.previewVideoUrl, alt: t('item.previewVideoAlt', { item: name }) },
	);
	// One picture of the item is enough.
	const logoUrl = previews === undefined ? item.thumbnailUrl : undefined;
	return [
		head([`## ${itemName(t, item, limits.name)}`], logoUrl, t('item.logoAlt', { item: name })),
		text(prices(t, item), facts(item)),
		previews,
		text(itemDescription(item), tags && small(tags), linesThatFit(longLinks, limits.links), last),
	];
}

function prices(t: Translator, { price: { regular, extended }, currency }: Item): string {
	const amount = (value: number): string => money(value, currency, t.language);
	return [
		regular === undefined ? '' : t('item.regular', { price: amount(regular) }),
		extended === undefined ? '' : t('item.extended', { price: amount(extended) }),
	]
		.filter((line) => line !== '')
		.join(' · ');
}

function facts(item: Item): string {
	return [
		itemCategory(item, limits.category),
		foreignLine(item.version ?? '', limits.version),
		item.publishedAt === undefined ? '' : timestamp(item.publishedAt, 'R'),
	]
		.filter((fact) => fact !== '')
		.join(' · ');
}

/** What is for buyers alone is shown to them alone. */
function itemLinks(t: Translator, item: Item, links: ItemLinks | undefined, isBuyer: boolean) {
	const { buttons: shown, tooLong } = linkButtons([
		{ label: t('item.openDemo'), url: item.demoUrl },
		{ label: t('button.readDocs'), url: links?.docs },
		{ label: t('item.watchVideo'), url: item.previewVideoUrl },
		{ label: t('item.listen'), url: item.previewAudioUrl },
		{ label: t('button.changelog'), url: links?.changelog },
		{ label: t('button.download'), url: isBuyer ? links?.download : undefined },
	]);
	return { linkRow: buttons(...shown), tooLong };
}

/** A link can't be cut: one that doesn't fit any more is left out. */
function linesThatFit(lines: readonly string[], limit: number): string {
	return lines.reduce((kept, line) => {
		const longer = kept === '' ? line : `${kept}\n${line}`;
		return longer.length <= limit ? longer : kept;
	}, '');
}

function ownLine(t: Translator, { supportedUntil }: OwnedItem, now: number): string {
	if (supportedUntil === undefined) return t('item.own');
	if (supportedUntil > now) return t('item.ownSupported', { date: timestamp(supportedUntil, 'D') });
	return t('item.ownEnded', { when: timestamp(supportedUntil, 'R') });
}

function screenshotsButton(
	t: Translator,
	item: Item,
	from: ItemsState | undefined,
): APIButtonComponent | undefined {
	const count = shownScreenshots(item).length;
	if (count === 0) return undefined;
	return button(t('item.screenshots', { count }), openScreenshots.encode(item.id, 0, ...fromList(from)));
}

/** To where one came from; else to what one has, or to all that there is. */
function backButton(t: Translator, { from, own }: Pick<ItemShown, 'from' | 'own'>): APIButtonComponent {
	if (from !== undefined) return listButton(t, from);
	if (own !== undefined) return button(t('button.showMyPurchases'), openPurchases.encode());
	return browseButton(t);
}

/** The way back to a list. */
function listButton(t: Translator, list: ItemsState): APIButtonComponent {
	const [listPage = 0, ...filter] = fromList(list);
	return filter.length === 3
		? button(t('button.back'), showItems.encode(listPage, ...filter))
		: browseButton(t);
}

/** The way to all items. */
export function browseButton(t: Translator): APIButtonComponent {
	return button(t('item.browse'), showAllItems.encode());
}

/** The way back to an item. */
export function itemButton(
	t: Translator,
	id: number,
	from: ItemsState | undefined,
	label: 'button.back' | 'button.showItem' | 'button.tryAgain' = 'button.back',
): APIButtonComponent {
	return button(t(label), openItem.encode(id, ...fromList(from)));
}
