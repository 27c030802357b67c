import type { Translator } from '../../i18n/translator.js';
import type { DisputeOpened } from '../../moderation/disputes.js';
import { disputeInputs, sendDispute, withdrawDispute } from '../custom-ids/dispute-ids.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { bold, button, buttons, notice, page, small, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';

/** The limit of the text input. */
const maxNoteLength = 300;

export function disputeModal(t: Translator, reference: string) {
	const input = { id: disputeInputs.note, label: t('dispute.formLabel'), hint: t('dispute.formHint') };
	return form(
		sendDispute.encode(reference),
		t('dispute.formTitle'),
		field({ ...input, isLong: true, longest: maxNoteLength }),
	);
}

/** Staff decide: shown to the member until then. */
export function disputeOpenView(
	t: Translator,
	{ reference, at, hasChannel }: Omit<Extract<DisputeOpened, { kind: 'open' }>, 'kind'>,
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

/** The claimant has it. */
export function letGoView(t: Translator): MessageView {
	return notice(t('move.done'));
}
