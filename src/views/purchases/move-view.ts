import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { ShownPurchase } from '../../base/shown-purchase.js';
import type { Translator } from '../../i18n/translator.js';
import type { LettingGoHindrance } from '../../moderation/disputes/letting-go.js';
import { plainPurchaseName } from '../channels/notice-view.js';
import { disputeInputs, keepMine, letGoNow, moveNot, moveNow } from '../custom-ids/dispute-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { outdatedComponentView } from '../interactions/refusal-view.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { roleNames } from '../kit/names.js';
import { buttons, danger, notice, primary } from '../kit/page.js';

/** The modal of a move. `customId`: `sendMoveOwn` or `sendMoveMine`. */
export function moveModal(t: Translator, customId: string): APIModalInteractionResponseCallbackData {
	return {
		custom_id: customId,
		title: t('move.formTitle'),
		components: [
			{
				type: ComponentType.Label,
				label: t('move.formLabel'),
				description: t('move.formHint'),
				component: {
					type: ComponentType.TextInput,
					custom_id: disputeInputs.reference,
					style: TextInputStyle.Short,
					placeholder: 'KQT-WDR',
					min_length: 6,
					max_length: 20,
				},
			},
		],
	};
}

/** Asks the member before it moves. */
export function moveSureView(
	t: Translator,
	{
		reference,
		purchase,
		roles,
	}: {
		readonly reference: string;
		readonly purchase: ShownPurchase;
		readonly roles: readonly string[];
	},
	guildId: string,
): MessageView {
	return notice(
		t('move.sure', { it: plainPurchaseName(purchase) }),
		[roles.length === 0 ? t('move.gets') : t('move.loses', { roles: roleNames(t, roles) })],
		buttons(
			danger(button(t('notice.move'), moveNow.encode(guildId, reference))),
			button(t('notice.keep'), moveNot.encode(guildId)),
		),
	);
}

/** Asks the holder before the claimant gets it. */
export function letGoSureView(
	t: Translator,
	{ purchase, roles }: { readonly purchase: ShownPurchase; readonly roles: readonly string[] },
	guildId: string,
	reference: string,
): MessageView {
	return notice(
		t('move.sure', { it: plainPurchaseName(purchase) }),
		[t('move.gets'), roles.length > 0 && t('move.thisLoses', { roles: roleNames(t, roles) })],
		buttons(
			danger(button(t('notice.letGo'), letGoNow.encode(guildId, reference))),
			button(t('notice.mine'), keepMine.encode(guildId, reference)),
		),
	);
}

/** It has moved, or stays. `isDirect`: in a direct message, where there are no commands. */
export function movedView(t: Translator, kind: 'moved' | 'kept', isDirect: boolean): MessageView {
	const mine = button(t('button.showMyPurchases'), openPurchases.encode());
	return notice(t(kind === 'moved' ? 'move.done' : 'move.kept'), [], buttons(!isDirect && mine));
}

/** Why it did not move. `again`: opens the modal once more. */
export function moveRefusedView(
	t: Translator,
	kind: LettingGoHindrance,
	place: Place,
	again?: string,
): MessageView {
	switch (kind) {
		case 'not-yours':
			return outdatedComponentView(t);
		case 'wrong-reference':
		case 'already-held':
			return notice(
				t('move.wrong'),
				[],
				buttons(again !== undefined && primary(button(t('button.tryAgain'), again))),
			);
		case 'discord-silent':
			return notice(t('dispute.ruled.discord-silent'));
		case 'disputed':
			return notice(t('dispute.decide'), [askLine(t, place)], buttons(askButton(t, place)));
		case 'not-allowed':
		case 'locked':
		case 'moved-lately':
			return notice(t(`move.refused.${kind}`), [askLine(t, place)], buttons(askButton(t, place)));
	}
}
