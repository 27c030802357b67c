import { inviteUrl } from '../base/addresses.js';
import type { Translator } from '../i18n/translator.js';
import { lookUp, openPurchases } from './entries.js';
import type { MessageView } from './message.js';
import { permissionName } from './names.js';
import { button, buttons, linkButton, notice, page, small, text } from './page.js';
import { askButton, askLine, type Place } from './place.js';

/** The answer to a member without the access that is named, or to a request that is not for this bot or server. */
export function refusalView(
	t: Translator,
	why: 'manager' | 'staff' | 'administrator' | 'unknownCommand' | 'guildOnly' | 'otherGuild' | 'starting',
): MessageView {
	const permission = permissionName(t, why === 'staff' ? 'ManageRoles' : 'ManageGuild');
	return page('refused', text(t(`refusal.${why}`, { permission })));
}

/** The answer to a component without a handler, or with an unreadable custom_id. `isStaff`: it was one of the staff's. */
export function outdatedComponentView(t: Translator, isStaff = false): MessageView {
	const next = isStaff
		? button(t('button.lookUp'), lookUp.encode())
		: button(t('button.showMyPurchases'), openPurchases.encode());
	return page('attention', text(t('refusal.outdated')), buttons(next));
}

/** The answer to staff if the store is too slow to say who is staff. */
export function tooSlowView(t: Translator): MessageView {
	return notice(t('moderation.pressAgain'), [t('error.tryAgain')]);
}

/** The answer in a server that authorized the bot's commands alone, which it may have without the bot. */
export function notMemberView(t: Translator, applicationId: string): MessageView {
	const invite = linkButton(t('button.inviteBot'), inviteUrl(applicationId));
	return page('attention', text(t('refusal.notMember')), buttons(invite));
}

/** Failures that need staff: retrying can't help. */
const forStaff: ReadonlySet<string> = new Set(['STORE_CORRUPT', 'STORE_REFUSED', 'CONFIG']);

/**
 * The answer to a member after an internal failure.
 * @param code of an AppError, or anything else for an unexpected failure
 * @param reference links the answer to the log, for staff
 */
export function errorView(t: Translator, code: string, reference: string | undefined, place?: Place) {
	if (code === 'SECRET_CHANGED') return notice(t('error.maintenance'), [t('error.tryAgain')]);
	return notice(
		t('error.title'),
		[
			t(forStaff.has(code) ? 'error.needsStaff' : 'error.tryAgain'),
			place && askLine(t, place),
			reference !== undefined && small(t('verify.reference', { id: reference })),
		],
		place && askButton(t, place),
	);
}
