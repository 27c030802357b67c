import { onComponent, privately, showPage } from '../../src/discord/interactions/handler.js';
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
	answer: ({ userId, t }, { privacy }: PrivacyServices) =>
		privately(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
});

/** The buttons of `/privacy`, always about the data of the member who clicks. */
export const privacyComponents = [
	onComponent('button', exportData, 'everyone', ({ userId, t }, { privacy }: PrivacyServices) => {
		const retryAt = privacy.takeExport(userId);
		if (retryAt !== undefined) return showPage(exportLaterView(t, retryAt));
		return showPage(async () => dataExportView(t, await privacy.dataOf(userId, 'whole'), privacy.now()));
	}),
	onComponent('button', askToDelete, 'everyone', ({ t }) => showPage(deleteDataView(t))),
	onComponent('button', keepData, 'everyone', ({ userId, t }, { privacy }: PrivacyServices) =>
		showPage(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
	),
	onComponent('button', deleteData, 'everyone', ({ userId, t }, { privacy }: PrivacyServices) =>
		showPage(async () => dataDeletedView(t, await privacy.deleteDataOf(userId))),
	),
];
