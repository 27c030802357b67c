import type { MemberRef } from '../base/row-fields.js';
import type { RoleRules } from '../servers/role-rules.js';
import type { Blocked, BlockedRoles, RoleFloor } from './blocked-roles.js';
import type { HeldRoles, MemberRoles, Passing, RoleCallResult, WithheldRole } from './role-api.js';
import { planRoles, wantedRoles } from './role-plan.js';

interface RolesHeld {
	/** Roles that follow from the member's claims and that the member has now, if known. */
	readonly held?: readonly string[] | undefined;
}

/** The result of a sync: members and staff see it. */
export type SyncResult =
	| ({
			readonly kind: 'granted';
			readonly added: readonly string[];
			readonly removed: readonly string[];
			/** Additional roles that wait until a person fixes something; the others don't wait with them. */
			readonly withheld: readonly WithheldRole[];
			/** The member keeps a role that may not follow from a claim: nothing else would lead back to this member. */
			readonly isLeftBehind?: boolean;
			/** A role was blocked until now: others may wait for it. */
			readonly isUnblocked?: boolean;
	  } & RolesHeld)
	| { readonly kind: 'member-left' }
	/** The member still has to accept the server's rules. The drift check finds them once they have. */
	| { readonly kind: 'member-pending' }
	/** The buyer role, or any role at all, can't be changed in the guild. */
	| ({ readonly kind: 'blocked' } & WithheldRole & RolesHeld);

type Floor = RoleFloor & { readonly blockedRoles: BlockedRoles };

/** A role to give or to remove. */
interface Step {
	readonly roleId: string;
	readonly give: boolean;
}

export class RoleSync {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/**
	 * One attempt: plans from the current claims and carries out the plan. A role that can't be given doesn't hold back
	 * the others. `held` saves a request if the interaction has just shown the member's roles, and `known` saves a read
	 * of the guild's rules.
	 */
	async sync(target: MemberRef, held?: MemberRoles, known?: RoleRules): Promise<SyncResult | Passing> {
		const { guilds, claims: all, blockedRoles, clock } = this.#floor;
		const { guildId, userId } = target;
		// If the roles are known, one read is enough. Otherwise a claim made meanwhile has to count.
		const hashes = held && (await all.hashesOf(userId));
		const [rules, stored, early] = await Promise.all([
			known ?? guilds.rulesOf(guildId),
			blockedRoles.read(guildId),
			hashes && all.readClaimsOf(userId, hashes),
		]);
		let blocked = stored;
		if (rules === undefined) return await this.#blocked(guildId, blocked, noRole);
		const current: HeldRoles =
			held === undefined ? await this.#askForRoles(target, rules, blocked) : { kind: 'member', ...held };
		if (current.kind === 'blocked')
			return await this.#blocked(guildId, blocked, { ...current, roleId: rules.buyerRoleId });
		if (current.kind !== 'member') return current;

		const { claims, isComplete } = early ?? (await all.readClaimsOf(userId));
		const now = clock.now();
		const plan = planRoles({ claims, rules, held: current.roles, now });
		const isHeldBack = current.isPending === true && plan.add.length > 0;
		const done = { added: [] as string[], removed: [] as string[], withheld: [] as WithheldRole[] };
		const steps: readonly Step[] = [
			...(isHeldBack ? [] : plan.add).map((roleId) => ({ roleId, give: true })),
			// The role may follow from the claim that can't be read.
			...(isComplete ? plan.remove : []).map((roleId) => ({ roleId, give: false })),
		];
		for (const step of steps) {
			const { roleId, give } = step;
			const result = await this.#changeRole(target, rules, blocked, step);
			if (result.kind === 'done') (give ? done.added : done.removed).push(roleId);
			else if (result.kind === 'blocked') {
				done.withheld.push({ roleId, obstacle: result.obstacle });
				blocked = await blockedRoles.read(guildId);
			} else return result;
		}
		const isUnblocked = blockedRoles.overcome(guildId, [...done.added, ...done.removed], blocked);
		for (const withheld of done.withheld) await blockedRoles.note(guildId, withheld, blocked);
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
			...(isUnblocked && { isUnblocked }),
		};
	}

	async #blocked(guildId: string, known: Blocked, { roleId, obstacle }: WithheldRole): Promise<SyncResult> {
		await this.#floor.blockedRoles.note(guildId, { roleId, obstacle }, known);
		return { kind: 'blocked', roleId, obstacle };
	}

	async #askForRoles({ guildId, userId }: MemberRef, rules: RoleRules, blocked: Blocked): Promise<HeldRoles> {
		const { roleApi: api, blockedRoles } = this.#floor;
		const roleId = rules.buyerRoleId;
		// Don't ask Discord about each of ten thousand members while the role itself can't be given.
		const obstacle = blockedRoles.obstacle(guildId, roleId, blocked, rules);
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		return await blockedRoles.attempt(guildId, roleId, false, () => api.heldRoles(guildId, userId));
	}

	async #changeRole(
		{ guildId, userId }: MemberRef,
		rules: RoleRules,
		blocked: Blocked,
		{ roleId, give }: Step,
	): Promise<RoleCallResult> {
		const { roleApi: api, blockedRoles } = this.#floor;
		const obstacle = blockedRoles.obstacle(guildId, roleId, blocked, rules, give);
		// A deleted role has no holders, so there is nothing to remove.
		if (!give && obstacle === 'role-missing') return { kind: 'done' };
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		return await blockedRoles.attempt(guildId, roleId, give, () =>
			give ? api.addRole(guildId, userId, roleId) : api.removeRole(guildId, userId, roleId),
		);
	}
}

const noRole: WithheldRole = { roleId: undefined, obstacle: 'role-missing' };

/** Unconfirmed powers concern single roles: others are still given, and a fix is followed by a drift check. */
export function isBlockedForAll(result: SyncResult): result is Extract<SyncResult, { kind: 'blocked' }> {
	return result.kind === 'blocked' && result.obstacle !== 'role-powerful';
}
