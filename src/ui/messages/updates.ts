import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { AnnouncedItem, UpdateLetter } from '../../services/updates/announcements.js';
import { defineCustomId, wholeNumber } from '../custom-id.js';
import { card, itemName, itemThumbnail } from '../items.js';
import { maxRows } from '../list.js';
import type { MessageView } from '../message.js';
import { bold, button, buttons, heading, listRow, page, primary, text } from '../page.js';
import { foreignLine } from '../text.js';

// The buttons of announcements name the announcement: by them it is found if Discord's response was lost.

/** Opens an item. Arguments: the announcement's number, and the item's id. */
export const showUpdate = defineCustomId('update', z.tuple([wholeNumber, wholeNumber]));
/** Opens the list of all items. Argument: the announcement's number. */
export const browseUpdates = defineCustomId('update-list', z.tuple([wholeNumber]));

const maxLines = 12;

/** New items and versions: the card of one, a row for each of a few, a list of more. `role`: its mention. */
export function updateView(
	t: Translator,
	{ seq, news }: Pick<UpdateLetter, 'seq' | 'news'>,
	role: string | undefined,
): MessageView {
	const title = text(`## ${t('updates.title')}`, role);
	const [only] = news.length === 1 ? news : [];
	if (only !== undefined) {
		const show = primary(button(t('button.showItem'), showUpdate.encode(seq, only.item.id)));
		const headline = text(heading(what(t, only)), role);
		return page('info', headline, ...card(t, only.item), buttons(show));
	}
	if (news.length <= maxRows) {
		const rows = news.flatMap((it) => {
			const open = button(t('button.open'), showUpdate.encode(seq, it.item.id));
			const name = bold(itemName(t, it.item, 60));
			return listRow(name, what(t, it), itemThumbnail(t, it.item, it.item), open);
		});
		return page('info', title, ...rows);
	}
	const lines = news.slice(0, maxLines).map((it) => `${bold(itemName(t, it.item, 60))} · ${what(t, it)}`);
	const left = news.length - lines.length;
	return page(
		'info',
		title,
		text(...lines, left > 0 && t('finding.left', { count: left })),
		buttons(primary(button(t('item.browse'), browseUpdates.encode(seq)))),
	);
}

function what(t: Translator, { version, isNew }: AnnouncedItem): string {
	const shown = foreignLine(version ?? '', 20);
	return isNew || shown === '' ? t('updates.newItem') : t('updates.newVersion', { version: shown });
}
