import { indexItem } from '../../src/marketplace/indexed-item.js';
import { createItemBrowser } from '../../src/marketplace/item-browser.js';
import { wholeList } from '../../src/views/custom-ids/item-list-ids.js';
import {
	didYouMeanView,
	itemFailureView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../src/views/items/item-lookup-view.js';
import {
	mayNotShareView,
	sharedAlreadyView,
	sharedView,
	staffShareView,
} from '../../src/views/items/item-share-view.js';
import { itemButton, itemView, listedItemView, sharedItemView } from '../../src/views/items/item-view.js';
import { goToPageModal, searchModal } from '../../src/views/items/items-modals.js';
import { itemsView } from '../../src/views/items/items-view.js';
import { screenshotsView } from '../../src/views/items/screenshots-view.js';
import { sampleItem } from '../views/samples.js';
import { aurora, channelIds, minute, now, place, supportedUntil, userIds } from './sample.js';
import type { Surface } from './state.js';

const names = [
	'Basalt',
	'Cinder',
	'Desk Icons',
	'Ember',
	'Fjord',
	'Gale',
	'Harbor',
	'Isle',
	'Juniper',
	'Kelp',
];
const items = [
	aurora,
	...names.map((name, at) =>
		sampleItem({ id: at + 8, name, category: 'Graphics', price: { regular: 9, extended: 45 } }),
	),
];
const found = createItemBrowser({ items, matching: () => undefined });
const nothingFound = createItemBrowser({ items, matching: () => new Set() });
const searched = { ...wholeList, search: 'desk' };
const links = place.links.items['7'];

export const itemSurface: Surface = {
	title: 'Items',
	states: [
		{
			name: 'item',
			says: 'An item',
			most: 20,
			beforePictures: true,
			show: (t) => itemView(t, { item: aurora, own: { supportedUntil }, links, from: wholeList, now }),
		},
		{
			name: 'item/shared',
			says: 'The same, shown to everybody',
			most: 20,
			beforePictures: true,
			show: (t) => sharedItemView(t, { item: aurora, links }, userIds.tom),
		},
		{
			name: 'item/screenshots',
			says: 'Its screenshots',
			show: (t) => screenshotsView(t, aurora, 0, wholeList),
		},
		{
			name: 'item/share',
			says: 'Shared',
			show: (t) => sharedView(t, channelIds.support, itemButton(t, aurora.id, undefined)),
		},
		{
			name: 'item/may-not-share',
			says: 'Not in this channel',
			show: (t) => mayNotShareView(t, itemButton(t, aurora.id, undefined)),
		},
		{ name: 'item/staff-share', says: 'Only the staff share', show: (t) => staffShareView(t, undefined) },
		{
			name: 'item/shared-already',
			says: 'Shared a moment ago',
			show: (t) => sharedAlreadyView(t, now - minute, undefined),
		},
		{ name: 'item/unknown', says: 'No such item', show: noSuchItemView },
		{
			name: 'item/several',
			says: 'Several may be meant',
			show: (t) => didYouMeanView(t, items.slice(0, 3)),
		},
		{
			name: 'item/shop-down',
			says: 'The shop is down',
			show: (t) => itemFailureView(t, { kind: 'unavailable', reason: 'reset' }, 7, wholeList),
		},
		{
			name: 'item/shop-down-listed',
			says: 'The shop is down, and the item is in the list',
			most: 20,
			beforePictures: true,
			show: (t) => {
				const { listed } = indexItem(aurora);
				const shown = { item: listed, own: { supportedUntil }, links, from: wholeList, now };
				return listedItemView(t, shown, t('item.shopDown'));
			},
		},
		{
			name: 'items',
			says: 'All items',
			most: 24,
			show: (t) => itemsView(t, { found: found.browse(wholeList), state: 'ready' }, wholeList),
		},
		{
			name: 'items/stale',
			says: 'While the shop is down',
			most: 24,
			show: (t) =>
				itemsView(
					t,
					{ found: found.browse(wholeList), state: 'stale', loadedAt: now - 60 * minute },
					wholeList,
				),
		},
		{
			name: 'items/nothing',
			says: 'Nothing found',
			show: (t) => itemsView(t, { found: nothingFound.browse(searched), state: 'ready' }, searched),
		},
		{ name: 'items/loading', says: 'They are being loaded', show: (t) => namesStillLoadingView(t) },
		{ name: 'items/code', says: 'A code where words were asked for', show: searchIsCodeView },
		{ name: 'items/search', says: 'The form of *Search*', form: (t) => searchModal(t, wholeList) },
		{ name: 'items/page', says: 'The form of *Go to page*', form: (t) => goToPageModal(t, 24, wholeList) },
	],
};
