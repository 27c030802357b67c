import type { Claim } from '../claims/claim.js';
import type { GuildSettings, Period, RoleRules } from './guild-settings.js';

/** The properties of a valid purchase that a role can depend on. */
export type RuleKind = keyof typeof ruleFields | 'date';

/** The subject of a role other than the buyer role. */
export interface RuleSubject {
	readonly kind: RuleKind;
	/** An item's id, a text as the shop spells it, or the `periodKey` of a date. */
	readonly key: string;
}

/** The part of a claim that decides about the rules. */
export interface RuledClaim extends Pick<Claim, 'licenseType' | 'purchasedAt' | 'isGiven'> {
	readonly item: Pick<Claim['item'], 'id' | 'category'>;
}

/** The settings field for the roles of each kind with texts as keys. */
export const ruleFields = {
	item: 'itemRoles',
	category: 'categoryRoles',
	licence: 'licenceRoles',
} as const satisfies Record<string, keyof RoleRules>;

export type KeyedKind = keyof typeof ruleFields;

export const keyedKinds = Object.keys(ruleFields) as readonly KeyedKind[];

export const ruleKinds = [...keyedKinds, 'date'] as const satisfies readonly RuleKind[];

type Rules = Pick<RoleRules, (typeof ruleFields)[KeyedKind] | 'dateRoles'>;

/** The roles of one kind, by the keys of their subjects. */
export function rolesOfKind(rules: Rules, kind: RuleKind): Readonly<Record<string, string>> {
	if (kind !== 'date') return rules[ruleFields[kind]];
	return Object.fromEntries(rules.dateRoles.map((rule) => [periodKey(rule), rule.roleId]));
}

/** The key of a claim for the rules of a kind. */
export function keyOf({ item, licenseType }: RuledClaim, kind: KeyedKind): string {
	return { item: String(item.id), category: item.category, licence: licenseType }[kind];
}

/** @returns undefined if the claim doesn't say it yet */
export function isAbout(claim: RuledClaim, { kind, key }: RuleSubject): boolean | undefined {
	return kind === 'date' ? isWithin(claim, periodOf(key)) : keyOf(claim, kind) === key;
}

/** False for a gift, which was never bought; undefined if the shop hasn't sent a date that can be read. */
export function isWithin(
	{ purchasedAt: at, isGiven }: Pick<RuledClaim, 'purchasedAt' | 'isGiven'>,
	{ from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: Period,
): boolean | undefined {
	if (at === undefined) return isGiven ? false : undefined;
	return from <= at && at < until;
}

export function periodKey({ from, until }: Period): string {
	return `${from ?? ''}/${until ?? ''}`;
}

/** False for a key that didn't come from `periodKey`, or is open at both ends. */
export function isPeriodKey(key: string): boolean {
	return /^\d{0,15}\/\d{0,15}$/.test(key) && key !== '/';
}

/** The period of such a key. */
export function periodOf(key: string): Period {
	const [from, until] = key.split('/').map((time) => (time === '' ? undefined : Number(time)));
	return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

/** Every role that can follow from a purchase, the buyer role first: the only roles that the bot gives and takes. */
export function givenRoles(
	settings: Rules & Pick<GuildSettings, 'buyerRoleId' | 'supportedRoleId' | 'support'>,
): ReadonlySet<string> {
	const all = [
		settings.buyerRoleId,
		settings.supportedRoleId,
		settings.support.endsSoonRoleId,
		...ruleKinds.flatMap((kind) => Object.values(rolesOfKind(settings, kind))),
	];
	return new Set(all.filter((roleId) => roleId !== undefined));
}
