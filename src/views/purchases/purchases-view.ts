import { ButtonStyle } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases } from '../../purchases/purchases.js';
import { getRoles, openPurchase, turnPurchases } from '../custom-ids/purchase-ids.js';
import { askForCode, whereIsMyCode } from '../custom-ids/verify-ids.js';
import { itemName } from '../items/item-text.js';
import { button } from '../kit/components.js';
import type { Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, page, primary, section, text } from '../kit/page.js';
import { isLacking, listedLine, standingLines } from './purchase-lines.js';
import { purchaseView } from './purchase-view.js';

/** More sections are no longer one screen on a phone. */
const purchasesPerPage = 5;

/** What an own page is shown with. */
export interface OwnContext {
	readonly place: Place;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** A line above the page: why it is not what was asked for, or what has become of that. */
	readonly note?: string | undefined;
}

/** What is open: a purchase by its hash, or a page of the list from 0. */
export type Where = string | number;

/**
 * A member's own purchases: the one that was asked for, the only one, or a page of the list. A page past the end gives
 * the last one; one that is not theirs any more gives the list, and says so.
 */
export function ownPurchasesView(
	t: Translator,
	own: OwnPurchases,
	where: Where,
	context: OwnContext,
): MessageView {
	const [only] = own.all.length === 1 ? own.all : [];
	const wanted = typeof where === 'string' ? own.all.find(({ hash }) => hash === where) : undefined;
	const isGone = typeof where === 'string' && wanted === undefined;
	const shown = isGone ? { ...context, note: context.note ?? t('refusal.wasOutdated') } : context;
	const open = wanted ?? only;
	if (open !== undefined) return purchaseView(t, own, open, { ...shown, pageSize: purchasesPerPage });
	return own.all.length === 0 ? noneView(t, shown) : listView(t, own, isGone ? 0 : Number(where), shown);
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
	const lastPage = Math.ceil(all.length / purchasesPerPage) - 1;
	const shownPage = Math.min(wantedPage, lastPage);
	const shown = all.slice(shownPage * purchasesPerPage, (shownPage + 1) * purchasesPerPage);
	return page(
		'info',
		text(context.note),
		text(`## ${t('purchases.title', { count: all.length })}`, ...standingLines(t, roles)),
		shown.flatMap((purchase) => listed(t, purchase, context.now) ?? []),
		buttons(
			isLacking(roles) && rolesButton(t, String(shownPage)),
			button(t('button.verifyAnother'), askForCode.encode()),
		),
		lastPage > 0 && turnButtons(t, shownPage, lastPage),
		lastPage > 0 && text(t('page.of', { page: shownPage + 1, pages: lastPage + 1 })),
	);
}

/** The button that asks for the roles; where: what is open. */
function rolesButton(t: Translator, where: string) {
	return button(t('purchases.getRoles'), getRoles.encode(where), ButtonStyle.Primary);
}

function listed(t: Translator, purchase: OwnPurchase, now: number) {
	const lines = [bold(itemName(t, purchase.item, 80)), listedLine(t, purchase, now)];
	return section(lines, button(t('button.open'), openPurchase.encode(purchase.hash)));
}

function turnButtons(t: Translator, shown: number, lastPage: number) {
	// custom_ids must differ within a message. The button past an end is disabled; its page need only be no other's.
	const before = shown === 0 ? lastPage + 1 : shown - 1;
	return buttons(
		{ ...button(t('page.previous'), turnPurchases.encode(before)), disabled: shown === 0 },
		{ ...button(t('page.next'), turnPurchases.encode(shown + 1)), disabled: shown === lastPage },
	);
}
