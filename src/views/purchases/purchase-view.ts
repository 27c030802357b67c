import type { APIButtonComponent } from 'discord.js';
import { knownEnd } from '../../base/support-end.js';
import { supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases, PurchaseChecked } from '../../purchases/purchases.js';
import { openItem } from '../custom-ids/item-ids.js';
import {
	askForCode,
	askToUnlink,
	checkPurchaseAgain,
	getRoles,
	turnPurchases,
} from '../custom-ids/purchase-ids.js';
import { itemHead, itemPreview } from '../items/item-pictures.js';
import { itemName } from '../items/item-text.js';
import { askButton, askLine, type Place, renewButton, supportChannelButton } from '../kit/discord-links.js';
import { licenseLine } from '../kit/license-text.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, page, primary, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';
import {
	datesLine,
	isLacking,
	positionOf,
	purchaseRolesLine,
	rolesOf,
	supportLine,
	type Viewing,
} from './purchase-lines.js';

export interface PurchaseContext extends Viewing {
	readonly note?: string | undefined;
	/** The number of purchases on a page of the list. */
	readonly pageSize: number;
}

type PurchaseLine = string | false | undefined;

/** One purchase as its holder sees it. */
export function purchaseView(
	t: Translator,
	own: OwnPurchases,
	purchase: OwnPurchase,
	context: PurchaseContext,
): MessageView {
	const { place, note } = context;
	const isOver = purchase.status === 'revoked';
	const asks = isOver || purchase.isLocked;
	const lines = isOver ? overLines(t, purchase) : lastingLines(t, own, purchase, context);
	return page(
		isOver ? 'over' : 'info',
		text(note),
		itemHead(t, [bold(itemName(t, purchase.item, 80))], purchase.item, purchase.media),
		text(
			licenseLine(t, purchase.licenseType, purchase.isGiven ? undefined : purchase.ending),
			...lines,
			asks && askLine(t, place),
		),
		itemPreview(t, purchase.item, purchase.media),
		buttons(...(!isOver ? waysOn(t, purchase, place) : [])),
		buttons(
			...(isOver ? [checkButton(t, purchase)] : acts(t, own, purchase, context.now)),
			asks && askButton(t, place),
			lastButton(t, own, purchase, context),
		),
	);
}

function lastingLines(
	t: Translator,
	{ roles }: OwnPurchases,
	purchase: OwnPurchase,
	{ now, place }: PurchaseContext,
): PurchaseLine[] {
	const { isGiven, isLocked, seat, supportedUntil } = purchase;
	return [
		!isGiven && datesLine(t, purchase),
		supportLine(t, supportStage(supportedUntil, now, place.links.support)),
		seat && t('purchases.seat', { n: seat.number, seats: seat.of }),
		isLocked && t('purchases.locked'),
		purchaseRolesLine(t, purchase, roles),
	];
}

function overLines(t: Translator, { revokedBy }: OwnPurchase): PurchaseLine[] {
	return [
		t('purchases.revokedTitle'),
		revokedBy === 'shop' && t('purchases.revoked'),
		revokedBy === 'staff' && t('purchases.revokedByStaff'),
	];
}

function waysOn(
	t: Translator,
	{ isGiven, item }: OwnPurchase,
	place: Place,
): (APIButtonComponent | undefined | false)[] {
	const renew = isGiven ? undefined : renewButton(t, place);
	const isKnown = Number.isSafeInteger(item.id) && item.id >= 0;
	const show = isKnown && button(t('button.showItem'), openItem.encode(item.id));
	return [supportChannelButton(t, place), renew, show];
}

function acts(
	t: Translator,
	{ roles }: OwnPurchases,
	purchase: OwnPurchase,
	now: number,
): (APIButtonComponent | false)[] {
	const { hash, isGiven, canUnlink, supportedUntil } = purchase;
	return [
		isLacking(rolesOf(purchase, roles)) && primary(button(t('purchases.getRoles'), getRoles.encode(hash))),
		// For a holder who has just renewed support and shouldn't wait for the next check.
		!isGiven &&
			supportedUntil !== undefined &&
			(knownEnd(supportedUntil) ?? 0) <= now &&
			button(t('button.checkAgain'), checkPurchaseAgain.encode(hash)),
		canUnlink && button(t('unlink.button'), askToUnlink.encode(hash)),
	];
}

function checkButton(t: Translator, { hash, revokedBy, isGiven }: OwnPurchase) {
	// The shop's answers don't lift what staff did.
	if (revokedBy === 'staff' || isGiven) return undefined;
	return button(t('button.checkAgain'), checkPurchaseAgain.encode(hash));
}

function lastButton(t: Translator, own: OwnPurchases, { hash }: OwnPurchase, { pageSize }: PurchaseContext) {
	if (own.all.length === 1) return button(t('button.verifyAnother'), askForCode.encode());
	const listPage = Math.floor(Math.max(0, positionOf(own, hash)) / pageSize);
	return button(t('button.showAll'), turnPurchases.encode(listPage));
}

/** The outcome of a check requested by the holder, shown above the page. */
export function checkedNote(t: Translator, said: PurchaseChecked): string {
	switch (said.kind) {
		case 'asked':
			return said.purchase.status === 'active' ? t('purchases.validAgain') : t('purchases.stillRevoked');
		case 'no-answer':
			return t('purchases.noAnswer');
		case 'limited':
			return t('purchases.checkedLately', { when: timestamp(said.retryAt, 'R') });
	}
}
