import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	ChannelType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Answerable, Command } from '../src/discord/command.js';
import type { PanelContent, PanelOutcome, PanelRequest } from '../src/guilds/panels.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { ephemeral } from '../src/views/message.js';
import { mayNotPostView, panelOutcomeView } from '../src/views/panel-view.js';
import { managersOnlyView } from '../src/views/refusal-view.js';
import { mayManage } from './setup.js';

/** The messages with which members verify, one in a channel. */
export interface PanelService {
	post(request: PanelRequest): Promise<PanelOutcome>;
	rewrite(request: PanelRequest, change: (content: PanelContent) => PanelContent): Promise<PanelOutcome>;
}

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('panel'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
	options: [
		{
			type: ApplicationCommandOptionType.Channel,
			...commandText('panel.channel'),
			channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
			required: true,
		},
	],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/panel channel`: posts the message with which everybody can verify, or brings it up to date. */
export function panelCommand(panels: PanelService): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			if (!mayManage(interaction)) {
				await interaction.reply(ephemeral(managersOnlyView(t)));
				return;
			}
			const { id: channelId } = interaction.options.getChannel('channel', true);
			if (!interaction.mayPost(channelId)) {
				await interaction.reply(ephemeral(mayNotPostView(t, channelId)));
				return;
			}
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const outcome = await panels.post(panelRequest(interaction, channelId));
			const panelT = translatorFor(interaction.guildLocale);
			const place = { guildId: interaction.guildId, channelId, panelT };
			await interaction.editReply(panelOutcomeView(t, outcome, place));
		},
	};
}

/** The request of a member for the panel of a channel. */
export function panelRequest({ id, guildId, user }: Answerable, channelId: string): PanelRequest {
	return { guildId, channelId, userId: user.id, nonce: id };
}
