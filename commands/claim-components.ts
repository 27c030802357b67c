import type { ButtonInput, ComponentHandler } from '../src/discord/command.js';
import { type Translator, translatorFor } from '../src/i18n/translator.js';
import type { Moderator } from '../src/moderation/moderation.js';
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
import { outdatedComponentView } from '../src/views/refusal-view.js';
import {
	homeOnlyView,
	type ModerationCommandDependencies,
	type ModerationService,
	mayModerate,
	moderatorOf,
	moderatorsOnlyView,
} from './claim.js';
import { askToConfirm } from './claim-answers.js';

/** What the select and the buttons of `/claim` do. What they are about is in the store, not in this process. */
export function claimHandlers(
	dependencies: Pick<ModerationCommandDependencies, 'moderation' | 'staffRoles'>,
): readonly ComponentHandler[] {
	const { moderation } = dependencies;
	return [
		{
			kind: 'select',
			name: chooseClaim.name,
			run: (interaction) =>
				answer(dependencies, interaction, chooseClaim.decode(interaction.customId), (t, [id], moderator) =>
					choose(t, moderation, moderator, id, interaction.values[0]),
				),
		},
		{
			kind: 'button',
			name: confirmChange.name,
			run: (interaction) =>
				answer(
					dependencies,
					interaction,
					confirmChange.decode(interaction.customId),
					async (t, [id], moderator) => {
						const carried = await moderation.confirm(id, moderator);
						return carried.kind === 'expired' ? 'expired' : carriedView(t, carried);
					},
				),
		},
		{
			kind: 'button',
			name: cancelChange.name,
			run: (interaction) =>
				answer(
					dependencies,
					interaction,
					cancelChange.decode(interaction.customId),
					async (t, [id], moderator) => {
						const dropped = await moderation.takeProposal(id, moderator);
						return dropped === undefined ? 'expired' : textView(t('moderation.cancelled'));
					},
				),
		},
		{
			kind: 'button',
			name: undoChange.name,
			run: (interaction) =>
				answer(
					dependencies,
					interaction,
					undoChange.decode(interaction.customId),
					async (t, [hash, revision], moderator) =>
						carriedView(t, await moderation.undo(longHash(hash), revision, moderator)),
				),
		},
	];
}

async function choose(
	t: Translator,
	moderation: ModerationService,
	moderator: Moderator,
	id: string,
	value: string | undefined,
): Promise<MessageView | 'expired'> {
	const chosen = caseOfValue(value);
	const proposal = await moderation.takeProposal(id, moderator);
	const about =
		chosen && proposal && (await moderation.case(chosen.hash, chosen.holderId, moderator.guildId));
	if (about === undefined || proposal === undefined) {
		return 'expired';
	}
	return await askToConfirm(t, moderation, proposal, about, moderator);
}

/** Answers on the message itself, for whoever may moderate. */
async function answer<Args>(
	{ moderation, staffRoles }: Pick<ModerationCommandDependencies, 'moderation' | 'staffRoles'>,
	interaction: ButtonInput,
	args: Args | undefined,
	view: (t: Translator, args: Args, moderator: Moderator) => Promise<MessageView | 'expired'>,
): Promise<void> {
	const t = translatorFor(interaction.locale);
	if (!(await mayModerate(interaction, staffRoles))) {
		await interaction.reply(ephemeral(moderatorsOnlyView(t)));
		return;
	}
	// Before anything is read: another server may neither do this nor learn anything from the answer.
	if (!moderation.isHome(interaction.guildId)) {
		await interaction.reply(ephemeral(homeOnlyView(t)));
		return;
	}
	if (args === undefined) {
		await interaction.reply(ephemeral(outdatedComponentView(t)));
		return;
	}
	await interaction.deferUpdate();
	const page = await view(t, args, moderatorOf(interaction));
	if (page !== 'expired') await interaction.editReply(page);
	// Not in place of what the first of two clicks has brought, with its button to undo.
	else await interaction.followUp(ephemeral(textView(t('moderation.hindrance.expired'))));
}
