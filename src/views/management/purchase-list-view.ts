import { ComponentType } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { PurchaseFile } from '../../purchases/purchase-file.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, notice, page, small, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';
import { periods, showStats } from './stats-view.js';

const fileName = 'purchases.csv';

/** The answer to *Download list*: the file, or why there is none. */
export function purchaseListView(t: Translator, made: PurchaseFile): MessageView {
	const back = buttons(button(t('button.back'), showStats.encode(periods[0])));
	switch (made.kind) {
		case 'file': {
			const view = page(
				'done',
				text(bold(t('stats.list', { count: made.count })), small(t('stats.listPrivate'))),
				{ type: ComponentType.File, file: { url: `attachment://${fileName}` } },
				back,
			);
			return { ...view, files: [{ name: fileName, attachment: made.content }] };
		}
		case 'too-big':
			return notice(t('stats.listTooBigTitle'), [t('stats.listTooBig')], back);
		case 'later':
			return notice(
				t('privacy.exportLaterTitle'),
				[t('privacy.exportLater', { when: timestamp(made.retryAt, 'R') })],
				back,
			);
	}
}
