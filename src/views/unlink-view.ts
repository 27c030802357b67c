import { ButtonStyle, ComponentType } from 'discord.js';
import { z } from 'zod';
import { defineCustomId } from '../discord/custom-id.js';
import type { Translator } from '../i18n/translator.js';
import { itemName } from './item-text.js';
import { type MessageView, noMentions, textView } from './message.js';
import { timestamp } from './text.js';

/** Lets go of a purchase. Argument: the claim's hash, which is no secret. */
export const unlinkPurchase = defineCustomId(
	'purchases-let-go',
	z.tuple([z.string().regex(/^[0-9a-f]{64}$/)]),
);

/** Whether a member may let go of a purchase, and how long its code is kept for them. */
export type UnlinkQuestion =
	| {
			readonly kind: 'allowed';
			readonly hash: string;
			readonly item: { readonly id: number; readonly name: string };
			readonly days: number;
	  }
	| { readonly kind: UnlinkRefusal };

/** What became of it. `freeFrom`: when others can have the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	| { readonly kind: UnlinkRefusal };

type UnlinkRefusal = 'not-allowed' | 'transfer-only' | 'locked' | 'not-yours';

const red = 0xcf_22_2e;

/** Says what letting go means, before it is done; or why it can't be. */
export function unlinkQuestionView(t: Translator, question: UnlinkQuestion): MessageView {
	if (question.kind !== 'allowed') return textView(refusalText(t, question.kind));
	const { hash, item, days } = question;
	const title = t('purchases.unlinkTitle', { item: itemName(t, item, 150) });
	const description = days === 0 ? t('purchases.unlinkAskNow') : t('purchases.unlinkAsk', { days });
	return {
		content: '',
		embeds: [{ color: red, title, description }],
		components: [
			{
				type: ComponentType.ActionRow,
				components: [
					{
						type: ComponentType.Button,
						style: ButtonStyle.Danger,
						label: t('purchases.unlinkButton'),
						custom_id: unlinkPurchase.encode(hash),
					},
				],
			},
		],
		allowedMentions: noMentions,
	};
}

/** What became of a wish to let go of a purchase. */
export function unlinkedView(t: Translator, answer: UnlinkAnswer): MessageView {
	return textView(
		answer.kind === 'unlinked'
			? t('purchases.unlinked', { date: timestamp(answer.freeFrom, 'D') })
			: refusalText(t, answer.kind),
	);
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
	}
}
