import type { Translator } from '../../i18n/translator.js';
import type { UnlinkAnswer, UnlinkQuestion, UnlinkRefusal } from '../../purchases/unlinking.js';
import { openPurchase, openPurchases, unlinkPurchase } from '../custom-ids/purchase-ids.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { roleList } from '../kit/names.js';
import { bold, button, buttons, danger, notice, page, text } from '../kit/page.js';
import { sentences, timestamp } from '../kit/text.js';
import { maxRoles, purchaseTitle } from './purchases-view.js';

/** Explains unlinking before it is done, or why it can't be. */
export function unlinkQuestionView(t: Translator, question: UnlinkQuestion, place: Place): MessageView {
	if (!('hash' in question)) return refusalView(t, question.kind, place);
	const { hash, roleIds } = question;
	return notice(
		t('unlink.title', { it: purchaseTitle(t, question) }),
		[
			sentences(t, [
				roleIds.length > 0 ? t('unlink.loses', { roles: roleList(t, roleIds, maxRoles) }) : '',
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
				buttons(mineButton(t)),
			);
		case 'limited':
			return notice(
				t('dispute.hindered.too-many'),
				[t('unlink.limited', { when: timestamp(answer.retryAt, 'R') })],
				buttons(mineButton(t)),
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
		case 'locked': {
			const why = kind === 'locked' ? t('purchases.locked') : t('unlink.notAllowed');
			return page('info', text(why, askLine(t, place)), buttons(askButton(t, place), mineButton(t)));
		}
		case 'not-yours':
			return page('info', text(bold(t('unlink.gone'))), buttons(mineButton(t)));
	}
}

const mineButton = (t: Translator) => button(t('button.showMyPurchases'), openPurchases.encode());
