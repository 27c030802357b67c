import { inviteUrl } from '../../base/web-address.js';
import type { Translator } from '../../i18n/translator.js';
import { openLookUp } from '../custom-ids/moderation-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { type MessageView, textView } from '../kit/message.js';
import { permissionName } from '../kit/names.js';
import { button, buttons, linkButton, notice, page, text } from '../kit/page.js';

export function administratorsOnlyView(t: Translator): MessageView {
	return textView(t('refusal.administratorsOnly'));
}

export function managersOnlyView(t: Translator): MessageView {
	return textView(t('refusal.managersOnly', { permission: permissionName(t, 'ManageGuild') }));
}

/**
 * The answer to a component without a handler, or with an unreadable custom_id. `isStaff`: it was one of the staff's.
 */
export function outdatedComponentView(t: Translator, isStaff = false): MessageView {
	const next = isStaff
		? button(t('button.lookUp'), openLookUp.encode())
		: button(t('button.showMyPurchases'), openPurchases.encode());
	return page('attention', text(t('refusal.outdated')), buttons(next));
}

/** The answer to a button whose modal could not be opened in time. */
export function pressAgainView(t: Translator): MessageView {
	return notice(t('moderation.pressAgain'), [t('moderation.pressAgainWhy')]);
}

/** The answer to a command that is registered with Discord but not part of this version. */
export function unknownCommandView(t: Translator): MessageView {
	return textView(t('refusal.unknownCommand'));
}

/** The answer to anything that does not come from a server the bot is in. */
export function guildOnlyView(t: Translator): MessageView {
	return textView(t('refusal.guildOnly'));
}

/** The answer in an unserved server. */
export function otherGuildView(t: Translator): MessageView {
	return textView(t('refusal.otherGuild'));
}

/** The answer in a server that authorized the bot's commands alone, which it may have without the bot. */
export function notMemberView(t: Translator, applicationId: string): MessageView {
	const invite = linkButton(t('button.inviteBot'), inviteUrl(applicationId));
	return page('attention', text(t('refusal.notMember')), buttons(invite));
}

/** The answer in a server whose data Discord has not sent yet: right after the bot's start, or in an outage. */
export function startingView(t: Translator): MessageView {
	return textView(t('refusal.starting'));
}

export function moderatorsOnlyView(t: Translator): MessageView {
	return textView(t('moderation.moderatorsOnly', { permission: permissionName(t, 'ManageRoles') }));
}
