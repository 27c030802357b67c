import type { RoleRules } from '../guilds/role-rules.js';

/** A Discord snowflake. */
type Id = string;

/** What the plan needs to know of a claim. */
export interface PlannedClaim {
	readonly status: 'active' | 'revoked';
	readonly item: { readonly id: number; readonly category: string };
	readonly licenseType: string;
	/** Milliseconds since the epoch. */
	readonly supportedUntil: number | undefined;
}

/** Role ids to give and to remove, without duplicates, so that the member ends up with what the claims say. */
export interface RolePlan {
	readonly add: readonly Id[];
	readonly remove: readonly Id[];
}

/** Every role that the rules can give: the only ones that a plan may ever touch. */
export function managedRoles(rules: RoleRules): ReadonlySet<Id> {
	return new Set([
		rules.buyerRoleId,
		...Object.values(rules.itemRoles),
		...Object.values(rules.categoryRoles),
		...Object.values(rules.licenceRoles),
		...(rules.supportedRoleId === undefined ? [] : [rules.supportedRoleId]),
	]);
}

/** The roles that a member with these claims is to have at the time `now` (milliseconds since the epoch). */
export function wantedRoles(claims: readonly PlannedClaim[], rules: RoleRules, now: number): ReadonlySet<Id> {
	const wanted = new Set<Id>();
	for (const claim of claims) {
		if (claim.status !== 'active') continue;
		const supported = (claim.supportedUntil ?? 0) > now;
		const roles = [
			rules.buyerRoleId,
			own(rules.itemRoles, String(claim.item.id)),
			own(rules.categoryRoles, claim.item.category),
			own(rules.licenceRoles, claim.licenseType),
			supported ? rules.supportedRoleId : undefined,
		];
		for (const role of roles) if (role !== undefined) wanted.add(role);
	}
	return wanted;
}

/** Categories and licence types are the marketplace's words: one named `constructor` must find nothing. */
function own(roles: Readonly<Record<string, Id>>, key: string): Id | undefined {
	return Object.hasOwn(roles, key) ? roles[key] : undefined;
}

/**
 * What to give and what to remove. Applied to `held` it yields the wanted roles; planned again after that, it is
 * empty. Roles that the rules don't name are never in it.
 */
export function planRoles(input: {
	claims: readonly PlannedClaim[];
	rules: RoleRules;
	/** The roles that the member has now. */
	held: Iterable<Id>;
	/** Milliseconds since the epoch. */
	now: number;
}): RolePlan {
	const held = new Set(input.held);
	const wanted = wantedRoles(input.claims, input.rules, input.now);
	return {
		add: [...wanted].filter((role) => !held.has(role)),
		remove: [...managedRoles(input.rules)].filter((role) => held.has(role) && !wanted.has(role)),
	};
}
