import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import type { Notice } from '../../messages/notices.js';
import { defineCustomId, reference, snowflake } from '../custom-id.js';
import { writeAppeal } from '../entries.js';
import { contentView, type MessageView } from '../message.js';
import { roleNames } from '../names.js';
import { button, buttons, linkButton, notice as noticePage, page, primary, text } from '../page.js';
import { askButton, askLine, type Place, serverUrl } from '../place.js';
import { purchaseText } from '../staff-texts.js';
import { foreignLine, nothing, sentences, timestamp } from '../text.js';

/** In a direct message: the holder keeps the purchase. Arguments: the server, the dispute's reference. */
export const keepMine = defineCustomId('dispute-keep', z.tuple([snowflake, reference]));
/** In a direct message: the claimant gets it. Arguments as above. */
export const letGo = defineCustomId('dispute-let-go', z.tuple([snowflake, reference]));

export interface NoticePlace extends Place {
	/** Untrusted text. */
	readonly serverName: string;
}

/** The text of a phone's push notification: the notice's first line, as plain content. */
export function noticeContent(t: Translator, notice: Notice, place: NoticePlace): MessageView {
	return contentView(linesOf(t, notice, place).join('\n'));
}

export function noticeView(t: Translator, notice: Notice, place: NoticePlace): MessageView {
	const [first = '', ...others] = linesOf(t, notice, place);
	const next = buttonsOf(t, notice, place);
	const ask = asks(notice) && askLine(t, place);
	const isTitled = notice.kind === 'appeal' || notice.kind === 'yours' || notice.kind === 'stays';
	if (!isTitled) return page('info', text(first, ...others, ask), buttons(...next));
	return noticePage(first, [...others, ask], ...next);
}

function linesOf(t: Translator, notice: Notice, place: NoticePlace): readonly string[] {
	const server = foreignLine(place.serverName, 100) || place.guildId;
	if (notice.kind === 'appeal') {
		const words = t('list.quoted', { text: foreignLine(notice.words, 300) || nothing });
		const next = notice.how === 'refuse' ? [t('notice.appeal.next')] : [];
		return [t(`notice.appeal.${notice.how}`, { server }), words, ...next];
	}
	const { name: itemName, ending: codeEnd } = notice.purchase;
	const it = purchaseText({ itemName, codeEnd });
	const item = foreignLine(itemName, 200) || nothing;
	switch (notice.kind) {
		case 'asked':
			return [askedLine(t, notice, it, server)];
		case 'yours': {
			const { roles } = notice;
			const has = roles.length === 0 ? [] : [t('verify.rolesNow', { roles: roleNames(t, roles) })];
			return [t('notice.yours', { item }), ...has];
		}
		case 'stays':
			return [t('notice.stays', { item }), t('notice.looked')];
		case 'undone':
			return [t('notice.undone', { it, server }), ...(notice.isOpen ? [t('dispute.decide')] : [])];
		case 'lost':
			return [sentences(t, [t(`notice.lost.${notice.how}`, { it, server }), t('notice.lost.roles')])];
		case 'renewed':
			return [t('notice.renewed', { it, date: timestamp(notice.end, 'D') })];
	}
}

function askedLine(
	t: Translator,
	{ mayMove, roles = [] }: Extract<Notice, { kind: 'asked' }>,
	it: string,
	server: string,
): string {
	if (!mayMove) return t('notice.askedTheirs', { it, server });
	const loses = roles.length === 0 ? '' : t('move.thisLoses', { roles: roleNames(t, roles) });
	return sentences(t, [t('notice.asked', { it, server }), loses]);
}

/** True for a decision of staff. */
function asks(notice: Notice): boolean {
	return (
		notice.kind === 'stays' || notice.kind === 'lost' || (notice.kind === 'appeal' && notice.how === 'refuse')
	);
}

function buttonsOf(t: Translator, notice: Notice, place: NoticePlace) {
	const open = linkButton(t('button.openServer'), serverUrl(place.guildId));
	if (notice.kind === 'asked') {
		return [
			button(t('notice.mine'), keepMine.encode(place.guildId, notice.reference)),
			button(t('notice.letGo'), letGo.encode(place.guildId, notice.reference)),
			open,
		];
	}
	if (notice.kind === 'appeal' && notice.how === 'ask') {
		const write = button(t('notice.appeal.write'), writeAppeal.encode(place.guildId, notice.reference));
		return [primary(write), open];
	}
	return [asks(notice) ? askButton(t, place) : open];
}

/** The greeting to the owner of a server, as a direct message. */
export function greetingView(t: Translator, guildId: string): MessageView {
	const components = buttons(linkButton(t('button.openServer'), serverUrl(guildId)));
	return { ...contentView(t('firstRun.hello')), components };
}

/** The greeting in a channel of the server, where the command is clickable. */
export function greetingInChannelView(t: Translator): MessageView {
	return contentView(sentences(t, [t('firstRun.hello'), t('firstRun.command')]));
}
