import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import {
	type Asked,
	onComponent,
	openModal,
	reply,
	replyLater,
	turnLater,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Answerable, ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { PanelRequest, Panels } from '../../src/guilds/panels.js';
import { commandText } from '../../src/i18n/command-text.js';
import {
	chosenContent,
	mayNotPostView,
	type PanelWords,
	panelOutcomeView,
	panelWords,
	stalePanelView,
	wordsDigest,
	wordsModal,
} from '../../src/views/channels/panel-view.js';
import { askForWords, postAgain, sendWords } from '../../src/views/custom-ids/panel-ids.js';
import { embedUrl } from '../../src/views/kit/links.js';

/** The messages with which members verify, one per channel. */
export type PanelService = Pick<Panels, 'post' | 'rewrite' | 'look' | 'known' | 'isOpenToAll'>;

/** `/panel channel`: posts the message with which everyone can verify, or updates it. */
export const panel = slashCommand('panel', {
	access: 'manager',
	options: [
		{
			type: ApplicationCommandOptionType.Channel,
			...commandText('panel.channel'),
			channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
			required: true,
		},
	],
	answer(asked, { panels }: { readonly panels: PanelService }) {
		const { id: channelId } = asked.interaction.options.getChannel('channel', true);
		if (!asked.interaction.mayPost(channelId)) return reply(mayNotPostView(asked.t, channelId));
		return replyLater(posted(asked, channelId, panels));
	},
});

/** @param isConfirmed the manager knows if not everyone can see the channel */
function posted(
	{ interaction, t }: Asked<Answerable>,
	channelId: string,
	panels: PanelService,
	isConfirmed = false,
): Work {
	const { guildId } = interaction;
	return async () => {
		const outcome = await panels.post(panelRequest(interaction, channelId), isConfirmed);
		const isOpenToAll = panels.isOpenToAll(guildId, channelId);
		return panelOutcomeView(t, outcome, { guildId, channelId, isOpenToAll });
	};
}

export function panelRequest({ guildId, user }: Answerable, channelId: string): PanelRequest {
	return { guildId, channelId, userId: user.id };
}

export interface PanelServices {
	readonly panels: PanelService;
}

/** The buttons below the answer to a manager, and the modal that edits a panel. */
export const panelComponents = [
	onComponent(
		'button',
		askForWords,
		'manager',
		({ args, interaction, t, guildT }, { panels }: PanelServices) => {
			const [channelId] = args;
			const place = { guildId: interaction.guildId, channelId };
			const content = panels.known(place);
			if (content !== undefined) return openModal(wordsModal(t, channelId, panelWords(guildT, content)));
			// A modal can't wait for the store: right after a start the page is shown once more, and then the modal
			// opens.
			return turnLater(async () => {
				const outcome = await panels.look(place);
				const isOpenToAll = panels.isOpenToAll(interaction.guildId, channelId);
				return panelOutcomeView(t, outcome, { ...place, isOpenToAll, wasOutdated: true });
			});
		},
	),
	onComponent(
		'modal',
		sendWords,
		'manager',
		({ args, interaction, t, guildT }, { panels }: PanelServices) => {
			const [channelId, digest] = args;
			if (!interaction.mayPost(channelId)) return reply(mayNotPostView(t, channelId));
			return turnLater(async () => {
				const typed = typedWords(interaction);
				const { picture } = typed;
				const isPictureBad = picture !== '' && !isShowable(picture);
				const outcome = await panels.rewrite(panelRequest(interaction, channelId), (former) => {
					if (digest !== wordsDigest(panelWords(guildT, former))) return undefined;
					// An image that can't be shown must not lose the rest of the text.
					return chosenContent(guildT, typed, isPictureBad ? former.pictureUrl : embedUrl(picture));
				});
				if (outcome.kind === 'stale') {
					return stalePanelView(t, channelId, panelWords(guildT, outcome.content), typed);
				}
				const { guildId } = interaction;
				const isOpenToAll = panels.isOpenToAll(guildId, channelId);
				return panelOutcomeView(t, outcome, { guildId, channelId, isOpenToAll, isPictureBad });
			});
		},
	),
	onComponent('button', postAgain, 'manager', (asked, { panels }: PanelServices) => {
		const { args, interaction, t } = asked;
		const [channelId] = args;
		if (!interaction.mayPost(channelId)) return reply(mayNotPostView(t, channelId));
		return turnLater(posted(asked, channelId, panels, true));
	}),
];

/** Everyone can see a panel, so its image must load over an encrypted connection. */
function isShowable(picture: string): boolean {
	return embedUrl(picture)?.startsWith('https://') ?? false;
}

function typedWords({ fields }: ModalInput): PanelWords {
	const typed = (input: keyof PanelWords): string => fields.getTextInputValue(input).trim();
	return { title: typed('title'), text: typed('text'), picture: typed('picture'), alt: typed('alt') };
}
