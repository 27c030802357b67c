import { onComponent, updateLater } from '../src/discord/handler.js';
import type { Translator } from '../src/i18n/translator.js';
import type { Moderator } from '../src/moderation/moderation-outcomes.js';
import { ephemeral, type MessageView, textView } from '../src/views/message.js';
import {
	cancelChange,
	caseOfValue,
	chooseClaim,
	confirmChange,
	longHash,
	undoChange,
} from '../src/views/moderation-ids.js';
import { carriedView } from '../src/views/moderation-view.js';
import { askToConfirm } from './claim-proposal.js';
import { type ModerationService, type ModerationServices, moderatorOf } from './moderation-services.js';

/** What the select and the buttons of `/claim` do. What they are about is in the store, not in this process. */
export const claimComponents = [
	onComponent(
		'select',
		chooseClaim,
		'home-staff',
		(asked, { moderation: { moderation } }: ModerationServices) =>
			updateLater(async () => {
				const { args, interaction, t } = asked;
				const view = await choose(t, moderation, moderatorOf(interaction), args[0], interaction.values[0]);
				return view ?? expired(t);
			}),
	),
	onComponent(
		'button',
		confirmChange,
		'home-staff',
		(asked, { moderation: { moderation } }: ModerationServices) =>
			updateLater(async () => {
				const { args, interaction, t } = asked;
				const carried = await moderation.confirm(args[0], moderatorOf(interaction));
				return carried.kind === 'expired' ? expired(t) : carriedView(t, carried);
			}),
	),
	onComponent(
		'button',
		cancelChange,
		'home-staff',
		(asked, { moderation: { moderation } }: ModerationServices) =>
			updateLater(async () => {
				const { args, interaction, t } = asked;
				const dropped = await moderation.takeProposal(args[0], moderatorOf(interaction));
				return dropped === undefined ? expired(t) : textView(t('moderation.cancelled'));
			}),
	),
	onComponent(
		'button',
		undoChange,
		'home-staff',
		(asked, { moderation: { moderation } }: ModerationServices) =>
			updateLater(async () => {
				const {
					args: [hash, revision],
					interaction,
					t,
				} = asked;
				return carriedView(t, await moderation.undo(longHash(hash), revision, moderatorOf(interaction)));
			}),
	),
];

/** Undefined: what was proposed, or whom it was about, is gone. */
async function choose(
	t: Translator,
	moderation: ModerationService,
	moderator: Moderator,
	id: string,
	value: string | undefined,
): Promise<MessageView | undefined> {
	const chosen = caseOfValue(value);
	const proposal = await moderation.takeProposal(id, moderator);
	const about =
		chosen && proposal && (await moderation.case(chosen.hash, chosen.holderId, moderator.guildId));
	if (about === undefined || proposal === undefined) return undefined;
	return await askToConfirm(t, moderation, proposal, about, moderator);
}

/** Not in place of what the first of two clicks has brought, with its button to undo. */
function expired(t: Translator) {
	return { view: undefined, followUp: ephemeral(textView(t('moderation.hindrance.expired'))) };
}
