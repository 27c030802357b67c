import type { Clock } from '../../src/base/clock.js';
import type { MemberRef } from '../../src/base/member-ref.js';
import {
	type Answer,
	type Asked,
	onComponent,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import type { createPurchases } from '../../src/purchases/purchases.js';
import type { createUnlinking } from '../../src/purchases/unlinking.js';
import {
	askToUnlink,
	checkPurchaseAgain,
	getRoles,
	openPurchase,
	openPurchases,
	pickPurchase,
	turnPurchases,
	unlinkPurchase,
} from '../../src/views/custom-ids/purchase-ids.js';
import type { Place } from '../../src/views/kit/discord-links.js';
import { checkedNote, ownPurchasesView, type Where } from '../../src/views/purchases/purchases-view.js';
import { unlinkedView, unlinkQuestionView } from '../../src/views/purchases/unlink-view.js';
import { followOwnRoles, heldRolesOf } from '../verify/follow-roles.js';

export type PurchasesService = Clock &
	ReturnType<typeof createPurchases> &
	ReturnType<typeof createUnlinking>;

export interface PurchasePageServices {
	readonly purchases: PurchasesService;
	readonly links: Pick<LinksOfServers, 'of'>;
}

/** `/purchases`: a member's own purchases, visible only to them. */
export const purchases = slashCommand('purchases', {
	access: 'everyone',
	answer: (asked, services: PurchasePageServices) => privately(shown(asked, services, 0)),
});

/** The buttons of `/purchases`, and the panel button that opens it. */
export const purchasesComponents = [
	onComponent('button', openPurchases, 'everyone', (asked, services: PurchasePageServices) =>
		showPage(shown(asked, services, 0)),
	),
	onComponent('button', turnPurchases, 'everyone', ({ args, ...asked }, services: PurchasePageServices) =>
		showPage(shown(asked, services, args[0])),
	),
	onComponent('button', openPurchase, 'everyone', ({ args, ...asked }, services: PurchasePageServices) =>
		showPage(shown(asked, services, args[0])),
	),
	onComponent('select', pickPurchase, 'everyone', (asked, services: PurchasePageServices) =>
		showPage(shown(asked, services, asked.values[0] ?? '')),
	),
	onComponent('button', getRoles, 'everyone', ({ args, ...asked }, services: PurchasePageServices) =>
		rolesAsked(asked, services, args[0].length === 64 ? args[0] : Number(args[0])),
	),
	onComponent(
		'button',
		checkPurchaseAgain,
		'everyone',
		({ args, ...asked }, services: PurchasePageServices) =>
			showPage(async () => {
				const { t } = asked;
				const said = await services.purchases.checkAgain(memberOf(asked), args[0]);
				return await page(asked, services, args[0], said && checkedNote(t, said));
			}),
	),
	onComponent('button', askToUnlink, 'everyone', (asked, { purchases, links }: PurchasePageServices) =>
		showPage(async () => {
			const question = await purchases.mayUnlink(memberOf(asked), asked.args[0]);
			return unlinkQuestionView(asked.t, question, await placeOf(asked, links));
		}),
	),
	onComponent('button', unlinkPurchase, 'everyone', (asked, { purchases, links }: PurchasePageServices) =>
		showPage(async () => {
			const answer = await purchases.unlink(memberOf(asked), asked.args[0]);
			return unlinkedView(asked.t, answer, await placeOf(asked, links), purchases.now());
		}),
	),
];

function shown(asked: Asked, services: PurchasePageServices, where: Where): Work {
	return async () => await page(asked, services, where);
}

/** The current page. `held`: the member's roles, if known better than from the interaction. */
async function page(
	asked: Asked,
	{ purchases, links }: PurchasePageServices,
	where: Where,
	note: string | undefined = asked.isPending ? asked.t('verify.roleMemberPending') : undefined,
	held: readonly string[] = asked.roleIds(),
) {
	const [own, place] = await Promise.all([
		purchases.purchasesOf(memberOf(asked), held),
		placeOf(asked, links),
	]);
	return ownPurchasesView(asked.t, own, where, { place, now: purchases.now(), note });
}

function rolesAsked(asked: Asked, services: PurchasePageServices, where: Where): Answer {
	const { purchases } = services;
	const startedAt = purchases.now();
	return showPage(async (show) => {
		const ticket = await purchases.restore(memberOf(asked), heldRolesOf(asked));
		await followOwnRoles(ticket, asked, purchases, startedAt, async (held) =>
			show(await page(asked, services, where, undefined, held)),
		);
	});
}

function memberOf({ guildId, userId }: Asked): MemberRef {
	return { guildId, userId };
}

async function placeOf({ guildId }: Asked, links: PurchasePageServices['links']): Promise<Place> {
	return { guildId, links: await links.of(guildId) };
}
