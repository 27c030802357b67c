import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { RoleObstacle } from '../guilds/role-obstacles.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ReadRefusals, RefusedCallBudget } from './refused-call-budget.js';
import type { HeldRoles, MemberRoles, RoleApi, RoleCallResult } from './role-api.js';
import { givingObstacle } from './role-api.js';
import { planRoles, wantedRoles } from './role-plan.js';

export interface WithheldRole {
	/** Undefined if no buyer role is set up. */
	readonly roleId: string | undefined;
	readonly obstacle: RoleObstacle;
}

interface RolesHeld {
	/** Roles that follow from the member's claims and that the member has now, if known. */
	readonly held?: readonly string[];
}

export type GrantResult =
	| ({
			readonly kind: 'granted';
			readonly added: readonly string[];
			readonly removed: readonly string[];
			/** Additional roles that wait until a person fixes something; the others don't wait with them. */
			readonly withheld: readonly WithheldRole[];
			/** The member keeps a role that may not follow from a claim: nothing else would lead back to this member. */
			readonly isLeftBehind?: boolean;
	  } & RolesHeld)
	| { readonly kind: 'member-left' }
	/** The member still has to accept the server's rules. The drift check finds them once they have. */
	| { readonly kind: 'member-pending' }
	/** The buyer role, or any role at all, can't be changed in the guild. */
	| ({ readonly kind: 'blocked' } & WithheldRole & RolesHeld)
	| { readonly kind: 'passing'; readonly reason: string };

export interface RoleSyncDependencies {
	readonly api: Pick<RoleApi, 'obstacle' | 'powers' | 'heldRoles' | 'addRole' | 'removeRole'>;
	readonly claims: Pick<ClaimStore, 'readClaimsOf'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly callBudget: Pick<RefusedCallBudget, 'attemptRole' | 'lookAtRefusals'>;
	readonly clock: Pick<Clock, 'now'>;
}

export class RoleSync {
	readonly #dependencies: RoleSyncDependencies;

	constructor(dependencies: RoleSyncDependencies) {
		this.#dependencies = dependencies;
	}

	/**
	 * One attempt: plans from the current claims and carries out the plan. A role that can't be given doesn't hold back
	 * the others. `held` saves a request if the interaction has just shown the member's roles, and `known` saves a read
	 * of the guild's rules.
	 */
	async sync(target: MemberRef, held?: MemberRoles, known?: RoleRules): Promise<GrantResult> {
		// If the roles are known, the reads can run in parallel.
		const early = held === undefined ? undefined : this.readBeside(target);
		const [rules] = await Promise.all([known ?? this.#dependencies.guilds.rulesOf(target.guildId), early]);
		if (rules === undefined) return { kind: 'blocked', obstacle: 'role-missing', roleId: undefined };
		const current: HeldRoles =
			held === undefined ? await this.askForRoles(target, rules.buyerRoleId) : { kind: 'member', ...held };
		if (current.kind === 'blocked') return { ...current, roleId: rules.buyerRoleId };
		if (current.kind !== 'member') return current;

		const { claims, isComplete, refusals } = await (early ?? this.readBeside(target));
		const now = this.#dependencies.clock.now();
		const plan = planRoles({ claims, rules, held: current.roles, now });
		const isHeldBack = current.isPending === true && plan.add.length > 0;
		const done = { added: [] as string[], removed: [] as string[], withheld: [] as WithheldRole[] };
		const steps = [
			...(isHeldBack ? [] : plan.add).map((roleId) => ({ roleId, give: true })),
			// The role may follow from the claim that can't be read.
			...(isComplete ? plan.remove : []).map((roleId) => ({ roleId, give: false })),
		];
		for (const { roleId, give } of steps) {
			const result = await this.changeRole(target, rules, { roleId, give, looked: refusals });
			if (result.kind === 'done') (give ? done.added : done.removed).push(roleId);
			else if (result.kind === 'blocked') done.withheld.push({ roleId, obstacle: result.obstacle });
			else return result;
		}
		if (isHeldBack) return { kind: 'member-pending' };
		const has = new Set([...current.roles, ...done.added]);
		const holds = [...wantedRoles(claims, rules, now)].filter((roleId) => has.has(roleId));
		const worst = done.withheld.find(({ roleId }) => roleId === rules.buyerRoleId);
		if (worst !== undefined) return { kind: 'blocked', ...worst, held: holds };
		const isLeftBehind = isComplete
			? claims.length === 0 && done.withheld.length > 0
			: plan.remove.length > 0;
		return {
			kind: 'granted',
			...done,
			held: holds,
			...(isLeftBehind && { isLeftBehind }),
		};
	}

	/** The member's claims, for the plan, and the refusals there, for carrying it out. */
	private async readBeside({ guildId, userId }: MemberRef) {
		const { claims, callBudget } = this.#dependencies;
		const [read, refusals] = await Promise.all([
			claims.readClaimsOf(userId),
			callBudget.lookAtRefusals(guildId),
		]);
		return { ...read, refusals };
	}

	private async askForRoles({ guildId, userId }: MemberRef, buyerRoleId: string): Promise<HeldRoles> {
		const { api, callBudget } = this.#dependencies;
		// Don't ask Discord about each of ten thousand members while the role itself can't be given.
		const obstacle = api.obstacle(guildId, buyerRoleId);
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		const call = { guildId, roleId: buyerRoleId, isBuyers: true, isUrgent: false };
		return callBudget.attemptRole(call, () => api.heldRoles(guildId, userId));
	}

	private async changeRole(
		{ guildId, userId }: MemberRef,
		rules: RoleRules,
		{
			roleId,
			give,
			looked,
		}: { readonly roleId: string; readonly give: boolean; readonly looked: ReadRefusals | undefined },
	): Promise<RoleCallResult> {
		const { api, callBudget } = this.#dependencies;
		const obstacle = give ? givingObstacle(api, rules, guildId, roleId) : api.obstacle(guildId, roleId);
		// A deleted role has no holders, so there is nothing to remove.
		if (!give && obstacle === 'role-missing') return { kind: 'done' };
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		const isBuyers = roleId === rules.buyerRoleId;
		const send = () =>
			give ? api.addRole(guildId, userId, roleId) : api.removeRole(guildId, userId, roleId);
		return callBudget.attemptRole({ guildId, roleId, isBuyers, isUrgent: give }, send, looked);
	}
}
