import { ComponentType } from 'discord.js';
import { z } from 'zod';
import type { PersonalName } from '../../base/personal-row.js';
import type { Translator } from '../../i18n/translator.js';
import type { PersonalData } from '../../purchases/personal-data.js';
import { defineCustomId } from '../custom-ids/custom-id.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, danger, notice, page, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';
import { personalFile } from './personal-file.js';

/** Sends everything as a file. */
export const exportData = defineCustomId('privacy-export', z.tuple([]));
export const askToDelete = defineCustomId('privacy-delete', z.tuple([]));
export const deleteData = defineCustomId('privacy-erase', z.tuple([]));
/** Back to the stored data. */
export const keepData = defineCustomId('privacy-keep', z.tuple([]));

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
