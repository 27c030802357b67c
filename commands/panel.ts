import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import type { Answerable } from '../src/discord/command.js';
import { reply, replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import type { PanelContent, PanelOutcome, PanelRequest } from '../src/guilds/panels.js';
import { commandText } from '../src/i18n/command-text.js';
import { mayNotPostView, panelOutcomeView } from '../src/views/panel-view.js';

/** The messages with which members verify, one in a channel. */
export interface PanelService {
	post(request: PanelRequest): Promise<PanelOutcome>;
	rewrite(request: PanelRequest, change: (content: PanelContent) => PanelContent): Promise<PanelOutcome>;
}

/** `/panel channel`: posts the message with which everybody can verify, or brings it up to date. */
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
	answer({ interaction, t, guildT }, { panels }: { readonly panels: PanelService }) {
		const { guildId } = interaction;
		const { id: channelId } = interaction.options.getChannel('channel', true);
		if (!interaction.mayPost(channelId)) return reply(mayNotPostView(t, channelId));
		return replyLater(async () => {
			const outcome = await panels.post(panelRequest(interaction, channelId));
			return panelOutcomeView(t, outcome, { guildId, channelId, panelT: guildT });
		});
	},
});

/** The request of a member for the panel of a channel. */
export function panelRequest({ id, guildId, user }: Answerable, channelId: string): PanelRequest {
	return { guildId, channelId, userId: user.id, nonce: id };
}
