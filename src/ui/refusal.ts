import { inviteUrl } from '../base/web-address.js';
import type { Translator } from '../i18n/translator.js';
import { openLookUp, openPurchases } from './entries.js';
import { type MessageView, textView } from './message.js';
import { permissionName } from './names.js';
import { button, buttons, linkButton, notice, page, text } from './page.js';
import { askButton, askLine, type Place } from './place.js';

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

/** Failures that need staff: retrying can't help. */
const forStaff: ReadonlySet<string> = new Set(['STORE_CORRUPT', 'STORE_REFUSED', 'CONFIG']);

/**
 * The answer to a member after an internal failure.
 * @param code the `code` of an AppError, or anything else for an unexpected failure
 * @param reference links the answer to the log, for staff; undefined if there is none
 * @param place undefined outside a server
 */
export function errorView(
	t: Translator,
	code: string,
	reference: string | undefined,
	place?: Place,
): MessageView {
	if (code === 'SECRET_CHANGED') return notice(t('error.maintenance'), [t('error.tryAgain')]);
	return notice(
		t('error.title'),
		[
			t(forStaff.has(code) ? 'error.needsStaff' : 'error.tryAgain'),
			place && askLine(t, place),
			reference !== undefined && t('error.reference', { id: reference }),
		],
		buttons(place && askButton(t, place)),
	);
}
