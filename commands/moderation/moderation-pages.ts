import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Carried, LookedUp, ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import { showDispute } from '../../src/views/custom-ids/dispute-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import type { NameOf } from '../../src/views/kit/text.js';
import { carriedView } from '../../src/views/moderation/moderation-forms-view.js';
import {
	codeView,
	noReferenceView,
	referenceView,
} from '../../src/views/moderation/moderation-look-up-view.js';
import {
	laterView,
	type MemberPageState,
	memberView,
} from '../../src/views/moderation/moderation-member-view.js';
import {
	checkedNote,
	notFoundView,
	purchaseView,
} from '../../src/views/moderation/moderation-purchase-view.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

// The moderation pages, limited to what the moderator may see.

/** A member's page, within the limit on how many members staff look at. */
export async function memberPage(
	asked: Asked,
	services: ModerationServices,
	userId: string,
	state: Omit<MemberPageState, 'nameOf'> = { page: 0, former: false },
): Promise<MessageView> {
	const { guildId, t } = asked;
	const { staffLimits, memberPages, memberNames, clock } = services;
	const retryAt = await staffLimits.whoisRetryAt(asked, userId);
	if (retryAt !== undefined) return laterView(t, retryAt);
	const member = await memberPages.of({ guildId, userId }, state.former);
	// Last, because a member of the server is now cached.
	const nameOf = await memberNames.of([userId]);
	const rights = moderatorOf(asked);
	return memberView(t, member, { ...state, nameOf }, rights, clock.now());
}

/** A purchase's page. `noteFor` makes the note at its top. */
export async function purchasePage(
	asked: Asked,
	services: ModerationServices,
	about: ModeratedPurchase | undefined,
	noteFor: (nameOf: NameOf) => string | undefined = () => undefined,
): Promise<MessageView> {
	if (about === undefined) return notFoundView(asked.t);
	const { moderation, memberNames, moderatedRoles, catalogue, formLabels, clock } = services;
	const { file, holderId, codeEnd } = about;
	const { guildId, t } = asked;
	const holder = holderId === undefined ? undefined : { guildId, userId: holderId };
	const [seats, roleIds] = await Promise.all([
		moderation.seatsOf(file.licenseType),
		holder && moderatedRoles.fromAlone(file.hash, holder),
	]);
	const label = { itemName: file.item.name, codeEnd, holderCount: file.claims.length };
	formLabels.remember({ guildId, hash: file.hash, holderId }, { ...label, ...(roleIds && { roleIds }) });
	const nameOf = await memberNames.of(file.claims.map(({ holderId }) => holderId));
	const media = catalogue.get(file.item.id);
	const isEnded = file.status === 'revoked' && file.claims.some((claim) => claim.holderId === holderId);
	const ended =
		isEnded && holder !== undefined ? await moderatedRoles.endedWith(file.hash, holder) : undefined;
	const parts = { seats, media, ended, note: noteFor(nameOf), nameOf, now: clock.now() };
	return purchaseView(t, about, moderatorOf(asked), parts);
}

/** Checks a purchase with the shop, and shows its page with the changes. */
export async function checkPage(
	asked: Asked,
	services: ModerationServices,
	about: ModeratedPurchase,
): Promise<MessageView> {
	const { t } = asked;
	const { moderation, staffLimits, checking } = services;
	const { hash } = about.file;
	const moderator = moderatorOf(asked);
	const outcome = await staffLimits.limitCheck(hash, () => checking.check(hash, about.holderId, moderator));
	const now = (await moderation.findByHash(hash, about.holderId)) ?? about;
	return await purchasePage(asked, services, now, (nameOf) => checkedNote(t, now, outcome, nameOf));
}

/** The page for a typed text: a known reference, or else a code. */
export async function lookUpPage(
	asked: Asked,
	services: ModerationServices,
	typed: string,
): Promise<MessageView> {
	return (await referencePage(asked, services, typed)) ?? (await codePage(asked, services, typed));
}

/** @returns undefined if nothing is stored for it. `isNamed`: the text was given as a reference, so a miss counts. */
export async function referencePage(
	asked: Asked,
	services: ModerationServices,
	typed: string,
	isNamed = false,
): Promise<MessageView | undefined> {
	const { guildId, t } = asked;
	const { references, disputes, moderation, memberPages, memberNames, staffLimits } = services;
	const look = async () => {
		const found = await references.find(typed);
		return { found, isMiss: isNamed && found === undefined };
	};
	const looked = await staffLimits.limitLookUp(asked, look);
	if ('retryAt' in looked) return laterView(t, looked.retryAt);
	const { found } = looked;
	if (found === undefined) return isNamed ? noReferenceView(t) : undefined;
	const { hash, userId, reference } = found;
	const about = hash === undefined ? undefined : await moderation.findByHash(hash, undefined);
	const [name, dispute] = await Promise.all([
		memberPages.nameOf({ guildId, userId }),
		disputes.factsOf(reference),
	]);
	const nameOf = await memberNames.of([userId, about?.holderId]);
	const disputeButton = dispute && showDispute.encode(reference);
	// A purchase from another shop: its code is unknown here.
	const isUnknownCode = found.why === 'invalid';
	const mayGive = isUnknownCode && moderatorOf(asked).canManageRoles;
	return referenceView(t, { ...found, about, disputeButton, mayGive, name, nameOf });
}

/** The page of a code, within the limit on how many unknown ones staff look up. */
export async function codePage(
	asked: Asked,
	services: ModerationServices,
	typed: string,
): Promise<MessageView> {
	const { t } = asked;
	const { giving, staffLimits, formLabels, clock } = services;
	const moderator = moderatorOf(asked);
	const looked = await staffLimits.limitLookUp(moderator, async () => {
		const found: LookedUp = await giving.lookUpCode(typed, moderator);
		return { found, isMiss: found.kind !== 'held' && found.kind !== 'not-a-code' };
	});
	if ('retryAt' in looked) return laterView(t, looked.retryAt);
	const { found } = looked;
	if (found.kind === 'held') return await purchasePage(asked, services, found.purchases[0]);
	if (found.kind === 'free') {
		formLabels.remember(found.id, { itemName: found.item.name, codeEnd: found.codeEnd });
	}
	return codeView(t, found, moderatorOf(asked), clock.now());
}

/**
 * The outcome of an act.
 * @param change the custom_id that opens the modal again, if a refusal can be corrected there
 */
export async function carriedPage(
	{ t }: Asked,
	{ memberNames }: Pick<ModerationServices, 'memberNames'>,
	carried: Carried,
	change?: string,
): Promise<MessageView> {
	if (carried.kind !== 'done') return carriedView(t, carried, change === undefined ? {} : { change });
	const { by, memberId, toUserId } = carried.event;
	return carriedView(t, carried, { nameOf: await memberNames.of([by, memberId, toUserId]) });
}
