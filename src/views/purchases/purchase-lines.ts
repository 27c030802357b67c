import { type SupportStage, supportStage } from '../../guilds/support-stage.js';
import type { Translator } from '../../i18n/translator.js';
import type { OwnPurchase, OwnPurchases } from '../../purchases/purchases.js';
import type { RoleStatus } from '../../roles/role-status.js';
import { itemName } from '../items/item-text.js';
import type { Place } from '../kit/discord-links.js';
import { drawnMoments, type Moments } from '../kit/moments.js';
import { roleList, shownEnding, withEnding } from '../kit/names.js';
import { dotted, timestamp } from '../kit/text.js';

// The lines that describe a purchase: to its holder, and wherever else it is shown.

/** Where and when a purchase is shown. */
export interface Viewing {
	readonly place: Place;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** More would fill a phone's screen; the rest is an ellipsis. */
export const maxRoles = 8;

/** A purchase in a title, as `Aurora ••••3a8c`. `ending`: of its code, '' if it has none. */
export function purchaseTitle(t: Translator, { item, ending }: Pick<OwnPurchase, 'item' | 'ending'>): string {
	return withEnding(itemName(t, item, 80), ending);
}

/** A member's held and missing roles, a line for each. */
export function standingLines(t: Translator, roles: RoleStatus): readonly string[] {
	return rolesParts(t, 'roles', roles);
}

/** The same for one purchase, in one line; '' if it gives no roles. */
export function purchaseRolesLine(t: Translator, purchase: OwnPurchase, roles: RoleStatus): string {
	return rolesParts(t, 'one', rolesOf(purchase, roles)).join(' ');
}

/** The part of a member's roles that follows from a purchase. */
export function rolesOf({ roleIds }: OwnPurchase, roles: RoleStatus): RoleStatus {
	const of = (some: readonly string[]) => some.filter((id) => roleIds.includes(id));
	const { has, onTheWay, blocked, missing, deleted } = roles;
	return {
		...roles,
		has: of(has),
		onTheWay: of(onTheWay),
		blocked: of(blocked),
		missing: of(missing),
		deleted: of(deleted),
	};
}

function rolesParts(t: Translator, which: 'roles' | 'one', roles: RoleStatus): readonly string[] {
	const states = [
		['Held', roles.has],
		['OnTheWay', roles.onTheWay],
		['Blocked', roles.blocked],
		['Missing', roles.missing],
	] as const;
	return [
		...states.flatMap(([state, ids]) =>
			ids.length === 0 ? [] : [t(`purchases.${which}${state}`, { roles: roleList(t, ids, maxRoles) })],
		),
		...(roles.deleted.length > 0 ? [t('purchases.roleDeleted')] : []),
		...(roles.isUnchosen ? [t('purchases.roleUnchosen')] : []),
	];
}

/** True if syncing the roles could help: some are missing, and can be given. */
export function isLacking({ onTheWay, blocked, missing }: RoleStatus): boolean {
	return onTheWay.length + blocked.length + missing.length > 0;
}

/** When support ends or ended. */
export function supportLine(t: Translator, stage: SupportStage): string {
	if (stage.kind === 'none') return t('purchases.supportNone');
	if (stage.kind === 'unknown') return t('support.unknown');
	const date = timestamp(stage.end, 'D');
	const when = timestamp(stage.end, 'R');
	switch (stage.kind) {
		case 'lasts':
			return t('purchases.supportUntil', { date, when });
		case 'soon':
			return t('support.endsSoon', { date, when });
		case 'grace':
			return t('support.grace', { when, date: timestamp(stage.roleUntil, 'D') });
		case 'ended':
			return t('purchases.supportEnded', { when });
	}
}

/** A purchase below its name in a list: `••••3a8c · support until 8 May 2027`. */
export function listedLine(
	t: Translator,
	purchase: OwnPurchase,
	{ now, place }: Viewing,
	moments: Moments = drawnMoments,
): string {
	if (purchase.isGiven) return t('purchases.given');
	const { ending, supportedUntil, status } = purchase;
	return dotted(
		ending !== '' && shownEnding(ending),
		status === 'revoked'
			? t('purchases.revokedTitle')
			: listedSupport(t, supportStage(supportedUntil, now, place.links.support), moments),
	);
}

function listedSupport(t: Translator, stage: SupportStage, moments: Moments): string {
	switch (stage.kind) {
		case 'none':
			return t('purchases.listedNone');
		case 'unknown':
			return t('support.listedUnknown');
		case 'lasts':
			return t('purchases.listedUntil', { date: moments.date(stage.end) });
		case 'soon':
			return t('purchases.listedSoon', { date: moments.date(stage.end), when: moments.fromNow(stage.end) });
		case 'grace':
		case 'ended':
			return t('purchases.listedEnded', { when: moments.fromNow(stage.end) });
	}
}

/** `Bought 8 May 2026 · verified 6 months ago`. */
export function datesLine(t: Translator, { purchasedAt, verifiedAt }: OwnPurchase): string {
	const when = timestamp(verifiedAt, 'R');
	if (purchasedAt === undefined) return t('purchases.verified', { when });
	return t('purchases.dates', { date: timestamp(purchasedAt, 'D'), when });
}

/** The index of a purchase in the holder's list. */
export function positionOf({ all }: OwnPurchases, hash: string): number {
	return all.findIndex((purchase) => purchase.hash === hash);
}
