import { itemFailureView } from '../../../commands/items/find.js';
import {
	detailsView,
	type ItemShown,
	itemView,
	sharedItemView,
	sharingView,
} from '../../../commands/items/item.js';
import { itemButton, wholeList } from '../../../commands/items/list-state.js';
import { indexItem } from '../../../src/marketplace/indexed-item.js';
import type { AnnouncedItem } from '../../../src/services/updates/announcements.js';
import { nothingMore } from '../../../src/ui/items.js';
import { updateView } from '../../../src/ui/messages/updates.js';
import { timestamp } from '../../../src/ui/text.js';
import { channelIds, day, many, minute, now, placeOf, roleIds, supportedUntil, userIds } from '../sample.js';
import { page, type States, variants, variantsOf } from '../state.js';
import { listsOf } from './list-states.js';
import { auroraOf, failuresOf, itemOf } from './sample-catalog.js';
import { sampleItem, withScreenshots } from './sample-items.js';

/** Only the listed fields are known yet. */
const unreachable = (shown: ItemShown): ItemShown => ({
	...shown,
	item: { ...nothingMore, ...indexItem(shown.item).listed },
	isUnreachable: true,
});

export const itemStates: States = (foreign) => {
	const aurora = auroraOf(foreign);
	const { renewUrl } = placeOf(foreign).links;
	const own = { supportedUntil: foreign.moment(supportedUntil) };
	const shown = { item: aurora, own, renewUrl, from: wholeList, now };
	const support = { noticeDays: 14, graceDays: 7 };
	const ending = [5, -2, -20].map((days) => ({
		...shown,
		support,
		own: { supportedUntil: now + days * day },
	}));
	const lists = listsOf(foreign);
	const newsOf = (count: number): AnnouncedItem[] =>
		many(count, (at) => ({
			item: { ...indexItem(itemOf(foreign)).listed, id: at + 1 },
			version: at % 3 === 2 ? undefined : foreign.text('1.4.0'),
			isNew: at % 2 === 0,
		}));
	const others = [
		itemOf(foreign, { name: 'Aurora', description: '', options: [], tags: [], screenshotUrls: [] }),
		...[1, 15, 100].map((count) =>
			auroraOf(foreign, {
				options: many(count, () => 'PHP'),
				tags: many(count, () => 'helpdesk'),
				previewAudioUrl: 'https://a.example/c.mp3',
				screenshotUrls: withScreenshots(count * 3).screenshotUrls,
			}),
		),
		// The worst values that the type allows, whatever the schema says.
		{
			...sampleItem(),
			id: Number.MAX_SAFE_INTEGER,
			name: '',
			demoUrl: 'javascript:alert(1)',
			publishedAt: 8.64e15,
		},
	];
	const shots = [0, 1, 4, 10, 11, 21, 45].map((count) => auroraOf(foreign, withScreenshots(count)));
	return [
		page('item', 'An item', itemView, [shown]),
		...variantsOf(itemView, ending),
		page('update', 'A new item is announced', updateView, [
			{ seq: 7, news: newsOf(1) },
			`<@&${roleIds.buyer}>`,
		]),
		page('update/many', 'Many at a time', updateView, [{ seq: 7, news: newsOf(26) }, undefined]),
		...variants(
			updateView,
			[2, 3, 4, 500].map((count) => [{ seq: 7, news: newsOf(count) }, `<@&${roleIds.buyer}>`]),
		),
		page('item/shared', 'The same, shown to everybody', sharedItemView, [aurora, userIds.tom]),
		page('item/details', 'More about it', detailsView, [aurora, 0, wholeList]),
		page('item/share', 'Shared', sharingView, (t) => [
			'shared' as const,
			itemButton(t, aurora.id, undefined),
			{ channel: `<#${channelIds.support}>` },
		]),
		page('item/may-not-share', 'Not in this channel', sharingView, (t) => [
			'mayNotShare' as const,
			itemButton(t, aurora.id, undefined),
		]),
		page('item/staff-share', 'Only staff share', sharingView, ['staffShare', undefined]),
		page('item/shared-already', 'Shared a moment ago', sharingView, [
			'sharedAlready',
			undefined,
			{ when: timestamp(foreign.moment(now - minute), 'R') },
		]),
		page('item/unknown', 'No such item', itemFailureView, [{ kind: 'item-not-found' }, 7]),
		page('item/shop-down', 'The shop is down', itemFailureView, [
			{ kind: 'unavailable', reason: foreign.text('reset') },
			7,
			wholeList,
		]),
		page('item/shop-down-listed', 'The shop is down, and the item is in the list', itemView, (t) => [
			unreachable({ ...shown, item: aurora }),
			t('item.shopDown'),
		]),
		...variants(
			itemView,
			others.flatMap((item) =>
				[undefined, ...lists].map((from) => (t) => [
					{ item, own: from && own, renewUrl, from, now },
					t('refusal.wasOutdated'),
				]),
			),
		),
		...variants(
			itemFailureView,
			failuresOf(foreign).flatMap((failure) => lists.map((list) => [failure, foreign.count(7), list])),
		),
		...variants(
			sharedItemView,
			others.map((item) => [item, userIds.tom]),
		),
		...variants(
			detailsView,
			shots.flatMap((item) => [0, 1, 4, foreign.count(99)].map((at) => [item, at, wholeList])),
		),
		...variants(
			sharingView,
			lists.map((list) => (t) => ['shared', itemButton(t, aurora.id, list), { channel: '' }]),
		),
		...variants(sharingView, [
			(t) => ['staffShare' as const, itemButton(t, Number.MAX_SAFE_INTEGER, wholeList)],
		]),
	];
};
