import type { Translator } from '../../i18n/translator.js';
import { openLookUp } from '../custom-ids/moderation-ids.js';
import { openPurchases } from '../custom-ids/purchase-ids.js';
import { button } from '../kit/components.js';
import { type MessageView, textView } from '../kit/message.js';
import { permissionName } from '../kit/names.js';
import { buttons, notice, page, text } from '../kit/page.js';

/** The answer to a command that is meant for administrators. */
export function administratorsOnlyView(t: Translator): MessageView {
	return textView(t('refusal.administratorsOnly'));
}

/** The answer to a command that is for home's administrators, in another server. */
export function homeOnlyView(t: Translator): MessageView {
	return textView(t('refusal.homeOnly'));
}

/** The answer to whoever may not manage the server. */
export function managersOnlyView(t: Translator): MessageView {
	return textView(t('refusal.managersOnly', { permission: permissionName(t, 'ManageGuild') }));
}

/** The answer in another server to a choice that home alone makes. */
export function policyOfHomeView(t: Translator): MessageView {
	return textView(t('policy.homeOnly'));
}

/**
 * The answer to a component that no handler knows, or whose custom_id can't be read any more. `isStaff`: it was one of
 * the staff's.
 */
export function outdatedComponentView(t: Translator, isStaff = false): MessageView {
	const next = isStaff
		? button(t('button.lookUp'), openLookUp.encode())
		: button(t('button.showMyPurchases'), openPurchases.encode());
	return page('attention', text(t('refusal.outdated')), buttons(next));
}

/** The answer to a button whose form came too late to be opened. */
export function pressAgainView(t: Translator): MessageView {
	return notice(t('moderation.pressAgain'), [t('moderation.pressAgainWhy')]);
}

/** The answer to a command that is registered with Discord and not part of this version. */
export function unknownCommandView(t: Translator): MessageView {
	return textView(t('refusal.unknownCommand'));
}

/** The answer to anything that does not come from a server the bot is in. */
export function guildOnlyView(t: Translator): MessageView {
	return textView(t('refusal.guildOnly'));
}

/** The answer in a server that the bot is in and is not set up to serve. */
export function otherGuildView(t: Translator): MessageView {
	return textView(t('refusal.otherGuild'));
}

/** The answer in a server that Discord has not told the bot of yet, in the first moments after its start. */
export function startingView(t: Translator): MessageView {
	return textView(t('refusal.starting'));
}

/** The answer to whoever is not staff. */
export function moderatorsOnlyView(t: Translator): MessageView {
	return textView(t('moderation.moderatorsOnly', { permission: permissionName(t, 'ManageRoles') }));
}

/** The answer in another server to what home's staff alone do. What they can do there is on a member's page. */
export function homeStaffOnlyView(t: Translator): MessageView {
	return notice(t('moderation.homeOnly'), [], buttons(button(t('button.lookUp'), openLookUp.encode())));
}
