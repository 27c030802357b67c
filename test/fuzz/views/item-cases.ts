import type { Translator } from '../../../src/i18n/translator.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import { createItemBrowser, type ItemsWanted, itemOrders } from '../../../src/marketplace/item-browser.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { accountSchema, type Item, itemSchema } from '../../../src/marketplace/schemas.js';
import { type ItemsState, typedSearch, wholeList } from '../../../src/views/custom-ids/item-list-ids.js';
import * as lookUp from '../../../src/views/items/item-lookup-view.js';
import * as share from '../../../src/views/items/item-share-view.js';
import * as item from '../../../src/views/items/item-view.js';
import * as modals from '../../../src/views/items/items-modals.js';
import { itemsView } from '../../../src/views/items/items-view.js';
import { screenshotsView } from '../../../src/views/items/screenshots-view.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import * as account from '../../../src/views/management/account-view.js';
import { anyAddress, anyAmount, anyCount, anyMoment, anyText } from './fill.js';
import { form, message, type ViewCase } from './view-case.js';

// What a shop can make of a catalogue goes through the product's own schema first, as everything that it sends does.

const now = Date.UTC(2026, 5, 1);
const channelId = '400000000000000001';

const many = <T>(length: number, of: (index: number) => T): T[] =>
	Array.from({ length }, (_, index) => of(index));

/** An item as a shop may send it. */
function sentItem(listed: number): Readonly<Record<string, unknown>> {
	return {
		id: anyCount,
		name: anyText,
		description: `${anyText}${anyText}`,
		category: anyText,
		sub_category: anyText,
		options: many(listed, () => anyText),
		version: anyText,
		demo_link: anyAddress,
		tags: many(listed, () => anyText),
		media: {
			thumbnail: anyAddress,
			preview_image: anyAddress,
			preview_video: anyAddress,
			preview_audio: anyAddress,
			screenshots: many(listed * 3, () => anyAddress),
		},
		price: { regular: anyAmount, extended: anyAmount },
		currency: anyText,
		published_at: anyText,
	};
}

const sentAccount = {
	name: { firstname: anyText, lastname: anyText, full_name: anyText },
	username: anyText,
	email: anyText,
	balance: anyAmount,
	currency: anyText,
	profile: {
		heading: anyText,
		description: anyText,
		contact: { email: anyText },
		social_links: Object.fromEntries(many(12, (index) => [`${anyText}${index}`, anyAddress])),
		media: { avatar: anyAddress, cover: anyAddress },
	},
	registered_at: anyText,
};

/** As it is read; an item that can't be is as plain as can be, since the catalogue leaves it out. */
function read(sent: Readonly<Record<string, unknown>>, index = 0): Item {
	const item = itemSchema.safeParse(sent).data ?? itemSchema.parse({ id: index, name: `Item ${index}` });
	// Of twelve items some are the same.
	return index % 5 === 4 ? { ...item, id: index - 1 } : item;
}

const failures: readonly MarketplaceFailure[] = [
	{ kind: 'invalid-code' },
	{ kind: 'item-not-found' },
	{ kind: 'no-items' },
	{ kind: 'bad-key' },
	{ kind: 'rate-limited', retryAt: anyMoment },
	{ kind: 'unavailable', reason: anyText },
	{ kind: 'malformed', reason: anyText },
];

const back = item.itemButton;
const lists: readonly { readonly wanted: ItemsWanted & { readonly page: number }; readonly typed: string }[] =
	[
		{ wanted: wholeList, typed: '' },
		...itemOrders.map((order) => ({ wanted: { ...wholeList, order, page: anyCount }, typed: anyText })),
		{ wanted: { ...wholeList, category: 'rest' }, typed: anyText },
		{ wanted: { ...wholeList, category: { key: 'zzzzzzz' } }, typed: anyText },
	];

const wholeState = { wanted: wholeList, typed: '' };

/** A state as somebody reaches it, who has typed this. */
function searched({ wanted, typed }: (typeof lists)[number]): ItemsState {
	const found = typedSearch(typed);
	return { ...wanted, search: found.kind === 'text' ? found.text : '' };
}

const shown = (
	sent: Readonly<Record<string, unknown>>,
	isOwn: boolean,
	list: (typeof lists)[number] | undefined,
) => ({
	sent,
	isOwn,
	list,
	links: { docs: anyAddress, download: anyAddress, changelog: anyAddress },
	supportedUntil: anyMoment,
});

function catalogue(
	t: Translator,
	sent: readonly Readonly<Record<string, unknown>>[],
	list: (typeof lists)[number],
	state: 'loading' | 'ready' | 'empty' | 'stale',
): MessageView {
	const browser = createItemBrowser({ items: sent.map(read), matching: () => undefined });
	const wanted = searched(list);
	return itemsView(t, { found: browser.browse(wanted), state, loadedAt: now, isSearchCut: true }, wanted);
}

const catalogues = [0, 1, 2, 7, 30].map((length) => many(length, () => sentItem(0)));

export const itemCases: Readonly<Record<string, ViewCase>> = {
	'account-view/accountView': message(
		(t, sent) =>
			account.accountView(t, accountSchema.safeParse(sent).data ?? accountSchema.parse({ username: 'x' })),
		[sentAccount],
		[{ ...sentAccount, name: {}, profile: {} }],
	),
	'account-view/accountPrivateView': message(
		(t, sent) =>
			account.accountPrivateView(
				t,
				accountSchema.safeParse(sent).data ?? accountSchema.parse({ username: 'x' }),
			),
		[sentAccount],
	),
	'account-view/accountFailureView': message(
		account.accountFailureView,
		...failures.map((failure) => [failure] as const),
	),
	'item-lookup-view/itemFailureView': message(
		(t, failure: MarketplaceFailure, id: number, list: (typeof lists)[number]) =>
			lookUp.itemFailureView(t, failure, id, searched(list)),
		...failures.flatMap((failure) => lists.map((list) => [failure, anyCount, list] as const)),
	),
	'item-lookup-view/noSuchItemView': message(lookUp.noSuchItemView, []),
	'item-lookup-view/didYouMeanView': message(
		(t, sent: readonly Readonly<Record<string, unknown>>[]) => lookUp.didYouMeanView(t, sent.map(read)),
		...[1, 3, 5].map((count) => [many(count, () => sentItem(1))] as const),
	),
	'item-lookup-view/namesStillLoadingView': message(lookUp.namesStillLoadingView, [anyText], []),
	'item-lookup-view/searchIsCodeView': message(lookUp.searchIsCodeView, []),
	'item-share-view/sharedView': message(
		(t, id: string | null, item: number, list: (typeof lists)[number]) =>
			share.sharedView(t, id, back(t, item, searched(list))),
		...lists.flatMap((list) => [channelId, null].map((id) => [id, anyCount, list] as const)),
	),
	'item-share-view/mayNotShareView': message(
		(t, id: number) => share.mayNotShareView(t, back(t, id, undefined)),
		[anyCount],
	),
	'item-share-view/staffShareView': message(
		(t, id: number) => share.staffShareView(t, back(t, id, undefined)),
		[anyCount],
	),
	'item-share-view/sharedAlreadyView': message(
		(t, at: number, id: number) => share.sharedAlreadyView(t, at, back(t, id, undefined)),
		[anyMoment, anyCount],
	),
	'item-view/itemView': message(
		(t, it: ReturnType<typeof shown>) =>
			item.itemView(t, {
				item: read(it.sent),
				own: it.isOwn ? { supportedUntil: it.supportedUntil } : undefined,
				links: it.links,
				from: it.list && searched(it.list),
				now,
			}),
		...[0, 1, 15, 100].flatMap((listed) =>
			[undefined, ...lists].map((list) => [shown(sentItem(listed), listed > 1, list)] as const),
		),
	),
	'item-view/listedItemView': message(
		(t, it: ReturnType<typeof shown>) =>
			item.listedItemView(
				t,
				{
					item: indexItem(read(it.sent)).listed,
					own: it.isOwn ? { supportedUntil: it.supportedUntil } : undefined,
					links: it.links,
					from: it.list && searched(it.list),
					now,
				},
				t('item.shopDown'),
			),
		...[0, 15].flatMap((listed) =>
			[undefined, ...lists].map((list) => [shown(sentItem(listed), listed > 1, list)] as const),
		),
	),
	'item-view/sharedItemView': message(
		(t, it: ReturnType<typeof shown>) =>
			item.sharedItemView(t, { item: read(it.sent), links: it.links }, '200000000000000001'),
		...[0, 1, 15].map((listed) => [shown(sentItem(listed), false, undefined)] as const),
	),
	'items-modals/goToPageModal': form(
		(t, pages: number, list: (typeof lists)[number]) =>
			modals.goToPageModal(t, Math.max(1, pages), searched(list)),
		...lists.flatMap((list) => [1, 6, anyCount].map((pages) => [pages, list] as const)),
	),
	'items-modals/searchModal': form(
		(t, list: (typeof lists)[number]) => modals.searchModal(t, searched(list)),
		...lists.map((list) => [list] as const),
	),
	'items-view/itemsView': message(
		catalogue,
		...catalogues.flatMap((sent) =>
			lists.flatMap((list) =>
				(['loading', 'ready', 'empty', 'stale'] as const).map((state) => [sent, list, state] as const),
			),
		),
	),
	'screenshots-view/screenshotsView': message(
		(t, sent: Readonly<Record<string, unknown>>, page: number, list: (typeof lists)[number]) =>
			screenshotsView(t, read(sent), page, searched(list)),
		...[0, 1, 4, 15].flatMap((listed) =>
			[0, 1, anyCount].map((page) => [sentItem(listed), page, wholeState] as const),
		),
	),
};
