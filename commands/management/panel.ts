import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import {
	type Asked,
	onComponent,
	openForm,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
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
		const channelId = asked.fields.text('channel');
		if (!asked.mayPost(channelId)) return privately(mayNotPostView(asked.t, channelId));
		return privately(posted(asked, channelId, panels));
	},
});

/** @param isConfirmed the manager knows if not everyone can see the channel */
function posted(asked: Asked, channelId: string, panels: PanelService, isConfirmed = false): Work {
	const { t } = asked;
	const { guildId } = asked;
	return async () => {
		const outcome = await panels.post(panelRequest(asked, channelId), isConfirmed);
		const isOpenToAll = panels.isOpenToAll(guildId, channelId);
		return panelOutcomeView(t, outcome, { guildId, channelId, isOpenToAll });
	};
}

export function panelRequest({ guildId, userId }: Asked, channelId: string): PanelRequest {
	return { guildId, channelId, userId };
}

export interface PanelServices {
	readonly panels: PanelService;
}

/** The buttons below the answer to a manager, and the modal that edits a panel. */
export const panelComponents = [
	onComponent('button', askForWords, 'manager', ({ args, guildId, t, guildT }, { panels }: PanelServices) => {
		const [channelId] = args;
		const place = { guildId, channelId };
		const content = panels.known(place);
		if (content !== undefined) return openForm(wordsModal(t, channelId, panelWords(guildT, content)));
		// A modal can't wait for the store: right after a start the page is shown once more, and then the modal
		// opens.
		return showPage(async () => {
			const outcome = await panels.look(place);
			const isOpenToAll = panels.isOpenToAll(guildId, channelId);
			return panelOutcomeView(t, outcome, { ...place, isOpenToAll, wasOutdated: true });
		});
	}),
	onComponent('modal', sendWords, 'manager', (asked, { panels }: PanelServices) => {
		const { args, t, guildT } = asked;
		const [channelId, digest] = args;
		if (!asked.mayPost(channelId)) return privately(mayNotPostView(t, channelId));
		return showPage(async () => {
			const typed = typedWords(asked);
			const { picture } = typed;
			const isPictureBad = picture !== '' && !isShowable(picture);
			const outcome = await panels.rewrite(panelRequest(asked, channelId), (former) => {
				if (digest !== wordsDigest(panelWords(guildT, former))) return undefined;
				// An image that can't be shown must not lose the rest of the text.
				return chosenContent(guildT, typed, isPictureBad ? former.pictureUrl : embedUrl(picture));
			});
			if (outcome.kind === 'stale') {
				return stalePanelView(t, channelId, panelWords(guildT, outcome.content), typed);
			}
			const { guildId } = asked;
			const isOpenToAll = panels.isOpenToAll(guildId, channelId);
			return panelOutcomeView(t, outcome, { guildId, channelId, isOpenToAll, isPictureBad });
		});
	}),
	onComponent('button', postAgain, 'manager', (asked, { panels }: PanelServices) => {
		const { args, t } = asked;
		const [channelId] = args;
		if (!asked.mayPost(channelId)) return privately(mayNotPostView(t, channelId));
		return showPage(posted(asked, channelId, panels, true));
	}),
];

/** Everyone can see a panel, so its image must load over an encrypted connection. */
function isShowable(picture: string): boolean {
	return embedUrl(picture)?.startsWith('https://') ?? false;
}

function typedWords({ fields }: Asked): PanelWords {
	const typed = (input: keyof PanelWords): string => fields.text(input).trim();
	return { title: typed('title'), text: typed('text'), picture: typed('picture'), alt: typed('alt') };
}
