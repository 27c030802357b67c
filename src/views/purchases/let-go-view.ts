import type { ShownPurchase } from '../../base/shown-purchase.js';
import type { Translator } from '../../i18n/translator.js';
import type { LettingGoHindrance } from '../../moderation/disputes/letting-go.js';
import { plainPurchaseName } from '../channels/notice-view.js';
import { keepMine, letGoNow } from '../custom-ids/dispute-ids.js';
import { outdatedComponentView } from '../interactions/refusal-view.js';
import { button } from '../kit/components.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { roleNames } from '../kit/names.js';
import { buttons, danger, notice } from '../kit/page.js';

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
