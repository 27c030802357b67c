import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { ShownPurchase } from '../../base/shown-purchase.js';
import type { Translator } from '../../i18n/translator.js';
import { plainPurchaseName } from '../channels/notice-view.js';
import {
	askForDecision,
	disputeInputs,
	moveHere,
	sendDispute,
	withdrawDispute,
} from '../custom-ids/dispute-ids.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { roleNames } from '../kit/names.js';
import { bold, buttons, notice, page, primary, small, text } from '../kit/page.js';
import { foreignLine, timestamp } from '../kit/text.js';

/** The limit of the text input. */
const maxNoteLength = 300;

/** The options of a member whose code is held by another account. */
export function disputeStartView(
	t: Translator,
	{
		reference,
		purchase,
		mayMove,
	}: {
		readonly reference: string;
		readonly purchase: ShownPurchase;
		readonly mayMove: boolean;
	},
): MessageView {
	const it = plainPurchaseName(purchase);
	const ask = button(t('button.askStaff'), askForDecision.encode(reference));
	return page(
		'dispute',
		text(t('dispute.inUse', { it }), t(mayMove ? 'dispute.choose' : 'dispute.staffOnly')),
		buttons(
			mayMove && primary(button(t('dispute.moveHere'), moveHere.encode(reference))),
			mayMove ? ask : primary(ask),
		),
	);
}

/** How to move it from the other account. The message is edited when it is done. */
export function moveYourselfView(
	t: Translator,
	{ reference, purchase }: { readonly reference: string; readonly purchase: ShownPurchase },
): MessageView {
	const item = foreignLine(purchase.name, 200) || '–';
	return page(
		'dispute',
		text(
			bold(t('move.yourself')),
			t('move.how', { item, button: bold(t('move.button')), reference: bold(reference) }),
			small(t('move.works')),
		),
		buttons(button(t('button.askStaff'), askForDecision.encode(reference))),
	);
}

export function disputeModal(t: Translator, reference: string): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendDispute.encode(reference),
		title: t('dispute.formTitle'),
		components: [
			{
				type: ComponentType.Label,
				label: t('dispute.formLabel'),
				description: t('dispute.formHint'),
				component: {
					type: ComponentType.TextInput,
					custom_id: disputeInputs.note,
					style: TextInputStyle.Paragraph,
					required: false,
					max_length: maxNoteLength,
				},
			},
		],
	};
}

/** Staff decide: shown to the member until then. */
export function disputeOpenView(
	t: Translator,
	{
		reference,
		at,
		hasChannel,
	}: {
		readonly reference: string;
		readonly at: number;
		readonly hasChannel: boolean;
	},
	place: Place,
): MessageView {
	return notice(
		t('dispute.decide'),
		[
			t('dispute.asked'),
			!hasChannel && t('dispute.giveReference', { reference: bold(reference) }),
			askLine(t, place),
			small(`${reference} · ${timestamp(at, 'R')}`),
		],
		buttons(button(t('dispute.withdraw'), withdrawDispute.encode(reference)), askButton(t, place)),
	);
}

export function disputeHinderedView(
	t: Translator,
	kind: 'too-many' | 'server-full',
	place: Place,
): MessageView {
	return notice(
		t(`dispute.hindered.${kind}`),
		[t(`dispute.hindered.${kind}.why`), askLine(t, place)],
		buttons(askButton(t, place)),
	);
}

export function disputeWithdrawnView(t: Translator): MessageView {
	return notice(t('dispute.withdrawn'));
}

export function disputeNotedView(t: Translator): MessageView {
	return page('done', text(t('dispute.noted')));
}

/** The purchase was moved here from another account of the member. */
export function movedHereView(
	t: Translator,
	{ purchase, roles }: { readonly purchase: ShownPurchase; readonly roles: readonly string[] },
): MessageView {
	return notice(t('notice.yours', { item: foreignLine(purchase.name, 200) || '–' }), [
		roles.length > 0 && t('notice.youHave', { roles: roleNames(t, roles) }),
	]);
}
