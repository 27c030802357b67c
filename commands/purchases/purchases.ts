import type { MemberRef } from '../../src/base/row-fields.js';
import type { Services } from '../../src/create-services.js';
import {
	type Answer,
	type Asked,
	componentsOf,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import { isRenewable, supportStage } from '../../src/servers/support-stage.js';
import type { OwnPurchase, OwnPurchases } from '../../src/services/purchases/purchases.js';
import { askForCode, openPurchases, whereIsMyCode } from '../../src/ui/entries.js';
import { itemList } from '../../src/ui/items.js';
import { listPage, pageLine, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { bold, button, buttons, page, primary, text } from '../../src/ui/page.js';
import { renewButton } from '../../src/ui/place.js';
import { followRoles, heldRolesOf } from '../verify/verify.js';
import {
	askToUnlink,
	checkedNote,
	checkPurchaseAgain,
	getRoles,
	isLacking,
	listedLine,
	openPurchase,
	pickPurchase,
	purchaseView,
	standingLines,
	turnPurchases,
	unlinkedView,
	unlinkPurchase,
	unlinkQuestionView,
	type Viewing,
} from './purchase.js';

/** `/purchases`: a member's own purchases, visible only to them. */
export const purchases = slashCommand('purchases', {
	access: 'everyone',
	answer: (asked, services: Services) => privately(shown(asked, services, 0)),
});

const { on, shows } = componentsOf<Services>('everyone');

/** The buttons of `/purchases`, and the panel button that opens it. */
export const purchasesComponents = [
	on('button', openPurchases, (asked, services) => showPage(shown(asked, services, 0))),
	on('button', turnPurchases, ({ args, ...asked }, services) => showPage(shown(asked, services, args[0]))),
	on('button', openPurchase, ({ args, ...asked }, services) => showPage(shown(asked, services, args[0]))),
	on('select', pickPurchase, (asked, services) => showPage(shown(asked, services, asked.values[0] ?? ''))),
	on('button', getRoles, ({ args, ...asked }, services) =>
		rolesAsked(asked, services, args[0].length === 64 ? args[0] : Number(args[0])),
	),
	shows('button', checkPurchaseAgain, async ({ args, ...asked }, services) => {
		const said = await services.purchases.checkAgain(memberOf(asked), args[0]);
		return await pageOf(asked, services, args[0], said && checkedNote(asked.t, said));
	}),
	shows('button', askToUnlink, async ({ args, ...asked }, services) => {
		const question = await services.purchases.unlinkQuestion(memberOf(asked), args[0]);
		if (question !== undefined) return unlinkQuestionView(asked.t, question);
		return await pageOf(asked, services, args[0], asked.t('refusal.wasOutdated'));
	}),
	shows('button', unlinkPurchase, async ({ args, ...asked }, services) => {
		const answer = await services.purchases.unlink(memberOf(asked), args[0]);
		if (answer.kind !== 'refused') return unlinkedView(asked.t, answer, services.clock.now());
		return await pageOf(asked, services, args[0], asked.t('refusal.wasOutdated'));
	}),
];

function shown(asked: Asked, services: Services, where: Where): Work {
	return async () => await pageOf(asked, services, where);
}

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
			const held =
				progress.kind === 'granted'
					? [...before, ...progress.added].filter((id) => !progress.removed.includes(id))
					: before;
			await show(await pageOf(asked, services, where, undefined, held));
		});
		return undefined;
	});
}

function memberOf({ guildId, userId }: Asked): MemberRef {
	return { guildId, userId };
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
	context: Viewing,
): MessageView {
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
	const { entries, at } = shown;
	const choice = { pickId: pickPurchase.encode(), placeholder: t('purchases.choose') };
	return page(
		'info',
		text(context.note),
		text(`## ${t('purchases.title', { count: all.length })}`, ...standingLines(t, roles)),
		itemList(t, shown, choice, (purchase) => ({
			item: purchase.item,
			media: purchase.media,
			value: purchase.hash,
			openId: openPurchase.encode(purchase.hash),
			line: listedLine(t, purchase, context),
			plainLine: listedLine(t, purchase, context, true),
		})),
		buttons(
			isLacking(roles) && primary(button(t('purchases.getRoles'), getRoles.encode(String(at)))),
			renewAny(t, entries, context),
			button(t('button.verifyAnother'), askForCode.encode()),
		),
		buttons(...turnButtons(t, shown, (to) => turnPurchases.encode(to))),
		text(pageLine(t, shown)),
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
