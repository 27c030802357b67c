import type { ShownPurchase } from '../../base/shown-purchase.js';
import type { Translator } from '../../i18n/translator.js';
import type { DisputeOpened } from '../../moderation/disputes/dispute-outcomes.js';
import type { LettingGoHindrance } from '../../moderation/disputes/letting-go.js';
import { plainPurchaseName } from '../channels/notice-view.js';
import {
	disputeInputs,
	keepMine,
	letGoNow,
	sendDispute,
	withdrawDispute,
} from '../custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../interactions/refusal-view.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { roleNames } from '../kit/names.js';
import { bold, button, buttons, danger, notice, page, small, text } from '../kit/page.js';
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

export function letGoView(t: Translator): MessageView {
	return notice(t('move.done'));
}

/** Why the claimant did not get it. */
export function letGoRefusedView(t: Translator, kind: LettingGoHindrance, place: Place): MessageView {
	switch (kind) {
		case 'not-yours':
		case 'already-held':
			return outdatedComponentView(t);
		case 'discord-silent':
			return notice(t('dispute.ruled.discord-silent'));
		case 'disputed':
			return notice(t('dispute.decide'), [askLine(t, place)], buttons(askButton(t, place)));
		case 'locked':
		case 'moved-lately':
			return notice(t(`move.refused.${kind}`), [askLine(t, place)], buttons(askButton(t, place)));
	}
}
