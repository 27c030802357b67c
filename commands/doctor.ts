import {
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	PermissionFlagsBits,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Finding } from '../src/checkup/diagnosis.js';
import type { Command } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import { doctorView } from '../src/views/doctor-view.js';
import { ephemeral } from '../src/views/message.js';
import { managersOnlyView } from '../src/views/refusal-view.js';
import { mayManage } from './setup.js';

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('doctor'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	default_member_permissions: String(PermissionFlagsBits.ManageGuild),
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

export interface Doctor {
	/** Everything that the bot depends on, and this one server. Never rejects. */
	examine(guildId: string): Promise<readonly Finding[]>;
}

/** `/doctor`: a check-up of the bot and the server, for whoever manages it. */
export function doctorCommand(doctor: Doctor): Command {
	return {
		data,
		async run(interaction) {
			const t = translatorFor(interaction.locale);
			if (!mayManage(interaction)) {
				await interaction.reply(ephemeral(managersOnlyView(t)));
				return;
			}
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			await interaction.editReply(doctorView(t, await doctor.examine(interaction.guildId)));
		},
	};
}
