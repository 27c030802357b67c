import { onComponent, replyLater, turn, turnLater } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { PersonalData } from '../../src/purchases/personal-data.js';
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
import { outdatedNote } from './outdated-note.js';

export interface PrivacyService {
	/**
	 * @param reach `bounded`: time doesn't grow with what strangers have stored, but some of the member's rows may be
	 * missed
	 */
	dataOf(userId: string, reach: 'whole' | 'bounded'): Promise<PersonalData>;
	/** Deletes it in every guild, and removes the roles that followed from it. A purchase that can't be read stays. */
	deleteDataOf(userId: string): Promise<{ readonly isComplete: boolean }>;
	/**
	 * Limits exports to one a minute.
	 * @returns undefined if allowed, which uses it up; else when the next one is, in milliseconds since the epoch
	 */
	takeExport(userId: string): number | undefined;
	/** Milliseconds since the epoch. */
	now(): number;
}

interface PrivacyServices {
	readonly privacy: PrivacyService;
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
		turnLater(async () =>
			privacyView(t, await privacy.dataOf(interaction.user.id, 'bounded'), outdatedNote(interaction, t)),
		),
	),
	onComponent('button', deleteData, 'everyone', ({ interaction, t }, { privacy }: PrivacyServices) =>
		turnLater(async () => dataDeletedView(t, await privacy.deleteDataOf(interaction.user.id))),
	),
];
