import type { APIButtonComponent } from 'discord.js';
import { z } from 'zod';
import { knownEnd } from '../../src/base/purchase-fields.js';
import type { Translator } from '../../src/i18n/translator.js';
import { supportStage } from '../../src/servers/support-stage.js';
import type { RoleStatus } from '../../src/services/moderation/moderated-roles.js';
import type {
	OwnPurchase,
	OwnPurchases,
	UnlinkAnswer,
	UnlinkQuestion,
} from '../../src/services/purchases/purchases.js';
import type { CheckedAgain } from '../../src/services/refunds/renewals.js';
import { defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { askForCode, openPurchases } from '../../src/ui/entries.js';
import { itemHead, itemName, itemPreview } from '../../src/ui/items.js';
import { maxOptions } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { licenseLine, roleList, shownEnding, withEnding } from '../../src/ui/names.js';
import { bold, button, buttons, danger, notice, page, primary, text } from '../../src/ui/page.js';
import { askButton, askLine, type Place, renewButton, supportChannelButton } from '../../src/ui/place.js';
import { listedSupport, supportLine } from '../../src/ui/support-lines.js';
import { dotted, sentences, timestamp } from '../../src/ui/text.js';
import { openItem } from '../items/list-state.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Turns the page of the list. Argument: the page from 0. */
export const turnPurchases = defineCustomId('purchases-page', z.tuple([wholeNumber]));
/** Opens one purchase. Argument: the claim's hash, which is not a secret. */
export const openPurchase = defineCustomId('purchases-one', z.tuple([hash]));
/** The select that opens a purchase of the list's page; its values are claims' hashes. */
export const pickPurchase = defineCustomId('purchases-pick');
/** Syncs the member's roles with the purchases. Argument: the open view, a page of the list or a purchase's hash. */
export const getRoles = defineCustomId(
	'purchases-roles',
	z.tuple([z.string().regex(/^(?:[0-9a-f]{64}|\d{1,6})$/)]),
);
/** Checks a purchase that no longer counts with the shop. Argument: the claim's hash. */
export const checkPurchaseAgain = defineCustomId('purchases-check', z.tuple([hash]));
/** Asks the member to confirm unlinking. Argument: the claim's hash. */
export const askToUnlink = defineCustomId('purchases-ask-unlink', z.tuple([hash]));
/** Unlinks. Argument: the claim's hash. */
export const unlinkPurchase = defineCustomId('purchases-let-go', z.tuple([hash]));

// The lines that describe a purchase: to its holder, and wherever else it is shown.

/** Where and when a purchase is shown. */
export interface Viewing {
	readonly place: Place;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** A line above the page: why it differs from the request, or the request's outcome. */
	readonly note?: string | undefined;
}

/** More would fill a phone's screen; the rest is an ellipsis. */
const maxRoles = 8;

/** A member's held and missing roles, a line for each. A deleted one has no name. */
export function standingLines(t: Translator, roles: RoleStatus): readonly string[] {
	const { has, missing, isWaiting, isUnchosen } = roles;
	const idsOf = (of: RoleStatus['missing']) => of.map(({ roleId }) => roleId);
	const blocked = missing.filter(({ why }) => why !== undefined && why !== 'role-missing');
	const open = missing.filter(({ why }) => why === undefined);
	const lines = [
		['has', has],
		['onTheWay', isWaiting ? idsOf(open) : []],
		['blocked', idsOf(blocked)],
		['missing', isWaiting ? [] : idsOf(open)],
	] as const;
	return [
		...lines.flatMap(([standing, ids]) =>
			ids.length === 0 ? [] : [t(`purchases.roles.${standing}`, { roles: roleList(t, ids, maxRoles) })],
		),
		...(missing.some(({ why }) => why === 'role-missing') ? [t('purchases.roleDeleted')] : []),
		...(isUnchosen ? [t('purchases.roleUnchosen')] : []),
	];
}

/** The part of a member's roles that follows from a purchase. */
function rolesOf({ roleIds }: OwnPurchase, roles: RoleStatus): RoleStatus {
	return {
		...roles,
		has: roles.has.filter((id) => roleIds.includes(id)),
		missing: roles.missing.filter(({ roleId }) => roleIds.includes(roleId)),
	};
}

/** True if syncing the roles could help: some are missing, and can be given. */
export function isLacking({ missing }: RoleStatus): boolean {
	return missing.some(({ why }) => why !== 'role-missing');
}

/** A purchase below its name in a list: `••••3a8c · support until 8 May 2027`. `isPlain`: as for `listedSupport`. */
export function listedLine(
	t: Translator,
	{ isGiven, ending, supportedUntil, status }: OwnPurchase,
	{ now, place }: Viewing,
	isPlain = false,
): string {
	if (isGiven) return t('purchases.given');
	return dotted(
		ending !== '' && shownEnding(ending),
		status === 'revoked'
			? t('purchases.revokedTitle')
			: listedSupport(t, supportStage(supportedUntil, now, place.links.support), isPlain),
	);
}

/** `Bought 8 May 2026 · verified 6 months ago`. */
function datesLine(t: Translator, { purchasedAt, claimedAt }: OwnPurchase): string {
	const when = timestamp(claimedAt, 'R');
	if (purchasedAt === undefined) return t('purchases.verified', { when });
	return t('purchases.dates', { date: timestamp(purchasedAt, 'D'), when });
}

type PurchaseLine = string | false | undefined;

/** One purchase as its holder sees it. */
export function purchaseView(
	t: Translator,
	own: OwnPurchases,
	purchase: OwnPurchase,
	context: Viewing,
): MessageView {
	const { place, note } = context;
	const isOver = purchase.status === 'revoked';
	const asks = isOver || purchase.locked;
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
			...acts(t, own, purchase, context.now),
			asks && askButton(t, place),
			lastButton(t, own, purchase),
		),
	);
}

function lastingLines(
	t: Translator,
	{ roles }: OwnPurchases,
	purchase: OwnPurchase,
	{ now, place }: Viewing,
): PurchaseLine[] {
	const { isGiven, locked, seat, supportedUntil } = purchase;
	return [
		!isGiven && datesLine(t, purchase),
		supportLine(t, supportStage(supportedUntil, now, place.links.support)),
		seat.of > 1 && t('purchases.seat', { n: seat.number, seats: seat.of }),
		locked && t('desk.locked'),
		...standingLines(t, rolesOf(purchase, roles)),
	];
}

function overLines(t: Translator, { isRevokedByStaff }: OwnPurchase): PurchaseLine[] {
	return [
		t('purchases.revokedTitle'),
		t(isRevokedByStaff ? 'purchases.revokedByStaff' : 'purchases.revoked'),
	];
}

function waysOn(
	t: Translator,
	{ isGiven, item }: OwnPurchase,
	place: Place,
): (APIButtonComponent | undefined | false)[] {
	const isKnown = Number.isSafeInteger(item.id) && item.id >= 0;
	return [
		supportChannelButton(t, place),
		!isGiven && renewButton(t, place),
		isKnown && button(t('button.showItem'), openItem.encode(item.id)),
	];
}

function acts(
	t: Translator,
	{ roles }: OwnPurchases,
	purchase: OwnPurchase,
	now: number,
): (APIButtonComponent | false)[] {
	const { hash, isGiven, canUnlink, supportedUntil } = purchase;
	const check = button(t('button.checkAgain'), checkPurchaseAgain.encode(hash));
	// The shop's answers don't lift what staff did.
	if (purchase.status === 'revoked') return [!purchase.isRevokedByStaff && !isGiven && check];
	return [
		isLacking(rolesOf(purchase, roles)) && primary(button(t('purchases.getRoles'), getRoles.encode(hash))),
		// For a holder who has just renewed support and shouldn't wait for the next check.
		!isGiven && supportedUntil !== undefined && (knownEnd(supportedUntil) ?? 0) <= now && check,
		canUnlink && button(t('unlink.button'), askToUnlink.encode(hash)),
	];
}

function lastButton(t: Translator, own: OwnPurchases, { hash }: OwnPurchase) {
	if (own.all.length === 1) return button(t('button.verifyAnother'), askForCode.encode());
	const at = own.all.findIndex((it) => it.hash === hash);
	return button(t('button.showAll'), turnPurchases.encode(Math.floor(Math.max(0, at) / maxOptions)));
}

/** The outcome of a check requested by the holder, shown above the page. */
export function checkedNote(t: Translator, said: CheckedAgain): string {
	switch (said.kind) {
		case 'asked':
			return said.purchase.status === 'active' ? t('purchases.validAgain') : t('purchases.stillRevoked');
		case 'no-answer':
			return t('purchases.noAnswer');
		case 'limited':
			return t('purchases.checkedLately', { when: timestamp(said.retryAt, 'R') });
	}
}

/** Explains unlinking before it is done. */
export function unlinkQuestionView(t: Translator, { claim, roleIds, days }: UnlinkQuestion): MessageView {
	return notice(
		t('unlink.title', { it: withEnding(itemName(t, claim.item, 80), claim.ending) }),
		[
			sentences(t, [
				roleIds.length > 0 && t('unlink.loses', { roles: roleList(t, roleIds, maxRoles) }),
				days === 0 ? t('desk.effect.unlink') : t('unlink.keptFor', { days }),
			]),
		],
		buttons(
			danger(button(t('unlink.button'), unlinkPurchase.encode(claim.hash))),
			button(t('unlink.keep'), openPurchase.encode(claim.hash)),
		),
	);
}

/** The outcome of a request to unlink a purchase. `now`: milliseconds since the epoch. */
export function unlinkedView(
	t: Translator,
	answer: Exclude<UnlinkAnswer, { kind: 'refused' }>,
	now: number,
): MessageView {
	const mine = buttons(button(t('button.showMyPurchases'), openPurchases.encode()));
	if (answer.kind === 'limited') {
		const until = t('unlink.limited', { when: timestamp(answer.retryAt, 'R') });
		return notice(t('dispute.hindered.too-many'), [until], mine);
	}
	const { freeFrom } = answer;
	const free =
		freeFrom > now ? t('unlink.freeFrom', { when: timestamp(freeFrom, 'R') }) : t('unlink.freeNow');
	return notice(t('unlink.done'), [free], mine);
}
