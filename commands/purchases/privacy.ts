import { onComponent, replyLater, turn, turnLater } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { createPrivacy } from '../../src/purchases/privacy.js';
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
} from '../../src/views/purchases/privacy-view.js';

export interface PrivacyServices {
	readonly privacy: ReturnType<typeof createPrivacy>;
}

/** `/privacy`: the data stored about the member, visible only to them. */
export const privacy = slashCommand('privacy', {
	access: 'everyone',
	answer: ({ interaction, t }, { privacy }: PrivacyServices) =>
		replyLater(async () => privacyView(t, await privacy.dataOf(interaction.user.id, 'bounded'))),
});

/** The buttons of `/privacy`, always about the data of the member who clicks. */
export const privacyComponents = [
	onComponent('button', exportData, 'everyone', ({ interaction, t }, { privacy }: PrivacyServices) => {
		const { user } = interaction;
		const retryAt = privacy.takeExport(user.id);
		if (retryAt !== undefined) return turn(exportLaterView(t, retryAt));
		return turnLater(async () => dataExportView(t, await privacy.dataOf(user.id, 'whole'), privacy.now()));
	}),
	onComponent('button', askToDelete, 'everyone', ({ t }) => turn(deleteDataView(t))),
	onComponent('button', keepData, 'everyone', ({ interaction, t }, { privacy }: PrivacyServices) =>
		turnLater(async () => privacyView(t, await privacy.dataOf(interaction.user.id, 'bounded'))),
	),
	onComponent('button', deleteData, 'everyone', ({ interaction, t }, { privacy }: PrivacyServices) =>
		turnLater(async () => dataDeletedView(t, await privacy.deleteDataOf(interaction.user.id))),
	),
];
