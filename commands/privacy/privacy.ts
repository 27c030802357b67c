import { ComponentType } from 'discord.js';
import type { PersonalName } from '../../src/base/personal-row.js';
import { componentsOf, privately, showPage } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { PersonalData } from '../../src/purchases/personal-data.js';
import type { Services } from '../../src/services.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { bold, button, buttons, danger, notice, page, text } from '../../src/ui/page.js';
import { timestamp } from '../../src/ui/text.js';
import { personalFile } from './personal-file.js';

/** Sends everything as a file. */
export const exportData = defineCustomId('privacy-export');
export const askToDelete = defineCustomId('privacy-delete');
export const deleteData = defineCustomId('privacy-erase');
/** Back to the stored data. */
export const keepData = defineCustomId('privacy-keep');

/** `/privacy`: the data stored about the member, visible only to them. */
export const privacy = slashCommand('privacy', {
	access: 'everyone',
	answer: ({ userId, t }, { privacy }: Services) =>
		privately(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
});

const { on } = componentsOf<Services>('everyone');

/** The buttons of `/privacy`, always about the data of the member who clicks. */
export const privacyComponents = [
	on('button', exportData, ({ userId, t }, { privacy }) =>
		showPage(async () => {
			const retryAt = await privacy.takeExport(userId);
			if (retryAt !== undefined) return exportLaterView(t, retryAt);
			return dataExportView(t, await privacy.dataOf(userId, 'whole'), privacy.now());
		}),
	),
	on('button', askToDelete, ({ t }) => showPage(deleteDataView(t))),
	on('button', keepData, ({ userId, t }, { privacy }) =>
		showPage(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
	),
	on('button', deleteData, ({ userId, t }, { privacy }) =>
		showPage(async () => dataDeletedView(t, await privacy.deleteDataOf(userId))),
	),
];

const fileName = 'claimcheck-data.json';

const lineOf = {
	refusals: 'privacy.refusals',
	notices: 'privacy.notices',
	lookUps: 'privacy.lookUps',
	disputes: 'privacy.disputes',
} as const satisfies Record<PersonalName, string>;

/** The data stored about a member, counted, and the available actions. */
export function privacyView(t: Translator, data: PersonalData): MessageView {
	const { purchases, formerPurchases, wrongCodesAt, unlinkedAt, countedAt, rows, isComplete } = data;
	const counted = [
		['privacy.purchases', purchases.length],
		['privacy.former', formerPurchases.length],
		['privacy.misses', wrongCodesAt.length],
		['privacy.unlinked', unlinkedAt.length],
		['privacy.counted', countedAt.length],
		...rows.map(({ kind, rows }) => [lineOf[kind], rows.length] as const),
	] as const;
	const lines = counted.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]));
	if (lines.length === 0 && isComplete) return page('info', text(t('privacy.none')));
	const found = lines.length === 0 ? [] : [t('privacy.stored'), ...lines];
	const incomplete = isComplete ? [] : [t('privacy.incomplete')];
	return page(
		'info',
		text(`## ${t('privacy.title')}`, ...found, ...incomplete, t('privacy.elsewhere')),
		buttons(
			button(t('privacy.export'), exportData.encode()),
			button(t('privacy.delete'), askToDelete.encode()),
		),
	);
}

export function deleteDataView(t: Translator): MessageView {
	return notice(
		t('privacy.confirmTitle'),
		[t('privacy.confirm')],
		buttons(
			danger(button(t('privacy.confirmButton'), deleteData.encode())),
			button(t('privacy.keep'), keepData.encode()),
		),
	);
}

/** The answer after the deletion. `isComplete`: false if a purchase can't be read, and so is left. */
export function dataDeletedView(
	t: Translator,
	{ isComplete }: { readonly isComplete: boolean },
): MessageView {
	if (isComplete) return notice(t('privacy.deletedTitle'), [t('privacy.deleted')]);
	return notice(t('privacy.deletedPartlyTitle'), [t('privacy.deletedPartly')]);
}

/** The answer to a repeated download. `retryAt`: milliseconds since the epoch. */
export function exportLaterView(t: Translator, retryAt: number): MessageView {
	return notice(
		t('privacy.exportLaterTitle'),
		[t('privacy.exportLater', { when: timestamp(retryAt, 'R') })],
		buttons(button(t('privacy.delete'), askToDelete.encode())),
	);
}

/** Everything as a JSON file. `at`: milliseconds since the epoch. */
export function dataExportView(t: Translator, data: PersonalData, at: number): MessageView {
	const attachment = Buffer.from(`${JSON.stringify(personalFile(data, at), undefined, '\t')}\n`);
	const view = page(
		'done',
		text(bold(t('privacy.exported'))),
		{ type: ComponentType.File, file: { url: `attachment://${fileName}` } },
		buttons(button(t('privacy.delete'), askToDelete.encode())),
	);
	return { ...view, files: [{ name: fileName, attachment }] };
}
