import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { type Asked, reply, replyLater, type Work } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { PanelRequest, Panels } from '../../src/guilds/panels.js';
import { commandText } from '../../src/i18n/command-text.js';
import { mayNotPostView, panelOutcomeView } from '../../src/views/channels/panel-view.js';

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
export function posted(
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

export function panelRequest({ id, guildId, user }: Answerable, channelId: string): PanelRequest {
	return { guildId, channelId, userId: user.id, nonce: id };
}
