import type { APIButtonComponent } from 'discord.js';
import type { ServerLinks } from '../../guilds/server-links.js';
import { isRenewable, type SupportStage, supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { Item, ListedItem } from '../../marketplace/schemas.js';
import type { OwnedItem } from '../../purchases/owned-item.js';
import {
	filterOf,
	fromList,
	type ItemsState,
	openItem,
	openScreenshots,
	pageInId,
	shareItem,
	showAllItems,
	showItems,
} from '../custom-ids/item-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { embedUrl, linkButtons } from '../kit/links.js';
import { listPage, turnButtons } from '../kit/list.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, gallery, page, small, text } from '../kit/page.js';
import { dotted, foreignLine, money, timestamp } from '../kit/text.js';
import {
	itemCategory,
	itemDescription,
	itemHead,
	itemName,
	itemPreview,
	plainItemName,
} from './item-parts.js';

// Short excerpts for a phone: the shop's own page has everything.
const limits = { name: 80, category: 60, version: 20, tags: 44, links: 1024 };

/** An item with its context for one member. */
export interface ItemShown<Known extends ListedItem = Item> {
	readonly item: Known;
	/** The member's purchase of it; undefined if none counts here. */
	readonly own?: OwnedItem | undefined;
	/** The server's page that extends support. */
	readonly renewUrl?: string | undefined;
	/** When the server announces the end of support; undefined for the defaults. */
	readonly support?: ServerLinks['support'];
	readonly from?: ItemsState | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** An item for one member: its description, prices, images and further links. */
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

/** An item while only its listed fields are known. `trouble`: why the shop couldn't be reached. */
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
	demoUrl: undefined,
	screenshotUrls: [],
};

function ownCard(t: Translator, { item, own, renewUrl, support, now }: ItemShown) {
	const stage = own && supportStage(own.supportedUntil, now, support);
	const { linkRow, tooLong } = itemLinks(t, item, stage && isRenewable(stage) ? renewUrl : undefined);
	return [...card(t, item, tooLong, stage && ownLine(t, stage)), linkRow];
}

/** An item for everyone in a channel, with the name of the member who shared it. */
export function sharedItemView(t: Translator, item: Item, sharedBy: string): MessageView {
	const { linkRow, tooLong } = itemLinks(t, item, undefined);
	return page(
		'info',
		...card(t, item, tooLong, small(t('item.sharedBy', { member: `<@${sharedBy}>` }))),
		linkRow,
		buttons(screenshotsButton(t, item, undefined)),
	);
}

/** An item while it is announced, from its listed fields: the shop may be down. */
export function announcedCard(t: Translator, item: ListedItem) {
	return card(t, { ...nothingMore, ...item }, [], undefined);
}

function card(t: Translator, item: Item, longLinks: readonly string[], last: string | undefined) {
	const tags = foreignLine(dotted(...item.options, ...item.tags), limits.tags);
	return [
		itemHead(t, [`## ${itemName(t, item, limits.name)}`], item, item),
		text(prices(t, item), facts(item)),
		itemPreview(t, item, item),
		text(itemDescription(item), tags && small(tags), linesThatFit(longLinks, limits.links), last),
	];
}

function prices(t: Translator, { price: { regular, extended }, currency }: Item): string {
	const amount = (value: number): string => money(value, currency, t.language);
	return dotted(
		regular !== undefined && t('item.regular', { price: amount(regular) }),
		extended !== undefined && t('item.extended', { price: amount(extended) }),
	);
}

function facts(item: Item): string {
	return dotted(
		itemCategory(item, limits.category),
		foreignLine(item.version ?? '', limits.version),
		item.publishedAt !== undefined && timestamp(item.publishedAt, 'R'),
	);
}

/** @param renewUrl only for buyers whose support can be renewed */
function itemLinks(t: Translator, item: Item, renewUrl: string | undefined) {
	const { buttons: shown, tooLong } = linkButtons([
		{ label: t('item.openDemo'), url: item.demoUrl },
		{ label: t('item.listen'), url: item.previewAudioUrl },
		{ label: t('setup.links.renew'), url: renewUrl },
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

function ownLine(t: Translator, stage: SupportStage): string {
	if (stage.kind === 'none' || stage.kind === 'unknown') return t('item.own');
	const date = timestamp(stage.end, 'D');
	const when = timestamp(stage.end, 'R');
	switch (stage.kind) {
		case 'lasts':
			return t('item.ownSupported', { date });
		case 'soon':
			return t('item.ownSoon', { date, when });
		case 'grace':
			return t('item.ownGrace', { when, date: timestamp(stage.roleUntil, 'D') });
		case 'ended':
			return t('item.ownEnded', { when });
	}
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

/** Back to the list or the member's purchase it was opened from; else to all items. */
function backButton(t: Translator, { from, own }: Pick<ItemShown, 'from' | 'own'>): APIButtonComponent {
	if (from !== undefined) {
		return button(t('button.back'), showItems.encode(pageInId(from), ...filterOf(from)));
	}
	if (own !== undefined) return button(t('button.showMyPurchases'), openPurchases.encode());
	return browseButton(t);
}

export function browseButton(t: Translator): APIButtonComponent {
	return button(t('item.browse'), showAllItems.encode());
}

export function itemButton(
	t: Translator,
	id: number,
	from: ItemsState | undefined,
	label: 'button.back' | 'button.showItem' | 'button.tryAgain' = 'button.back',
): APIButtonComponent {
	return button(t(label), openItem.encode(id, ...fromList(from)));
}

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

// Answers to a member who shows an item to everyone. `back`: the button to the item, or undefined.

type Back = APIButtonComponent | undefined;

export function sharedView(t: Translator, channelId: string | null, back: Back): MessageView {
	const channel = channelId === null ? '' : `<#${channelId}>`;
	return page('done', text(t('item.shared', { channel })), buttons(back));
}

/** The member may not post there. */
export function mayNotShareView(t: Translator, back: Back): MessageView {
	return page('refused', text(t('item.mayNotShare')), buttons(back));
}

/** The server restricts sharing to staff. */
export function staffShareView(t: Translator, back: Back): MessageView {
	return page('refused', text(t('item.staffShare')), buttons(back));
}

/** The member has shared an item there a moment ago. `at`: milliseconds since the epoch. */
export function sharedAlreadyView(t: Translator, at: number, back: Back): MessageView {
	return page('attention', text(t('item.sharedAlready', { when: timestamp(at, 'R') })), buttons(back));
}
