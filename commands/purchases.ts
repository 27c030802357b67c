import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, onComponent, replyLater, updateLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import type { MemberRef } from '../src/member-ref.js';
import type { OwnPurchase } from '../src/members/purchases.js';
import type { UnlinkAnswer, UnlinkQuestion } from '../src/members/unlinking.js';
import type { RoleProgress } from '../src/verification/verify.js';
import {
	chooseToUnlink,
	openPurchases,
	purchasesView,
	restoredView,
	restoreRoles,
	turnPurchases,
} from '../src/views/purchases-view.js';
import { unlinkedView, unlinkPurchase, unlinkQuestionView } from '../src/views/unlink-view.js';
import { followRole, heldRolesOf, type RolePatience } from './role-answer.js';

export interface PurchasesService extends RolePatience {
	/** The member's own, the latest first. */
	purchasesOf(place: MemberRef): Promise<readonly OwnPurchase[]>;
	/** Asks for the roles that follow from the member's purchases in the guild. */
	restore(place: MemberRef, heldRoles: readonly string[] | undefined): Promise<RoleProgress>;
	/** May the member let go of the purchase with this hash? */
	mayUnlink(place: MemberRef, hash: string): Promise<UnlinkQuestion>;
	unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer>;
}

interface Services {
	readonly purchases: PurchasesService;
}

/** `/purchases`: a member's own purchases, for nobody else to see. */
export const purchases = slashCommand('purchases', { access: 'everyone', answer: ownPurchases });

/** What the buttons of `/purchases` do, and the one of a panel that leads there. */
export const purchasesComponents = [
	onComponent('button', openPurchases, 'everyone', ownPurchases),
	onComponent('button', turnPurchases, 'everyone', ({ args, interaction, t }, { purchases }: Services) =>
		updateLater(async () => purchasesView(t, await purchases.purchasesOf(placeOf(interaction)), args[0])),
	),
	onComponent('button', restoreRoles, 'everyone', ({ interaction, t }, { purchases }: Services) => {
		const startedAt = purchases.now();
		return replyLater(async (show) => {
			const role = await purchases.restore(placeOf(interaction), heldRolesOf(interaction));
			await followRole(role, purchases, startedAt, (kind) => show(restoredView(t, kind)));
		});
	}),
	onComponent('select', chooseToUnlink, 'everyone', ({ interaction, t }, { purchases }: Services) =>
		replyLater(async () => {
			const hash = interaction.values[0] ?? '';
			return unlinkQuestionView(t, await purchases.mayUnlink(placeOf(interaction), hash));
		}),
	),
	onComponent('button', unlinkPurchase, 'everyone', ({ args, interaction, t }, { purchases }: Services) =>
		updateLater(async () => unlinkedView(t, await purchases.unlink(placeOf(interaction), args[0]))),
	),
];

function ownPurchases({ interaction, t }: Asked<Answerable>, { purchases }: Services): Answer {
	return replyLater(async () => purchasesView(t, await purchases.purchasesOf(placeOf(interaction)), 0));
}

function placeOf({ guildId, user }: Answerable): MemberRef {
	return { guildId, userId: user.id };
}
