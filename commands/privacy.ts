import {
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { ButtonInput, Command, ComponentHandler } from '../src/discord/command.js';
import { commandText } from '../src/i18n/command-text.js';
import { translatorFor } from '../src/i18n/translator.js';
import type { PersonalData } from '../src/members/personal-data.js';
import { ephemeral } from '../src/views/message.js';
import {
	askToDelete,
	dataDeletedView,
	dataExportView,
	deleteData,
	deleteDataView,
	exportData,
	exportLaterView,
	keepData,
	privacyView,
} from '../src/views/privacy-view.js';

export interface PrivacyService {
	dataOf(userId: string): Promise<PersonalData>;
	/** Deletes it in every guild, and takes the roles that followed from it. */
	deleteDataOf(userId: string): Promise<void>;
	/** Once a minute: when it is free again, in milliseconds since the epoch; undefined: now, and this takes it. */
	takeExport(userId: string): number | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
}

export const data = {
	type: ApplicationCommandType.ChatInput,
	...commandText('privacy'),
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** `/privacy`: what is stored about the member who asks, for nobody else to see. */
export function privacyCommand(privacy: PrivacyService): Command {
	return {
		data,
		async run(interaction) {
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const own = await privacy.dataOf(interaction.user.id);
			await interaction.editReply(privacyView(translatorFor(interaction.locale), own));
		},
	};
}

/** What the buttons of `/privacy` do: always with the data of whoever clicks. */
export function privacyHandlers(privacy: PrivacyService): readonly ComponentHandler[] {
	const button = (name: string, run: (interaction: ButtonInput) => Promise<void>): ComponentHandler => {
		return { kind: 'button', name, run };
	};
	return [
		button(exportData.name, async (interaction) => {
			const t = translatorFor(interaction.locale);
			const retryAt = privacy.takeExport(interaction.user.id);
			if (retryAt !== undefined) {
				await interaction.reply(ephemeral(exportLaterView(t, retryAt)));
				return;
			}
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const own = await privacy.dataOf(interaction.user.id);
			await interaction.editReply(dataExportView(t, own, privacy.now()));
		}),
		button(askToDelete.name, async (interaction) => {
			await interaction.update(deleteDataView(translatorFor(interaction.locale)));
		}),
		button(keepData.name, async (interaction) => {
			await interaction.deferUpdate();
			const own = await privacy.dataOf(interaction.user.id);
			await interaction.editReply(privacyView(translatorFor(interaction.locale), own));
		}),
		button(deleteData.name, async (interaction) => {
			await interaction.deferUpdate();
			await privacy.deleteDataOf(interaction.user.id);
			await interaction.editReply(dataDeletedView(translatorFor(interaction.locale)));
		}),
	];
}
