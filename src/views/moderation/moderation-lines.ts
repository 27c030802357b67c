import type { SupportEnd } from '../../base/support-end.js';
import type { Payment } from '../../claims/purchase-facts.js';
import type { Translator } from '../../i18n/translator.js';
import type { ModeratedPurchase } from '../../moderation/moderation-outcomes.js';
import { shortLicenseText, shownEnding } from '../kit/names.js';
import { dotted, drawnMoments, type Moments, money, timestamp } from '../kit/text.js';

// Shared parts of the moderation pages. Times are milliseconds since the epoch.

/** The rights of the staff member who looks. */
export interface ModerationRights {
	/** Staff by role only can't give or revoke. */
	readonly canManageRoles: boolean;
}

/** When support ends, in a list. */
export function supportInList(
	t: Translator,
	supportedUntil: SupportEnd,
	now: number,
	moments: Moments = drawnMoments,
): string {
	if (supportedUntil === undefined) return t('purchases.listedNone');
	if (supportedUntil === 'unknown') return t('support.listedUnknown');
	return supportedUntil > now
		? t('purchases.listedUntil', { date: moments.date(supportedUntil) })
		: t('purchases.listedEnded', { when: moments.fromNow(supportedUntil) });
}

/** When support ends, on its own line. */
export function supportLine(t: Translator, supportedUntil: SupportEnd, now: number): string {
	if (supportedUntil === undefined) return t('purchases.supportNone');
	if (supportedUntil === 'unknown') return t('support.unknown');
	const when = timestamp(supportedUntil, 'R');
	return supportedUntil > now
		? t('purchases.supportUntil', { date: timestamp(supportedUntil, 'D'), when })
		: t('purchases.supportEnded', { when });
}

/** `Paid $29.00 · downloaded`; undefined if the shop has said neither. */
export function paymentLine(t: Translator, payment: Payment | undefined): string | undefined {
	const { price, currency, downloaded } = payment ?? {};
	const use = downloaded === undefined ? '' : t(downloaded ? 'desk.downloaded' : 'desk.notDownloaded');
	if (price !== undefined) return dotted(t('desk.paid', { price: money(price, currency, t.language) }), use);
	return use === '' ? undefined : use.charAt(0).toLocaleUpperCase(t.language) + use.slice(1);
}

/** The end of the code and the licence, in a list; or that there is no code. */
export function codeInList(
	t: Translator,
	{ licenseType, codeEnd }: { readonly licenseType: string; readonly codeEnd: string | undefined },
): string {
	if (codeEnd === undefined) return t('purchases.given');
	return dotted(shownEnding(codeEnd), shortLicenseText(t, licenseType));
}

const refusals = ['taken', 'invalid', 'limited', 'not-a-code', 'uncheckable'] as const;

/** Why an answer was a refusal. `why`: as stored with the reference; any other value is the name of an error. */
export function refusedLine(t: Translator, why: string): string {
	const known = refusals.find((each) => each === why) ?? 'error';
	return t(`desk.refused.${known}`);
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
