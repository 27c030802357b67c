import { knownEnd, type SupportEnd } from '../base/purchase-fields.js';
import type { RoleRules } from '../servers/guild-settings.js';
import {
	givenRoles,
	isWithin,
	keyedKinds,
	keyOf,
	type RuledClaim,
	rolesOfKind,
} from '../servers/rule-subject.js';
import { supportStage } from '../servers/support-stage.js';

type Id = string;

export interface PlannedClaim extends RuledClaim {
	readonly status: 'active' | 'revoked';
	readonly supportedUntil: SupportEnd;
}

/** Role ids to give and to remove, without duplicates, so that the member's roles match the claims. */
export interface RolePlan {
	readonly add: readonly Id[];
	readonly remove: readonly Id[];
}

/** The roles due to a member with these claims at the time `now` (milliseconds since the epoch). */
export function wantedRoles(claims: readonly PlannedClaim[], rules: RoleRules, now: number): ReadonlySet<Id> {
	const active = claims.filter(({ status }) => status === 'active');
	const wanted = active.flatMap((claim) => {
		const { kind } = supportStage(claim.supportedUntil, now, rules.support);
		return [
			rules.buyerRoleId,
			...keyedKinds.map((kind) => own(rolesOfKind(rules, kind), keyOf(claim, kind))),
			...rules.dateRoles.map((rule) => (isWithin(claim, rule) ? rule.roleId : undefined)),
			kind === 'lasts' || kind === 'soon' || kind === 'grace' ? rules.supportedRoleId : undefined,
		];
	});
	if (isEndingSoon(active, rules.support, now)) wanted.push(rules.support.endsSoonRoleId);
	return new Set(wanted.filter((role) => role !== undefined));
}

/** True if the support of an item is in its last days, and no other purchase of the item extends it. */
function isEndingSoon(active: readonly PlannedClaim[], support: RoleRules['support'], now: number): boolean {
	const ends = new Map<number, number>();
	for (const { item, supportedUntil } of active) {
		const end = knownEnd(supportedUntil);
		if (end !== undefined) ends.set(item.id, Math.max(end, ends.get(item.id) ?? end));
	}
	return [...ends.values()].some((end) => supportStage(end, now, support).kind === 'soon');
}

/**
 * The roles that may be due: an active claim lacks the date that decides about them, or the shop sent one that can't be
 * read. Until an answer of the shop says it, they are neither given nor removed.
 */
function undecidedRoles(claims: readonly PlannedClaim[], rules: RoleRules): ReadonlySet<Id> {
	const active = claims.filter(({ status }) => status === 'active');
	const periods = rules.dateRoles.filter((rule) =>
		active.some((claim) => isWithin(claim, rule) === undefined),
	);
	const support = active.some(({ supportedUntil }) => supportedUntil === 'unknown')
		? [rules.supportedRoleId, rules.support.endsSoonRoleId]
		: [];
	return new Set([...periods.map(({ roleId }) => roleId), ...support].filter((role) => role !== undefined));
}

/** Roles that are due with this claim, and removed without it. */
export function rolesOfOneAlone(
	claim: PlannedClaim,
	others: readonly PlannedClaim[],
	rules: RoleRules,
	now: number,
): readonly Id[] {
	const left = wantedRoles(others, rules, now);
	const undecided = undecidedRoles(others, rules);
	const all = wantedRoles([claim, ...others], rules, now);
	return [...all].filter((role) => !left.has(role) && !undecided.has(role));
}

/** Texts come from the marketplace: a category named `constructor` must find nothing. */
function own(roles: Readonly<Record<string, Id>>, key: string): Id | undefined {
	return Object.hasOwn(roles, key) ? roles[key] : undefined;
}

/** Plans the roles to give and to remove. Idempotent, and never touches roles that the rules don't name. */
export function planRoles(input: {
	claims: readonly PlannedClaim[];
	rules: RoleRules;
	held: Iterable<Id>;
	/** Milliseconds since the epoch. */
	now: number;
}): RolePlan {
	const held = new Set(input.held);
	const wanted = wantedRoles(input.claims, input.rules, input.now);
	const undecided = undecidedRoles(input.claims, input.rules);
	const mayKeep = (role: Id) => wanted.has(role) || undecided.has(role);
	return {
		add: [...wanted].filter((role) => !held.has(role)),
		remove: [...givenRoles(input.rules)].filter((role) => held.has(role) && !mayKeep(role)),
	};
}
