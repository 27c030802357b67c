import type { Asked } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import type { LookedUp, ModeratedPurchase } from '../../src/moderation/moderation-outcomes.js';
import { showDispute } from '../../src/views/custom-ids/dispute-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
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
import { goneView, purchaseView } from '../../src/views/moderation/moderation-purchase-view.js';
import { type ModerationServices, moderationRightsOf, moderatorOf } from './moderation-services.js';

// The pages of moderation, as whoever asks may see them.

/** A member's page, within the limit of how many members staff look at. */
export async function memberPage(
	{ interaction, t }: Asked<Answerable>,
	services: ModerationServices,
	userId: string,
	state: MemberPageState = { page: 0, former: false },
): Promise<MessageView> {
	const { staffLimits, memberPages, clock } = services;
	const { guildId, user } = interaction;
	const retryAt = await staffLimits.whoisRetryAt({ userId: user.id, guildId }, userId);
	if (retryAt !== undefined) return laterView(t, retryAt);
	const member = await memberPages.of({ guildId, userId }, state.former);
	return memberView(t, member, state, moderationRightsOf(interaction, services), clock.now());
}

/** A purchase's page. `note`: said above everything else. */
export async function purchasePage(
	{ interaction, t }: Asked<Answerable>,
	services: ModerationServices,
	about: ModeratedPurchase | undefined,
	note?: string,
): Promise<MessageView> {
	if (about === undefined) return goneView(t);
	const { moderation, memberPages, catalogue, formLabels, clock } = services;
	const { file, holderId, codeEnd } = about;
	const { guildId } = interaction;
	const [seats, holderName] = await Promise.all([
		moderation.seatsOf(file.licenseType),
		holderId === undefined ? undefined : memberPages.nameOf({ guildId, userId: holderId }),
	]);
	formLabels.remember(
		{ guildId, hash: file.hash, holderId },
		{ itemName: file.item.name, codeEnd, holderName },
	);
	const parts = { seats, thumbnailUrl: catalogue.get(file.item.id)?.thumbnailUrl, note, now: clock.now() };
	return purchaseView(t, about, moderationRightsOf(interaction, services), parts);
}

/** What staff typed: a reference where it is one that is known, else a code. */
export async function lookUpPage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	typed: string,
): Promise<MessageView> {
	return (await referencePage(asked, services, typed)) ?? (await codePage(asked, services, typed));
}

/** Undefined where nothing is kept under it. `isNamed`: it was said to be a reference, so that a miss counts. */
export async function referencePage(
	{ interaction, t }: Asked<Answerable>,
	services: ModerationServices,
	typed: string,
	isNamed = false,
): Promise<MessageView | undefined> {
	const { references, disputes, moderation, memberPages, staffLimits } = services;
	const { guildId, user } = interaction;
	const look = async () => {
		const found = await references.find(typed, guildId);
		return { found, isMiss: isNamed && found === undefined };
	};
	const looked = await staffLimits.limitLookUp({ userId: user.id, guildId }, look);
	if ('retryAt' in looked) return laterView(t, looked.retryAt);
	const { found } = looked;
	if (found === undefined) return isNamed ? noReferenceView(t) : undefined;
	const { hash, userId, reference } = found;
	const about = hash === undefined ? undefined : await moderation.findByHash(hash, undefined, guildId);
	const [name, dispute] = await Promise.all([
		memberPages.nameOf({ guildId, userId }),
		disputes.factsOf(reference, guildId),
	]);
	const disputeButton = dispute && showDispute.encode(reference);
	return referenceView(t, { ...found, about, disputeButton, name });
}

/** What is known of a code, within the limit of how many unknown ones staff look up. */
export async function codePage(
	asked: Asked<Answerable>,
	services: ModerationServices,
	typed: string,
): Promise<MessageView> {
	const { interaction, t } = asked;
	const { giving, staffLimits, clock } = services;
	const moderator = moderatorOf(interaction);
	const looked = await staffLimits.limitLookUp(moderator, async () => {
		const found: LookedUp = await giving.lookUpCode(typed, moderator);
		return { found, isMiss: found.kind !== 'held' && found.kind !== 'not-a-code' };
	});
	if ('retryAt' in looked) return laterView(t, looked.retryAt);
	const { found } = looked;
	if (found.kind === 'held') return await purchasePage(asked, services, found.purchases[0]);
	return codeView(t, found, moderationRightsOf(interaction, services), clock.now());
}
