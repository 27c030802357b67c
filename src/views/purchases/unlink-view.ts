import type { Translator } from '../../i18n/translator.js';
import type { UnlinkAnswer, UnlinkQuestion, UnlinkRefusal } from '../../purchases/unlinking.js';
import { openPurchase, openPurchases, unlinkPurchase } from '../custom-ids/purchase-ids.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, danger, notice, page, text } from '../kit/page.js';
import { sentences, timestamp } from '../kit/text.js';
import { purchaseTitle, roleList } from './purchase-lines.js';

/** Explains unlinking before it is done, or why it can't be. */
export function unlinkQuestionView(t: Translator, question: UnlinkQuestion, place: Place): MessageView {
	if (!('hash' in question)) return refusalView(t, question.kind, place);
	const { hash, roleIds } = question;
	return notice(
		t('unlink.title', { it: purchaseTitle(t, question) }),
		[
			sentences(t, [
				roleIds.length > 0 ? t('unlink.loses', { roles: roleList(t, roleIds) }) : '',
				consequence(t, question.days),
			]),
		],
		buttons(
			danger(button(t('unlink.button'), unlinkPurchase.encode(hash))),
			button(t('unlink.keep'), openPurchase.encode(hash)),
		),
	);
}

/** The outcome of a request to unlink a purchase. `now`: milliseconds since the epoch. */
export function unlinkedView(t: Translator, answer: UnlinkAnswer, place: Place, now: number): MessageView {
	switch (answer.kind) {
		case 'unlinked':
			return notice(
				t('unlink.done'),
				[
					answer.freeFrom > now
						? t('unlink.freeFrom', { when: timestamp(answer.freeFrom, 'R') })
						: t('unlink.freeNow'),
				],
				mine(t),
			);
		case 'limited':
			return notice(
				t('unlink.limitedTitle'),
				[t('unlink.limited', { when: timestamp(answer.retryAt, 'R') })],
				mine(t),
			);
		default:
			return refusalView(t, answer.kind, place);
	}
}

function consequence(t: Translator, days: number): string {
	return days === 0 ? t('unlink.freeAtOnce') : t('unlink.keptFor', { days });
}

function refusalView(t: Translator, kind: UnlinkRefusal, place: Place): MessageView {
	switch (kind) {
		case 'not-allowed':
			return page(
				'info',
				text(t('unlink.notAllowed'), askLine(t, place)),
				buttons(askButton(t, place), ...mineButton(t)),
			);
		case 'locked':
			return page(
				'info',
				text(t('purchases.locked'), askLine(t, place)),
				buttons(askButton(t, place), ...mineButton(t)),
			);
		case 'not-yours':
			return page('info', text(bold(t('unlink.gone'))), mine(t));
	}
}

const mineButton = (t: Translator) => [button(t('button.showMyPurchases'), openPurchases.encode())];

const mine = (t: Translator) => buttons(...mineButton(t));
