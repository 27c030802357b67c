import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import { disputeInputs, sendDispute, withdrawDispute } from '../custom-ids/dispute-ids.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { bold, buttons, notice, page, small, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';

/** The limit of the text input. */
const maxNoteLength = 300;

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
