import type { ButtonInput, ComponentHandler, ModalInput } from '../src/discord/command.js';
import { translatorFor } from '../src/i18n/translator.js';
import { embedUrl } from '../src/views/links.js';
import { ephemeral } from '../src/views/message.js';
import {
	askForCode,
	askForWords,
	chosenContent,
	codeModal,
	mayNotPostView,
	panelInputs,
	panelOutcomeView,
	sendCode,
	sendWords,
	wordsModal,
} from '../src/views/panel-view.js';
import { managersOnlyView, outdatedComponentView } from '../src/views/refusal-view.js';
import { type PanelService, panelRequest } from './panel.js';
import { mayManage } from './setup.js';
import { answerVerification, type VerifyCommandDependencies } from './verify.js';

/** What the buttons and modals of a panel do: for members the code, for managers the panel's words. */
export function panelHandlers(
	panels: PanelService,
	verification: VerifyCommandDependencies,
): readonly ComponentHandler[] {
	return [
		{
			kind: 'button',
			name: askForCode.name,
			run: async (interaction) => {
				await interaction.showModal(codeModal(translatorFor(interaction.locale)));
			},
		},
		{
			kind: 'modal',
			name: sendCode.name,
			run: (interaction) =>
				answerVerification(interaction, interaction.fields.getTextInputValue(panelInputs.code), verification),
		},
		{ kind: 'button', name: askForWords.name, run: showWords },
		{ kind: 'modal', name: sendWords.name, run: (interaction) => takeWords(interaction, panels) },
	];
}

/** The words come from the preview that the button is below: a modal can't wait for the store. */
async function showWords(interaction: ButtonInput): Promise<void> {
	const t = translatorFor(interaction.locale);
	const [channelId] = askForWords.decode(interaction.customId) ?? [];
	const [shown] = interaction.message.embeds;
	if (!mayManage(interaction)) await interaction.reply(ephemeral(managersOnlyView(t)));
	else if (channelId === undefined || shown === undefined)
		await interaction.reply(ephemeral(outdatedComponentView(t)));
	else {
		const words = {
			title: shown.title ?? '',
			text: shown.description ?? '',
			pictureUrl: shown.image?.url,
		};
		await interaction.showModal(wordsModal(t, channelId, words));
	}
}

async function takeWords(interaction: ModalInput, panels: PanelService): Promise<void> {
	const t = translatorFor(interaction.locale);
	const [channelId] = sendWords.decode(interaction.customId) ?? [];
	if (!mayManage(interaction) || channelId === undefined) {
		const refusal = channelId === undefined ? outdatedComponentView : managersOnlyView;
		await interaction.reply(ephemeral(refusal(t)));
		return;
	}
	if (!interaction.mayPost(channelId)) {
		await interaction.reply(ephemeral(mayNotPostView(t, channelId)));
		return;
	}
	await interaction.deferUpdate();
	const typed = (input: string): string => interaction.fields.getTextInputValue(input).trim();
	const title = typed(panelInputs.title);
	const text = typed(panelInputs.text);
	const picture = typed(panelInputs.picture);
	const isPictureBad = picture !== '' && embedUrl(picture) === undefined;
	const panelT = translatorFor(interaction.guildLocale);
	const outcome = await panels.rewrite(panelRequest(interaction, channelId), (former) =>
		// Of a picture that can't be shown, the rest of the words is not lost.
		chosenContent(panelT, { title, text, pictureUrl: isPictureBad ? former.pictureUrl : embedUrl(picture) }),
	);
	const place = { guildId: interaction.guildId, channelId, panelT, isPictureBad };
	await interaction.editReply(panelOutcomeView(t, outcome, place));
}
