import type { Services } from '../../src/create-services.js';
import { componentsOf, privately, showPage } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { PersonalData } from '../../src/services/purchases/privacy.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { attached, bold, button, buttons, danger, notice, page, text, withFile } from '../../src/ui/page.js';
import { timestamp } from '../../src/ui/text.js';

/** Sends everything as a file. */
export const exportData = defineCustomId('privacy-export');
const askToDelete = defineCustomId('privacy-delete');
const deleteData = defineCustomId('privacy-erase');
/** Back to the stored data. */
const keepData = defineCustomId('privacy-keep');

/** `/privacy`: the data stored about the member, visible only to them. */
export const privacy = slashCommand('privacy', {
	access: 'everyone',
	answer: ({ userId, t }, { privacy }: Services) =>
		privately(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
});

const { on, shows } = componentsOf<Services>('everyone');

/** The buttons of `/privacy`, always about the data of the member who clicks. */
export const privacyComponents = [
	shows('button', exportData, async ({ userId, t }, { privacy }) => {
		const retryAt = await privacy.takeExport(userId);
		if (retryAt !== undefined) return exportLaterView(t, retryAt);
		return dataExportView(t, await privacy.dataOf(userId, 'whole'));
	}),
	on('button', askToDelete, ({ t }) => showPage(deleteDataView(t))),
	shows('button', keepData, async ({ userId, t }, { privacy }) =>
		privacyView(t, await privacy.dataOf(userId, 'bounded')),
	),
	shows('button', deleteData, async ({ userId, t }, { privacy }) =>
		dataDeletedView(t, await privacy.deleteDataOf(userId)),
	),
];

const fileName = 'claimcheck-data.json';

/** The lists of the file, in the order in which they are counted. */
const lists = [
	'purchases',
	'formerPurchases',
	'wrongCodesAt',
	'unlinkedAt',
	'countedForLimitsAt',
	'refusals',
	'directMessages',
	'codesLookedUp',
	'disputes',
	'requests',
] as const satisfies readonly (keyof PersonalData['file'])[];

/** The data stored about the member, counted, and the available actions. */
export function privacyView(t: Translator, { file, isComplete }: PersonalData): MessageView {
	const lines = lists.flatMap((list) =>
		file[list].length === 0 ? [] : [t(`privacy.${list}`, { count: file[list].length })],
	);
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
	{ isComplete }: Pick<PersonalData, 'isComplete'>,
): MessageView {
	const which = isComplete ? 'deleted' : 'deletedPartly';
	return notice(t(`privacy.${which}Title`), [t(`privacy.${which}`)]);
}

/** The answer to a repeated download. `retryAt`: milliseconds since the epoch. */
export function exportLaterView(t: Translator, retryAt: number): MessageView {
	return notice(
		t('privacy.exportLaterTitle'),
		[t('privacy.exportLater', { when: timestamp(retryAt, 'R') })],
		buttons(button(t('privacy.delete'), askToDelete.encode())),
	);
}

/** Everything as a JSON file. */
export function dataExportView(t: Translator, { file }: PersonalData): MessageView {
	const attachment = Buffer.from(`${JSON.stringify(file, undefined, '\t')}\n`);
	const remove = buttons(button(t('privacy.delete'), askToDelete.encode()));
	return withFile(
		page('done', text(bold(t('privacy.exported'))), attached(fileName), remove),
		fileName,
		attachment,
	);
}
