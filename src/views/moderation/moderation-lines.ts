import type { Translator } from '../../i18n/translator.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import { foreignLine, timestamp } from '../kit/text.js';

// What the pages of moderation have in common. Times are milliseconds since the epoch.

/** What the staff member who looks may do. */
export interface ModerationRights {
	/** Who holds a purchase is home's business. */
	readonly isHome: boolean;
	/** Staff by a role alone give and revoke nothing. */
	readonly canManageRoles: boolean;
}

/** A code's end, as it is shown everywhere. */
export const ending = (codeEnd: string): string => `…${codeEnd}`;

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

/** The license and the end of the code, or that there is none. */
export function licenceLine(
	t: Translator,
	{ licenseType, codeEnd }: { readonly licenseType: string; readonly codeEnd: string | undefined },
	inList = false,
): string {
	if (codeEnd === undefined) return t('desk.given');
	const licence = foreignLine(licenseType, 80);
	if (inList) return [ending(codeEnd), licence].filter(Boolean).join(' · ');
	return [licence, t('desk.code', { code: ending(codeEnd) })].filter(Boolean).join(' · ');
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
