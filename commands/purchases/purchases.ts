import { z } from 'zod';
import { knownEnd } from '../../src/base/purchase-fields.js';
import type { MemberRef } from '../../src/base/row-fields.js';
import type { Services } from '../../src/create-services.js';
import {
	type Answer,
	type Asked,
	componentsOf,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import { isRenewable, supportStage } from '../../src/servers/support-stage.js';
import type { RoleStatus } from '../../src/services/moderation/moderated-roles.js';
import type {
	OwnPurchase,
	OwnPurchases,
	UnlinkAnswer,
	UnlinkQuestion,
} from '../../src/services/purchases/purchases.js';
import type { CheckedAgain } from '../../src/services/refunds/renewals.js';
import { claimHash, defineCustomId, wholeNumber } from '../../src/ui/custom-id.js';
import { askForCode, openPurchases, whereIsMyCode } from '../../src/ui/entries.js';
import { itemList, itemName, itemPreview, itemThumbnail } from '../../src/ui/items.js';
import { listPage, listSize, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { licenseLine, roleList, shownEnding, withEnding } from '../../src/ui/names.js';
import { bold, button, buttons, danger, head, notice, page, primary, text } from '../../src/ui/page.js';
import {
	askButton,
	askLine,
	type Place,
	renewButton,
	supportChannelButton,
	type Viewing,
} from '../../src/ui/place.js';
import { listedSupport, supportLine } from '../../src/ui/support-lines.js';
import { capitalized, dotted, sentences, timestamp } from '../../src/ui/text.js';
import { openItem } from '../items/list-state.js';
import { followRoles, heldRolesOf } from '../verify/verify.js';

/** The open view: a purchase by its hash, which is not a secret, or a page of the list from 0. */
const where = z.tuple([z.union([claimHash, wholeNumber])]);
const showPurchases = defineCustomId('purchases-page', where);
/** The select that opens a purchase of the list's page; its values are claims' hashes. */
const pickPurchase = defineCustomId('purchases-pick');
/** Syncs the member's roles with the purchases. */
export const getRoles = defineCustomId('purchases-roles', where);
/** Asks the shop about a purchase again. */
const checkPurchaseAgain = defineCustomId('purchases-check', z.tuple([claimHash]));
export const askToUnlink = defineCustomId('purchases-ask-unlink', z.tuple([claimHash]));
export const unlinkPurchase = defineCustomId('purchases-let-go', z.tuple([claimHash]));

/** `/purchases`: a member's own purchases, visible only to them. */
export const purchases = slashCommand('purchases', {
	access: 'everyone',
	answer: (asked, services: Services) => privately(() => pageOf(asked, services, 0)),
});

const { on, shows } = componentsOf<Services>('everyone');

export const purchasesComponents = [
	shows('button', openPurchases, (asked, services) => pageOf(asked, services, 0)),
	shows('button', showPurchases, (asked, services) => pageOf(asked, services, ...asked.args)),
	shows('select', pickPurchase, (asked, services) => pageOf(asked, services, asked.values[0] ?? '')),
	on('button', getRoles, (asked, services) => rolesAsked(asked, services, ...asked.args)),
	shows('button', checkPurchaseAgain, async (asked, services) => {
		const [hash] = asked.args;
		const said = await services.purchases.checkAgain(memberOf(asked), hash);
		return await pageOf(asked, services, hash, said && checkedNote(asked.t, said));
	}),
	shows('button', askToUnlink, async (asked, services) => {
		const [hash] = asked.args;
		const question = await services.purchases.unlinkQuestion(memberOf(asked), hash);
		if (question !== undefined) return unlinkQuestionView(asked.t, question);
		return await pageOf(asked, services, hash, asked.t('refusal.wasOutdated'));
	}),
	shows('button', unlinkPurchase, async (asked, services) => {
		const [hash] = asked.args;
		const answer = await services.purchases.unlink(memberOf(asked), hash);
		if (answer.kind !== 'refused') return unlinkedView(asked.t, answer, services.clock.now());
		return await pageOf(asked, services, hash, asked.t('refusal.wasOutdated'));
	}),
];

/** The current page. `held`: the member's roles, if known better than from the interaction. */
async function pageOf(
	asked: Asked,
	{ purchases, links, clock }: Services,
	where: Where,
	note: string | undefined = asked.isPending ? asked.t('verify.roleMemberPending') : undefined,
	held: readonly string[] = asked.roleIds(),
) {
	const { guildId } = asked;
	const [own, read] = await Promise.all([purchases.purchasesOf(memberOf(asked), held), links.of(guildId)]);
	return ownPurchasesView(asked.t, own, where, { place: { guildId, links: read }, now: clock.now(), note });
}

function rolesAsked(asked: Asked, services: Services, where: Where): Answer {
	const { purchases, clock } = services;
	const startedAt = clock.now();
	return showPage(async (show) => {
		const ticket = await purchases.restore(memberOf(asked), heldRolesOf(asked));
		await followRoles(ticket, clock, startedAt, async (progress) => {
			const before = asked.roleIds();
			// If the buyer role is blocked, other roles may have been given.
			const has = progress.kind === 'blocked' ? [...before, ...(progress.held ?? [])] : before;
			const held =
				progress.kind === 'granted'
					? [...before, ...progress.added].filter((id) => !progress.removed.includes(id))
					: has;
			await show(await pageOf(asked, services, where, undefined, held));
		});
		return undefined;
	});
}

function memberOf({ guildId, userId }: Asked): MemberRef {
	return { guildId, userId };
}

export type Where = z.output<typeof where>[0];

/**
 * A member's own purchases: the requested or only purchase, or a page of the list. A page past the end yields the last
 * one; a purchase that is not theirs any more yields the list, with a note.
 */
export function ownPurchasesView(t: Translator, own: OwnPurchases, where: Where, context: Viewing) {
	const [only] = own.all.length === 1 ? own.all : [];
	const wanted = typeof where === 'string' ? own.all.find(({ hash }) => hash === where) : undefined;
	const isMissing = typeof where === 'string' && wanted === undefined;
	const shown = isMissing ? { ...context, note: context.note ?? t('refusal.wasOutdated') } : context;
	const open = wanted ?? only;
	if (open !== undefined) return purchaseView(t, own, open, shown);
	return own.all.length === 0 ? noneView(t, shown) : listView(t, own, isMissing ? 0 : Number(where), shown);
}

function noneView(t: Translator, { note }: Viewing): MessageView {
	const verify = primary(button(t('button.verify'), askForCode.encode()));
	const where = button(t('button.whereIsMyCode'), whereIsMyCode.encode());
	return page(
		'info',
		text(note),
		text(bold(t('purchases.none')), t('purchases.noneHint')),
		buttons(verify, where),
	);
}

function listView(t: Translator, own: OwnPurchases, wantedPage: number, context: Viewing): MessageView {
	const { all, roles } = own;
	const shown = listPage(all, wantedPage);
	const { entries, at, pages } = shown;
	const pageOf = pages > 1 && t('items.pageOf', { page: at + 1, pages });
	const choice = {
		pickId: pickPurchase.encode(),
		placeholder: t('purchases.choose'),
		heading: capitalized(t, dotted(pageOf, t('purchases.columns'))),
	};
	return page(
		'info',
		text(context.note),
		text(`## ${t('purchases.title', { count: all.length })}`, ...standingLines(t, roles)),
		itemList(t, shown, choice, (purchase) => ({
			item: purchase.item,
			media: purchase.media,
			value: purchase.hash,
			openId: showPurchases.encode(purchase.hash),
			line: listedLine(t, purchase, context),
			plainLine: purchase.isGiven ? t('purchases.given') : endingOf(purchase),
			brief: briefOf(t, purchase, context),
		})),
		buttons(
			isLacking(roles) && primary(button(t('purchases.getRoles'), getRoles.encode(at))),
			renewAny(t, entries, context),
			button(t('button.verifyAnother'), askForCode.encode()),
		),
		buttons(...turnButtons(t, shown, (to) => showPurchases.encode(to))),
	);
}

/** The button to extend support, if a listed purchase needs it. */
function renewAny(t: Translator, purchases: readonly OwnPurchase[], { place, now }: Viewing) {
	const isDue = purchases.some(
		({ isGiven, status, supportedUntil }) =>
			!isGiven && status === 'active' && isRenewable(supportStage(supportedUntil, now, place.links.support)),
	);
	return isDue && renewButton(t, place);
}

/** More would fill a phone's screen; the rest is an ellipsis. */
const maxRoles = 8;

/** A member's held and missing roles, a line for each. A deleted one has no name. */
function standingLines(t: Translator, roles: RoleStatus): readonly string[] {
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
function isLacking({ missing }: RoleStatus): boolean {
	return missing.some(({ why }) => why !== 'role-missing');
}

const endingOf = ({ ending }: OwnPurchase) => (ending === '' ? '' : shownEnding(ending));

/** A purchase below its name in a short list: `••••3a8c · support until 8 May 2027`. */
function listedLine(t: Translator, purchase: OwnPurchase, { now, place }: Viewing): string {
	if (purchase.isGiven) return t('purchases.given');
	const stage = supportStage(purchase.supportedUntil, now, place.links.support);
	const isOver = purchase.status === 'revoked';
	return dotted(endingOf(purchase), isOver ? t('purchases.revokedTitle') : listedSupport(t, stage));
}

/** The end of a purchase's support, which stands behind its name in a long list; '' if it is unknown. */
function briefOf(t: Translator, { isGiven, supportedUntil, status }: OwnPurchase, { now, place }: Viewing) {
	if (status === 'revoked') return t('purchases.revokedTitle');
	const stage = supportStage(supportedUntil, now, place.links.support);
	if (isGiven || stage.kind === 'unknown') return '';
	if (stage.kind === 'none') return t('support.listed.none');
	return `${stage.kind === 'soon' ? '⏳ ' : ''}${timestamp(stage.end, 'd')}`;
}

/** `Bought 8 May 2026 · verified 6 months ago`. */
function datesLine(t: Translator, { purchasedAt, claimedAt }: OwnPurchase): string {
	const when = timestamp(claimedAt, 'R');
	if (purchasedAt === undefined) return t('purchases.verified', { when });
	return t('purchases.dates', { date: timestamp(purchasedAt, 'D'), when });
}

export function purchaseView(t: Translator, own: OwnPurchases, purchase: OwnPurchase, context: Viewing) {
	const { place, note } = context;
	const isOver = purchase.status === 'revoked';
	const asks = isOver || purchase.locked;
	const lines = isOver
		? [
				t('purchases.revokedTitle'),
				t(purchase.isRevokedByStaff ? 'purchases.revokedByStaff' : 'purchases.revoked'),
			]
		: lastingLines(t, own, purchase, context);
	return page(
		isOver ? 'over' : 'info',
		text(note),
		head([bold(itemName(t, purchase.item, 80))], itemThumbnail(t, purchase.item, purchase.media)),
		text(
			licenseLine(t, purchase.licenseType, purchase.isGiven ? undefined : purchase.ending),
			...lines,
			asks && askLine(t, place),
		),
		itemPreview(t, purchase.item, purchase.media),
		// In one row, of which a phone makes as few lines as fit.
		buttons(
			...acts(t, own, purchase, context.now),
			...(isOver ? [] : waysOn(t, purchase, place)),
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
): (string | false | undefined)[] {
	const { isGiven, locked, seat, supportedUntil } = purchase;
	return [
		!isGiven && datesLine(t, purchase),
		supportLine(t, supportStage(supportedUntil, now, place.links.support)),
		seat.of > 1 && t('purchases.seat', { n: seat.number, seats: seat.of }),
		locked && t('desk.locked'),
		...standingLines(t, rolesOf(purchase, roles)),
	];
}

function waysOn(t: Translator, { isGiven, item }: OwnPurchase, place: Place) {
	const isKnown = Number.isSafeInteger(item.id) && item.id >= 0;
	return [
		supportChannelButton(t, place),
		!isGiven && renewButton(t, place),
		isKnown && button(t('button.showItem'), openItem.encode(item.id)),
	];
}

function acts(t: Translator, { roles }: OwnPurchases, purchase: OwnPurchase, now: number) {
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
	return button(t('button.showAll'), showPurchases.encode(Math.floor(Math.max(0, at) / listSize)));
}

/** The outcome of a check requested by the holder, shown above the page. */
function checkedNote(t: Translator, said: CheckedAgain): string {
	switch (said.kind) {
		case 'asked':
			return said.purchase.status === 'active' ? t('purchases.validAgain') : t('purchases.stillRevoked');
		case 'no-answer':
			return t('purchases.noAnswer');
		case 'limited':
			return t('purchases.checkedLately', { when: timestamp(said.retryAt, 'R') });
	}
}

export function unlinkQuestionView(t: Translator, { claim, roleIds, days, freeFrom }: UnlinkQuestion) {
	const kept = claim.seat.of > 1 ? seatLine(t, freeFrom) : t('unlink.keptFor', { days });
	return notice(
		t('unlink.title', { it: withEnding(itemName(t, claim.item, 80), claim.ending) }),
		[
			sentences(t, [
				roleIds.length > 0 && t('unlink.loses', { roles: roleList(t, roleIds, maxRoles) }),
				days === 0 ? t('desk.effect.unlink') : kept,
			]),
		],
		danger(button(t('unlink.button'), unlinkPurchase.encode(claim.hash))),
		button(t('unlink.keep'), showPurchases.encode(claim.hash)),
	);
}

/** The outcome of a request to unlink a purchase. `now`: milliseconds since the epoch. */
export function unlinkedView(t: Translator, answer: Exclude<UnlinkAnswer, { kind: 'refused' }>, now: number) {
	const mine = button(t('button.showMyPurchases'), openPurchases.encode());
	if (answer.kind === 'limited') {
		const until = t('unlink.limited', { when: timestamp(answer.retryAt, 'R') });
		return notice(t('dispute.hindered.too-many'), [until], mine);
	}
	const { freeFrom, seats } = answer;
	const kept = seats > 1 ? seatLine(t, freeFrom) : t('unlink.freeFrom', { when: timestamp(freeFrom, 'R') });
	return notice(t('unlink.done'), [freeFrom > now ? kept : t('unlink.freeNow')], mine);
}

/** Others can still take the other seats of the purchase. */
const seatLine = (t: Translator, until: number) => t('unlink.seatUntil', { date: timestamp(until, 'D') });
