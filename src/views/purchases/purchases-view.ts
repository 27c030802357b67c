import { isRenewable, supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases } from '../../purchases/purchases.js';
import {
	askForCode,
	getRoles,
	openPurchase,
	pickPurchase,
	turnPurchases,
	whereIsMyCode,
} from '../custom-ids/purchase-ids.js';
import { itemThumbnail } from '../items/item-pictures.js';
import { itemName, plainItemName } from '../items/item-text.js';
import { renewButton } from '../kit/discord-links.js';
import { listPage, listPageSize, listSelect, turnButtons } from '../kit/list.js';
import type { MessageView } from '../kit/message.js';
import { plainMoments } from '../kit/moments.js';
import { bold, button, buttons, listRow, page, primary, text } from '../kit/page.js';
import { isLacking, listedLine, standingLines, type Viewing } from './purchase-lines.js';
import { purchaseView } from './purchase-view.js';

export interface OwnContext extends Viewing {
	/** A line above the page: why it differs from the request, or the request's outcome. */
	readonly note?: string | undefined;
}

/** The open view: a purchase by its hash, or a page of the list from 0. */
export type Where = string | number;

/**
 * A member's own purchases: the requested or only purchase, or a page of the list. A page past the end yields the last
 * one; a purchase that is not theirs any more yields the list, with a note.
 */
export function ownPurchasesView(
	t: Translator,
	own: OwnPurchases,
	where: Where,
	context: OwnContext,
): MessageView {
	const [only] = own.all.length === 1 ? own.all : [];
	const wanted = typeof where === 'string' ? own.all.find(({ hash }) => hash === where) : undefined;
	const isMissing = typeof where === 'string' && wanted === undefined;
	const shown = isMissing ? { ...context, note: context.note ?? t('refusal.wasOutdated') } : context;
	const open = wanted ?? only;
	if (open !== undefined) return purchaseView(t, own, open, { ...shown, pageSize: listPageSize });
	return own.all.length === 0 ? noneView(t, shown) : listView(t, own, isMissing ? 0 : Number(where), shown);
}

function noneView(t: Translator, { note }: OwnContext): MessageView {
	const verify = primary(button(t('button.verify'), askForCode.encode()));
	const where = button(t('button.whereIsMyCode'), whereIsMyCode.encode());
	return page(
		'info',
		text(note),
		text(bold(t('purchases.none')), t('purchases.noneHint')),
		buttons(verify, where),
	);
}

function listView(t: Translator, own: OwnPurchases, wantedPage: number, context: OwnContext): MessageView {
	const { all, roles } = own;
	const shown = listPage(all, wantedPage);
	const { entries, at, pages, hasRows } = shown;
	return page(
		'info',
		text(context.note),
		text(`## ${t('purchases.title', { count: all.length })}`, ...standingLines(t, roles)),
		hasRows
			? entries.flatMap((purchase) => listedRow(t, purchase, context))
			: purchaseSelect(t, entries, context),
		buttons(
			isLacking(roles) && primary(button(t('purchases.getRoles'), getRoles.encode(String(at)))),
			renewAny(t, entries, context),
			button(t('button.verifyAnother'), askForCode.encode()),
		),
		buttons(...turnButtons(t, shown, (to) => turnPurchases.encode(to))),
		pages > 1 && text(t('page.of', { page: at + 1, pages })),
	);
}

/** The button to extend support, if a listed purchase needs it. */
function renewAny(t: Translator, purchases: readonly OwnPurchase[], { place, now }: OwnContext) {
	const isDue = purchases.some(
		({ isGiven, status, supportedUntil }) =>
			!isGiven && status === 'active' && isRenewable(supportStage(supportedUntil, now, place.links.support)),
	);
	return isDue && renewButton(t, place);
}

function listedRow(t: Translator, purchase: OwnPurchase, context: OwnContext) {
	const { item, media, hash } = purchase;
	const open = button(t('button.open'), openPurchase.encode(hash));
	const name = bold(itemName(t, item, 80));
	return listRow(name, listedLine(t, purchase, context), itemThumbnail(t, item, media), open);
}

function purchaseSelect(t: Translator, purchases: readonly OwnPurchase[], context: OwnContext) {
	const moments = plainMoments(t.language, context.now);
	const options = purchases.map((purchase) => ({
		label: plainItemName(t, purchase.item, 100),
		description: listedLine(t, purchase, context, moments),
		value: purchase.hash,
	}));
	return listSelect(pickPurchase.encode(), options, t('purchases.choose'));
}
