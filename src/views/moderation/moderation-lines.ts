import type { Translator } from '../../i18n/translator.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import { shortLicenseText } from '../kit/license-text.js';
import { shownEnding } from '../kit/names.js';
import { timestamp } from '../kit/text.js';

// What the pages of moderation have in common. Times are milliseconds since the epoch.

/** What the staff member who looks may do. */
export interface ModerationRights {
	/** Who holds a purchase is home's business. */
	readonly isHome: boolean;
	/** Staff by a role alone give and revoke nothing. */
	readonly canManageRoles: boolean;
}

/** When support ends, in a list. */
export function supportInList(t: Translator, supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return t('desk.list.noSupport');
	return supportedUntil > now
		? t('desk.list.supportUntil', { date: timestamp(supportedUntil, 'D') })
		: t('desk.list.supportEnded', { when: timestamp(supportedUntil, 'R') });
}

/** When support ends, as a line of its own. */
export function supportLine(t: Translator, supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return t('desk.noSupport');
	const when = timestamp(supportedUntil, 'R');
	return supportedUntil > now
		? t('desk.supportUntil', { date: timestamp(supportedUntil, 'D'), when })
		: t('desk.supportEnded', { when });
}

/** The end of the code and the license, in a list; or that there is no code. */
export function codeInList(
	t: Translator,
	{ licenseType, codeEnd }: { readonly licenseType: string; readonly codeEnd: string | undefined },
): string {
	if (codeEnd === undefined) return t('purchases.given');
	return [shownEnding(codeEnd), shortLicenseText(t, licenseType)].filter(Boolean).join(' · ');
}

/** Locked, revoked, no longer valid: each a line. */
export function stateLines(t: Translator, { file, holderId }: ModeratedPurchase): readonly string[] {
	return [
		...(file.locked ? [t('desk.locked')] : []),
		...(file.isRevokedByStaff ? [t('desk.revokedByStaff')] : []),
		...(file.status === 'revoked' && !file.isRevokedByStaff ? [t('desk.noLongerValid')] : []),
		...(holderId === undefined && file.claims.length === 0 ? [t('desk.nobody')] : []),
	];
}
