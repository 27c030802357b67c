import type { DoomedCallBudget } from './doomed-calls.js';
import type { GrantTarget } from './grant-outbox.js';
import type { HeldRoles, RoleApi, RoleCallResult, RoleObstacle } from './role-api.js';
import { type PlannedClaim, planRoles, type RoleRules } from './role-plan.js';

/** What became of one try to bring a member's roles in line. */
export type GrantResult =
	| { readonly kind: 'granted'; readonly added: readonly string[]; readonly removed: readonly string[] }
	| { readonly kind: 'member-left' }
	| { readonly kind: 'blocked'; readonly obstacle: RoleObstacle; readonly roleId: string | undefined }
	| { readonly kind: 'passing'; readonly reason: string };

export interface GrantDependencies {
	readonly api: RoleApi;
	/** The member's claims that count in the guild. */
	readonly claimsIn: (target: GrantTarget) => Promise<readonly PlannedClaim[]>;
	/** The guild's rules; undefined where it is not set up. */
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly doomed: DoomedCallBudget;
	readonly now: () => number;
}

/**
 * One try: plans from the claims as they are now and carries the plan out. A role that can't be given doesn't keep
 * the member from the others. `held` spares a request where the interaction has just told the member's roles.
 */
export async function bringInLine(
	dependencies: GrantDependencies,
	target: GrantTarget,
	held?: readonly string[],
): Promise<GrantResult> {
	const { api, doomed } = dependencies;
	const rules = await dependencies.rulesOf(target.guildId);
	if (rules === undefined) return { kind: 'blocked', obstacle: 'role-missing', roleId: undefined };
	if (held === undefined) {
		// Don't ask Discord about each of ten thousand members while the role itself can't be given.
		const obstacle = api.obstacle(target.guildId, rules.buyerRoleId);
		if (obstacle !== undefined) return { kind: 'blocked', obstacle, roleId: rules.buyerRoleId };
	}
	const current: HeldRoles =
		held === undefined ? await api.heldRoles(target.guildId, target.userId) : { kind: 'member', roles: held };
	if (current.kind === 'blocked') return { ...current, roleId: undefined };
	if (current.kind !== 'member') return current;

	const claims = await dependencies.claimsIn(target);
	const plan = planRoles({ claims, rules, held: current.roles, now: dependencies.now() });
	const steps = [
		...plan.add.map((roleId) => ({ roleId, give: true })),
		...plan.remove.map((roleId) => ({ roleId, give: false })),
	];
	let blocked: Extract<GrantResult, { kind: 'blocked' }> | undefined;
	for (const step of steps) {
		const result = await attempt(api, doomed, target, step);
		if (result.kind === 'blocked') blocked ??= { ...result, roleId: step.roleId };
		else if (result.kind !== 'done') return result;
	}
	return blocked ?? { kind: 'granted', added: plan.add, removed: plan.remove };
}

async function attempt(
	api: RoleApi,
	doomed: DoomedCallBudget,
	{ guildId, userId }: GrantTarget,
	{ roleId, give }: { roleId: string; give: boolean },
): Promise<RoleCallResult> {
	const known = api.obstacle(guildId, roleId);
	if (known !== undefined) {
		// A deleted role is held by nobody any more: there is nothing left to take.
		return !give && known === 'role-missing' ? { kind: 'done' } : { kind: 'blocked', obstacle: known };
	}
	if (!doomed.allows(guildId)) return { kind: 'blocked', obstacle: 'missing-permission' };
	const result = give
		? await api.addRole(guildId, userId, roleId, 'Verified purchase')
		: await api.removeRole(guildId, userId, roleId, 'No valid purchase for this role');
	if (result.kind === 'blocked') doomed.refused(guildId);
	return result;
}
