import type { ModalInput } from '../src/discord/command.js';
import { onComponent, openModal, outdated, reply, updateLater } from '../src/discord/handler.js';
import { embedUrl } from '../src/views/links.js';
import {
	askForWords,
	chosenContent,
	mayNotPostView,
	panelInputs,
	panelOutcomeView,
	sendWords,
	wordsModal,
} from '../src/views/panel-view.js';
import { type PanelService, panelRequest } from './panel.js';

interface Services {
	readonly panels: PanelService;
}

/** What the button and the form do with which a panel's words are changed. */
export const panelComponents = [
	onComponent('button', askForWords, 'manager', ({ args: [channelId], interaction, t }) => {
		// The words come from the preview that the button is below: a modal can't wait for the store.
		const [shown] = interaction.message.embeds;
		if (shown === undefined) return outdated;
		const { title, description, image } = shown;
		const words = { title: title ?? '', text: description ?? '', pictureUrl: image?.url };
		return openModal(wordsModal(t, channelId, words));
	}),
	onComponent('modal', sendWords, 'manager', ({ args, interaction, t, guildT }, { panels }: Services) => {
		const [channelId] = args;
		if (!interaction.mayPost(channelId)) return reply(mayNotPostView(t, channelId));
		return updateLater(async () => {
			const { title, text, picture } = typedWords(interaction);
			const isPictureBad = picture !== '' && embedUrl(picture) === undefined;
			const outcome = await panels.rewrite(panelRequest(interaction, channelId), (former) =>
				// Of a picture that can't be shown, the rest of the words is not lost.
				chosenContent(guildT, {
					title,
					text,
					pictureUrl: isPictureBad ? former.pictureUrl : embedUrl(picture),
				}),
			);
			const place = { guildId: interaction.guildId, channelId, panelT: guildT, isPictureBad };
			return panelOutcomeView(t, outcome, place);
		});
	}),
];

function typedWords({ fields }: ModalInput) {
	const typed = (input: string): string => fields.getTextInputValue(input).trim();
	return {
		title: typed(panelInputs.title),
		text: typed(panelInputs.text),
		picture: typed(panelInputs.picture),
	};
}
