import { scrubCodes } from '../../src/claims/scrub-codes.js';
import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Answerable, ChatInput } from '../../src/discord/interactions/interaction-ports.js';
import type { ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import type { Proposal } from '../../src/moderation/proposals.js';
import type { MessageView } from '../../src/views/kit/message.js';
import {
	carriedView,
	chooseView,
	confirmGiveView,
	confirmView,
} from '../../src/views/moderation/moderation-act-view.js';
import { checkedNote } from '../../src/views/moderation/moderation-purchase-view.js';
import { itemIdOf } from '../items/item-option.js';
import { purchasePage } from './moderation-pages.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

/** Acts on an existing purchase. */
export type TypedAct = 'move' | 'unlink' | 'lock' | 'unlock' | 'revoke' | 'check';

/** Stores an act until it is confirmed, or first asks which of several purchases is meant. */
export async function proposeAct(
	asked: Asked<ChatInput>,
	services: ModerationServices,
	action: TypedAct,
	purchases: readonly ModeratedPurchase[],
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { moderation } = services;
	const { guildId, options, user } = interaction;
	const toUserId = action === 'move' ? options.getUser('to', true).id : undefined;
	const hindrance = toUserId && (await moderation.receiverHindrance(toUserId, moderatorOf(interaction)));
	if (hindrance) return carriedView(t, { kind: hindrance });
	const why = action === 'check' ? '' : scrubCodes(options.getString('reason', true));
	const proposal = { by: user.id, guildId, action, why, ...(toUserId !== undefined && { toUserId }) };
	// A lock, a check and a revocation apply to the code, whatever its holders.
	const distinct = action === 'move' || action === 'unlink' ? purchases : onePerCode(purchases);
	const [only] = distinct;
	if (distinct.length > 1 || only === undefined) {
		const names = await namesOf(distinct, guildId, services);
		return chooseView(t, await moderation.propose(proposal), distinct, names);
	}
	return await askToConfirm(asked, services, proposal, only);
}

/** Stores the act and asks for confirmation, or explains why it can't be done. A check needs no confirmation. */
export async function askToConfirm(
	asked: Asked<Answerable>,
	services: ModerationServices,
	proposal: Proposal,
	about: ModeratedPurchase,
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { file, holderId } = about;
	const { action, toUserId } = proposal;
	if (action === 'check') return await checkPage(asked, services, about);
	if (action === 'give' || action === 'look-up') return carriedView(t, { kind: 'expired' });
	const { userId, isAdministrator } = moderatorOf(interaction);
	const isHeldBy = (id: string | undefined) => file.claims.some((claim) => claim.holderId === id);
	if (isHeldBy(userId) && !isAdministrator) return carriedView(t, { kind: 'own-case' });
	if (isHeldBy(toUserId)) return carriedView(t, { kind: 'already-held' });
	const isOfKeptSeats = action === 'unlink' && holderId === undefined && file.keptSeats > 0;
	const chosen = {
		...proposal,
		action: isOfKeptSeats ? ('free' as const) : action,
		...(holderId !== undefined && { holderId }),
		hash: file.hash,
		revision: file.revision,
	};
	const { moderation, moderatedRoles, memberNames } = services;
	const holder = holderId === undefined ? undefined : { guildId: interaction.guildId, userId: holderId };
	const [roleIds, nameOf] = await Promise.all([
		holder === undefined ? [] : moderatedRoles.fromAlone(file.hash, holder),
		memberNames.of([holderId, toUserId]),
	]);
	return confirmView(t, await moderation.propose(chosen), chosen, { about, roleIds, nameOf });
}

/** Checks a purchase with the shop, and shows its page with the changes. */
export async function checkPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	about: ModeratedPurchase,
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { moderation, staffLimits, checking } = services;
	const { hash } = about.file;
	const moderator = moderatorOf(interaction);
	const outcome = await staffLimits.limitCheck(hash, () => checking.check(hash, about.holderId, moderator));
	const now = (await moderation.findByHash(hash, about.holderId, moderator.guildId)) ?? about;
	return await purchasePage(asked, services, now, (nameOf) => checkedNote(t, now, outcome, nameOf));
}

export async function proposeGift(
	{ interaction, t }: Asked<ChatInput>,
	services: ModerationServices,
): Promise<MessageView> {
	const { moderation } = services;
	const { guildId, options, user } = interaction;
	const moderator = moderatorOf(interaction);
	if (!moderator.canManageRoles) return carriedView(t, { kind: 'moderators-only' });
	const toUserId = options.getUser('member', true).id;
	const itemId = itemIdOf(services.catalogue, options.getString('item', true));
	const item = itemId === undefined ? undefined : services.catalogue.get(itemId);
	if (item === undefined) return carriedView(t, { kind: 'unknown-item' });
	const hindrance = await moderation.receiverHindrance(toUserId, moderator);
	if (hindrance !== undefined) return carriedView(t, { kind: hindrance });
	const why = scrubCodes(options.getString('reason', true));
	const days = options.getInteger('days') ?? undefined;
	const gift = { itemId: item.id, ...(days !== undefined && { days }) };
	const id = await moderation.propose({ by: user.id, guildId, action: 'give', why, toUserId, gift });
	const nameOf = await services.memberNames.of([toUserId]);
	return confirmGiveView(t, id, { itemName: item.name, days, toUserId, why }, nameOf);
}

function onePerCode(purchases: readonly ModeratedPurchase[]): readonly ModeratedPurchase[] {
	return purchases.filter(
		({ file }, index) => purchases.findIndex((other) => other.file.hash === file.hash) === index,
	);
}

async function namesOf(
	purchases: readonly ModeratedPurchase[],
	guildId: string,
	{ memberPages }: ModerationServices,
): Promise<ReadonlyMap<string, string>> {
	const ids = [...new Set(purchases.flatMap(({ holderId }) => holderId ?? []))].slice(0, 25);
	const names = await Promise.all(
		ids.map(async (id) => [id, await memberPages.nameOf({ guildId, userId: id })] as const),
	);
	return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}
