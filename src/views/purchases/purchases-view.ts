import type { APIButtonComponent } from 'discord.js';
import { knownEnd } from '../../base/support-end.js';
import { isRenewable, type SupportStage, supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases, PurchaseChecked } from '../../purchases/purchases.js';
import type { RoleStatus } from '../../roles/role-status.js';
import { openItem } from '../custom-ids/item-ids.js';
import {
	askForCode,
	askToUnlink,
	checkPurchaseAgain,
	getRoles,
	openPurchase,
	pickPurchase,
	turnPurchases,
	whereIsMyCode,
} from '../custom-ids/purchase-ids.js';
import { itemHead, itemName, itemPreview, itemThumbnail, plainItemName } from '../items/item-parts.js';
import { askButton, askLine, type Place, renewButton, supportChannelButton } from '../kit/discord-links.js';
import { listPage, listPageSize, listSelect, turnButtons } from '../kit/list.js';
import type { MessageView } from '../kit/message.js';
import { licenseLine, roleList, shownEnding, withEnding } from '../kit/names.js';
import { bold, button, buttons, listRow, page, primary, text } from '../kit/page.js';
import { dotted, drawnMoments, type Moments, plainMoments, timestamp } from '../kit/text.js';

// The lines that describe a purchase: to its holder, and wherever else it is shown.

/** Where and when a purchase is shown. */
interface Viewing {
	readonly place: Place;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** More would fill a phone's screen; the rest is an ellipsis. */
export const maxRoles = 8;

/** A purchase in a title, as `Aurora ••••3a8c`. `ending`: of its code, '' if it has none. */
export function purchaseTitle(t: Translator, { item, ending }: Pick<OwnPurchase, 'item' | 'ending'>): string {
	return withEnding(itemName(t, item, 80), ending);
}

/** A member's held and missing roles, a line for each. */
function standingLines(t: Translator, roles: RoleStatus): readonly string[] {
	return rolesParts(t, 'roles', roles);
}

/** The same for one purchase, in one line; '' if it gives no roles. */
function purchaseRolesLine(t: Translator, purchase: OwnPurchase, roles: RoleStatus): string {
	return rolesParts(t, 'one', rolesOf(purchase, roles)).join(' ');
}

/** The part of a member's roles that follows from a purchase. */
function rolesOf({ roleIds }: OwnPurchase, roles: RoleStatus): RoleStatus {
	const of = (some: readonly string[]) => some.filter((id) => roleIds.includes(id));
	const { has, onTheWay, blocked, missing, deleted } = roles;
	return {
		...roles,
		has: of(has),
		onTheWay: of(onTheWay),
		blocked: of(blocked),
		missing: of(missing),
		deleted: of(deleted),
	};
}

function rolesParts(t: Translator, which: 'roles' | 'one', roles: RoleStatus): readonly string[] {
	const states = [
		['Held', roles.has],
		['OnTheWay', roles.onTheWay],
		['Blocked', roles.blocked],
		['Missing', roles.missing],
	] as const;
	return [
		...states.flatMap(([state, ids]) =>
			ids.length === 0 ? [] : [t(`purchases.${which}${state}`, { roles: roleList(t, ids, maxRoles) })],
		),
		...(roles.deleted.length > 0 ? [t('purchases.roleDeleted')] : []),
		...(roles.isUnchosen ? [t('purchases.roleUnchosen')] : []),
	];
}

/** True if syncing the roles could help: some are missing, and can be given. */
function isLacking({ onTheWay, blocked, missing }: RoleStatus): boolean {
	return onTheWay.length + blocked.length + missing.length > 0;
}

/** When support ends or ended. */
export function supportLine(t: Translator, stage: SupportStage): string {
	if (stage.kind === 'none') return t('purchases.supportNone');
	if (stage.kind === 'unknown') return t('support.unknown');
	const date = timestamp(stage.end, 'D');
	const when = timestamp(stage.end, 'R');
	switch (stage.kind) {
		case 'lasts':
			return t('purchases.supportUntil', { date, when });
		case 'soon':
			return t('support.endsSoon', { date, when });
		case 'grace':
			return t('support.grace', { when, date: timestamp(stage.roleUntil, 'D') });
		case 'ended':
			return t('purchases.supportEnded', { when });
	}
}

/** A purchase below its name in a list: `••••3a8c · support until 8 May 2027`. */
function listedLine(
	t: Translator,
	purchase: OwnPurchase,
	{ now, place }: Viewing,
	moments: Moments = drawnMoments,
): string {
	if (purchase.isGiven) return t('purchases.given');
	const { ending, supportedUntil, status } = purchase;
	return dotted(
		ending !== '' && shownEnding(ending),
		status === 'revoked'
			? t('purchases.revokedTitle')
			: listedSupport(t, supportStage(supportedUntil, now, place.links.support), moments),
	);
}

function listedSupport(t: Translator, stage: SupportStage, moments: Moments): string {
	switch (stage.kind) {
		case 'none':
			return t('purchases.listedNone');
		case 'unknown':
			return t('support.listedUnknown');
		case 'lasts':
			return t('purchases.listedUntil', { date: moments.date(stage.end) });
		case 'soon':
			return t('purchases.listedSoon', { date: moments.date(stage.end), when: moments.fromNow(stage.end) });
		case 'grace':
		case 'ended':
			return t('purchases.listedEnded', { when: moments.fromNow(stage.end) });
	}
}

/** `Bought 8 May 2026 · verified 6 months ago`. */
function datesLine(t: Translator, { purchasedAt, verifiedAt }: OwnPurchase): string {
	const when = timestamp(verifiedAt, 'R');
	if (purchasedAt === undefined) return t('purchases.verified', { when });
	return t('purchases.dates', { date: timestamp(purchasedAt, 'D'), when });
}

/** The index of a purchase in the holder's list. */
function positionOf({ all }: OwnPurchases, hash: string): number {
	return all.findIndex((purchase) => purchase.hash === hash);
}

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
