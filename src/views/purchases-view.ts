import type {
	APIActionRowComponent,
	APIButtonComponentWithCustomId,
	APIEmbed,
	APIEmbedField,
	APIStringSelectComponent,
} from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { OwnPurchase } from '../members/purchases.js';
import { button, row, select } from './components.js';
import { defineCustomId, wholeNumber } from './custom-id.js';
import { itemName, plainItemName } from './item-text.js';
import { embedUrl } from './links.js';
import { accent, type MessageView, noMentions, textView } from './message.js';
import { foreignLine, nothing, timestamp } from './text.js';

/** On a panel: opens the first page. */
export const openPurchases = defineCustomId('purchases', z.tuple([]));
/** Turns the page. Argument: the page from 0. */
export const turnPurchases = defineCustomId('purchases-page', z.tuple([wholeNumber]));
/** Syncs the member's roles with the purchases. */
export const restoreRoles = defineCustomId('purchases-restore', z.tuple([]));

/** The select of the purchase to unlink. */
export const chooseToUnlink = defineCustomId('purchases-unlink', z.tuple([]));

/** An embed each, since only an embed has a thumbnail: more of them are no longer one screen on a phone. */
const pageSize = 4;

const grey = 0x80_80_80;

/** A page of a member's own purchases. A page past the end gives the last one. */
export function purchasesView(
	t: Translator,
	purchases: readonly OwnPurchase[],
	wantedPage: number,
): MessageView {
	if (purchases.length === 0) return textView(t('purchases.none'));
	const lastPage = Math.ceil(purchases.length / pageSize) - 1;
	const page = Math.min(wantedPage, lastPage);
	const shown = purchases.slice(page * pageSize, (page + 1) * pageSize);
	const pages = lastPage === 0 ? '' : ` · ${t('items.pageOf', { page: page + 1, pages: lastPage + 1 })}`;
	const restore = button(t('purchases.restore'), restoreRoles.encode());
	return {
		content: `**${t('purchases.title')}**${pages}`,
		embeds: shown.map((purchase) => purchaseEmbed(t, purchase)),
		components: [
			...unlinkSelect(t, shown),
			row(restore, ...(lastPage === 0 ? [] : turnButtons(t, page, lastPage))),
		],
		allowedMentions: noMentions,
	};
}

/** The state of the roles that a member wanted back. */
export function restoredView(
	t: Translator,
	role: 'granted' | 'waiting' | 'blocked' | 'unchosen' | 'member-left',
): MessageView {
	switch (role) {
		case 'granted':
			return textView(t('purchases.restored'));
		case 'waiting':
			return textView(t('verify.roleWaiting'));
		case 'blocked':
			return textView(t('verify.roleBlocked'));
		case 'unchosen':
			return textView(t('verify.roleUnchosen'));
		case 'member-left':
			return textView(t('verify.roleMemberLeft'));
	}
}

function purchaseEmbed(t: Translator, purchase: OwnPurchase): APIEmbed {
	const { item, status, isHere } = purchase;
	const thumbnail = embedUrl(purchase.thumbnailUrl);
	const remark = status === 'revoked' ? t('purchases.revoked') : isHere ? '' : t('purchases.elsewhere');
	return {
		color: status === 'active' ? accent : grey,
		title: itemName(t, item, 256),
		...(remark !== '' && { description: remark }),
		...(thumbnail !== undefined && { thumbnail: { url: thumbnail } }),
		fields: purchaseFields(t, purchase),
	};
}

function purchaseFields(t: Translator, purchase: OwnPurchase): APIEmbedField[] {
	const { purchasedAt, supportedUntil, roleIds } = purchase;
	const licence = foreignLine(purchase.licenseType, 200);
	return [
		...(licence === '' ? [] : [{ name: t('verify.licence'), value: licence, inline: true }]),
		{
			name: t('purchases.bought'),
			value: purchasedAt === undefined ? t('purchases.unknown') : timestamp(purchasedAt, 'D'),
			inline: true,
		},
		{
			name: t('purchases.supportedUntil'),
			value:
				supportedUntil === undefined
					? t('verify.supportNone')
					: `${timestamp(supportedUntil, 'D')} (${timestamp(supportedUntil, 'R')})`,
			inline: true,
		},
		{
			name: t('purchases.roles'),
			value: roleIds.map((roleId) => `<@&${roleId}>`).join(' ') || nothing,
		},
	];
}

function unlinkSelect(
	t: Translator,
	shown: readonly OwnPurchase[],
): APIActionRowComponent<APIStringSelectComponent>[] {
	const options = shown
		.filter(({ canUnlink }) => canUnlink)
		.map(({ item, hash }) => ({ label: plainItemName(t, item, 100), value: hash }));
	if (options.length === 0) return [];
	return [row(select(chooseToUnlink.encode(), options, t('purchases.unlink')))];
}

function turnButtons(t: Translator, page: number, lastPage: number): APIButtonComponentWithCustomId[] {
	// custom_ids must differ within a message. The button past an end is disabled; its page need only be no other's.
	const before = page === 0 ? lastPage + 1 : page - 1;
	return [
		{ ...button(t('page.previous'), turnPurchases.encode(before)), disabled: page === 0 },
		{ ...button(t('page.next'), turnPurchases.encode(page + 1)), disabled: page === lastPage },
	];
}
