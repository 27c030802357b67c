import { scrubCodes } from '../src/claims/scrub-codes.js';
import type { ChatInput } from '../src/discord/command.js';
import type { Asked } from '../src/discord/handler.js';
import type { Translator } from '../src/i18n/translator.js';
import type { ModerationCase, Moderator } from '../src/moderation/moderation-outcomes.js';
import type { ModerationAction, Proposal } from '../src/moderation/proposals.js';
import { type MessageView, textView } from '../src/views/message.js';
import { chooseView, confirmView } from '../src/views/moderation-view.js';
import { type ModerationService, type ModerationServices, moderatorOf } from './moderation-services.js';

/** Keeps a change until it is confirmed, or first until it is chosen which of several claims is meant. */
export async function proposeChange(
	{ interaction, t }: Asked<ChatInput>,
	{ moderation: { moderation } }: ModerationServices,
	action: ModerationAction,
	cases: readonly ModerationCase[],
): Promise<MessageView> {
	const { guildId, options, user } = interaction;
	const moderator = moderatorOf(interaction);
	const toUserId = action === 'transfer' ? options.getUser('to', true).id : undefined;
	const hindrance = toUserId && (await moderation.receiverHindrance(toUserId, moderator));
	if (hindrance) return textView(t(`moderation.hindrance.${hindrance}`));
	const why = scrubCodes(options.getString('reason', true));
	const proposal = { by: user.id, guildId, action, why, ...(toUserId !== undefined && { toUserId }) };
	const [only] = cases;
	if (cases.length > 1 || only === undefined) {
		return chooseView(t, await moderation.propose(proposal), cases);
	}
	return await askToConfirm(t, moderation, proposal, only, moderator);
}

/** Stores the proposed change and asks for confirmation, or says what already stands in its way. */
export async function askToConfirm(
	t: Translator,
	moderation: ModerationService,
	proposal: Proposal,
	about: ModerationCase,
	{ userId, isAdministrator }: Moderator,
): Promise<MessageView> {
	const { file, holderId } = about;
	const isHeldBy = (id: string | undefined) => file.claims.some((claim) => claim.holderId === id);
	if (isHeldBy(userId) && !isAdministrator) return textView(t('moderation.hindrance.own-case'));
	if (isHeldBy(proposal.toUserId)) return textView(t('moderation.hindrance.already-held'));
	const isOfKeptSeats = proposal.action === 'release' && holderId === undefined && file.keptSeats > 0;
	const chosen = {
		...proposal,
		...(isOfKeptSeats && { action: 'free' as const }),
		...(holderId !== undefined && { holderId }),
		hash: file.hash,
		revision: file.revision,
	};
	return confirmView(t, await moderation.propose(chosen), chosen, about);
}
