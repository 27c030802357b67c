import { ButtonStyle } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { UnlinkAnswer, UnlinkQuestion, UnlinkRefusal } from '../members/unlinking.js';
import { button, row } from './components.js';
import { defineCustomId } from './custom-id.js';
import { itemName } from './item-text.js';
import { type MessageView, noMentions, textView } from './message.js';
import { timestamp } from './text.js';

/** Unlinks a purchase. Argument: the claim's hash, which is not a secret. */
export const unlinkPurchase = defineCustomId(
	'purchases-let-go',
	z.tuple([z.string().regex(/^[0-9a-f]{64}$/)]),
);

const red = 0xcf_22_2e;

/** Explains what unlinking means before it is done, or why it can't be. */
export function unlinkQuestionView(t: Translator, question: UnlinkQuestion): MessageView {
	if (question.kind !== 'allowed' && question.kind !== 'leave') {
		return textView(refusalText(t, question.kind));
	}
	const { hash, item } = question;
	const title = t('purchases.unlinkTitle', { item: itemName(t, item, 150) });
	const description = consequenceText(t, question);
	return {
		content: '',
		embeds: [{ color: red, title, description }],
		components: [row(button(t('purchases.unlinkButton'), unlinkPurchase.encode(hash), ButtonStyle.Danger))],
		allowedMentions: noMentions,
	};
}

/** The outcome of a request to unlink a purchase. */
export function unlinkedView(t: Translator, answer: UnlinkAnswer): MessageView {
	switch (answer.kind) {
		case 'unlinked':
			return textView(t('purchases.unlinked', { date: timestamp(answer.freeFrom, 'D') }));
		case 'left':
			return textView(t('purchases.left'));
		case 'limited':
			return textView(t('purchases.unlinkLimited', { when: timestamp(answer.retryAt, 'R') }));
		default:
			return textView(refusalText(t, answer.kind));
	}
}

function consequenceText(
	t: Translator,
	question: Extract<UnlinkQuestion, { kind: 'allowed' | 'leave' }>,
): string {
	if (question.kind === 'leave') return t('purchases.leaveAsk');
	const { days } = question;
	return days === 0 ? t('purchases.unlinkAskNow') : t('purchases.unlinkAsk', { days });
}

function refusalText(t: Translator, kind: UnlinkRefusal): string {
	switch (kind) {
		case 'not-allowed':
		case 'transfer-only':
			return t('purchases.unlinkNotAllowed');
		case 'locked':
			return t('purchases.unlinkLocked');
		case 'not-yours':
			return t('purchases.unlinkGone');
		case 'not-here':
			return t('purchases.notHere');
	}
}
