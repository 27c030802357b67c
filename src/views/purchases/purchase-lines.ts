import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases } from '../../purchases/purchases.js';
import type { RoleStatus } from '../../roles/role-status.js';
import { itemName } from '../items/item-text.js';
import { shownEnding, withEnding } from '../kit/names.js';
import { timestamp } from '../kit/text.js';

// The lines that a purchase is told in: to its holder, and wherever else it is shown.

/** More would fill a phone's screen; the rest is an ellipsis. */
const mostRoles = 8;

/** A purchase in a title, as `Aurora ••••3a8c`. `ending`: of its code, '' where it has none. */
export function purchaseTitle(t: Translator, { item, ending }: Pick<OwnPurchase, 'item' | 'ending'>): string {
	return withEnding(itemName(t, item, 80), ending);
}

/** Roles as mentions, which ping nobody. */
export function roleList(t: Translator, roleIds: readonly string[]): string {
	const shown = roleIds.slice(0, mostRoles).map((id) => `<@&${id}>`);
	return t.list(shown.length < roleIds.length ? [...shown, '…'] : shown);
}

/** What a member has and lacks, a line for each. */
export function standingLines(t: Translator, roles: RoleStatus): string[] {
	const line = (key: StandingKey, roleIds: readonly string[]): string[] =>
		roleIds.length === 0 ? [] : [t(key, { roles: roleList(t, roleIds) })];
	return [
		...line('purchases.rolesHeld', roles.has),
		...line('purchases.rolesOnTheWay', roles.onTheWay),
		...line('purchases.rolesBlocked', roles.blocked),
		...line('purchases.rolesMissing', roles.missing),
		...(roles.deleted.length > 0 ? [t('purchases.roleDeleted')] : []),
		...(roles.isUnchosen ? [t('purchases.roleUnchosen')] : []),
	];
}

type StandingKey =
	| 'purchases.rolesHeld'
	| 'purchases.rolesOnTheWay'
	| 'purchases.rolesBlocked'
	| 'purchases.rolesMissing';

/** The same of one purchase, in one line; '' where nothing follows from it. */
export function purchaseRolesLine(t: Translator, { roleIds }: OwnPurchase, roles: RoleStatus): string {
	const of = (some: readonly string[]) => some.filter((id) => roleIds.includes(id));
	const part = (key: PartKey, some: readonly string[]): string[] => {
		const mine = of(some);
		return mine.length === 0 ? [] : [t(key, { roles: roleList(t, mine) })];
	};
	return [
		...part('purchases.oneHeld', roles.has),
		...part('purchases.oneOnTheWay', roles.onTheWay),
		...part('purchases.oneBlocked', roles.blocked),
		...part('purchases.oneMissing', roles.missing),
		...(of(roles.deleted).length > 0 ? [t('purchases.roleDeleted')] : []),
		...(roles.isUnchosen ? [t('purchases.roleUnchosen')] : []),
	].join(' ');
}

type PartKey =
	| 'purchases.oneHeld'
	| 'purchases.oneOnTheWay'
	| 'purchases.oneBlocked'
	| 'purchases.oneMissing';

/** Whether asking for roles could help: some are not there, and can be. */
export function isLacking({ onTheWay, blocked, missing }: RoleStatus): boolean {
	return onTheWay.length + blocked.length + missing.length > 0;
}

/** How long support lasts or lasted. `now`: milliseconds since the epoch. */
export function supportLine(t: Translator, supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return t('purchases.supportNone');
	const when = timestamp(supportedUntil, 'R');
	return supportedUntil > now
		? t('purchases.supportUntil', { date: timestamp(supportedUntil, 'D'), when })
		: t('purchases.supportEnded', { when });
}

/** A purchase below its name in a list: `••••3a8c · support until 8 May 2027`. */
export function listedLine(t: Translator, purchase: OwnPurchase, now: number): string {
	if (purchase.isGiven) return t('purchases.given');
	const { ending, supportedUntil, status, isHere } = purchase;
	const parts = [ending === '' ? '' : shownEnding(ending)];
	if (status === 'revoked') parts.push(t('purchases.revokedTitle'));
	else if (!isHere) parts.push(t('purchases.elsewhere'));
	else if (supportedUntil === undefined) parts.push(t('purchases.listedNone'));
	else if (supportedUntil > now)
		parts.push(t('purchases.listedUntil', { date: timestamp(supportedUntil, 'D') }));
	else parts.push(t('purchases.listedEnded', { when: timestamp(supportedUntil, 'R') }));
	return parts.filter((part) => part !== '').join(' · ');
}

/** `Bought 8 May 2026 · verified 6 months ago`. */
export function datesLine(t: Translator, { purchasedAt, verifiedAt }: OwnPurchase): string {
	const when = timestamp(verifiedAt, 'R');
	if (purchasedAt === undefined) return t('purchases.verified', { when });
	return t('purchases.dates', { date: timestamp(purchasedAt, 'D'), when });
}

/** What an own purchase is, to those who hold several: not the first one of a list. */
export function positionOf({ all }: OwnPurchases, hash: string): number {
	return all.findIndex((purchase) => purchase.hash === hash);
}
