import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import { componentsOf, privately } from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { PersonalData } from '../../src/services/purchases/privacy.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import type { MessageView } from '../../src/ui/message.js';
import { bold, button, buttons, danger, filePage, notice, page, text } from '../../src/ui/page.js';
import { timestamp } from '../../src/ui/text.js';

/** `export` sends everything as a file; `delete` asks first, `keep` leads back. */
export const privacyAct = defineCustomId('privacy', z.tuple([z.enum(['export', 'delete', 'erase', 'keep'])]));

/** `/privacy`: the data stored about the member, visible only to them. */
export const privacy = slashCommand('privacy', {
	access: 'everyone',
	answer: ({ userId, t }, { privacy }: Services) =>
		privately(async () => privacyView(t, await privacy.dataOf(userId, 'bounded'))),
});

const deleteButton = (t: Translator) => button(t('privacy.delete'), privacyAct.encode('delete'));

const { shows } = componentsOf<Services>('everyone');

/** The buttons of `/privacy`, always about the data of the member who clicks. */
export const privacyComponents = [
	shows('button', privacyAct, async ({ args: [act], userId, t }, { privacy }) => {
		switch (act) {
			case 'export': {
				const retryAt = await privacy.takeExport(userId);
				if (retryAt !== undefined) return exportLaterView(t, retryAt);
				return dataExportView(t, await privacy.dataOf(userId, 'whole'));
			}
			case 'delete':
				return deleteDataView(t);
			case 'erase':
				return dataDeletedView(t, await privacy.deleteDataOf(userId));
			case 'keep':
				return privacyView(t, await privacy.dataOf(userId, 'bounded'));
		}
	}),
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
		buttons(button(t('privacy.export'), privacyAct.encode('export')), deleteButton(t)),
	);
}

export function deleteDataView(t: Translator): MessageView {
	return notice(
		t('privacy.confirmTitle'),
		[t('privacy.confirm')],
		danger(button(t('privacy.confirmButton'), privacyAct.encode('erase'))),
		button(t('privacy.keep'), privacyAct.encode('keep')),
	);
}

/** The answer after the deletion. `isComplete`: false if a purchase can't be read, and so is left. */
export function dataDeletedView(t: Translator, { isComplete }: Pick<PersonalData, 'isComplete'>) {
	const which = isComplete ? 'deleted' : 'deletedPartly';
	return notice(t(`privacy.${which}Title`), [t(`privacy.${which}`)]);
}

/** The answer to a repeated download. `retryAt`: milliseconds since the epoch. */
export function exportLaterView(t: Translator, retryAt: number, next = deleteButton(t)) {
	const when = timestamp(retryAt, 'R');
	return notice(t('privacy.exportLaterTitle'), [t('privacy.exportLater', { when })], next);
}

export function dataExportView(t: Translator, { file }: PersonalData): MessageView {
	const attachment = Buffer.from(`${JSON.stringify(file, undefined, '\t')}\n`);
	return filePage('done', fileName, attachment, [text(bold(t('privacy.exported')))], deleteButton(t));
}
