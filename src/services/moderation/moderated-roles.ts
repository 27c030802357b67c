import type { MemberRef } from '../../base/row-fields.js';
import type { Claim } from '../../claims/claim.js';
import type { Servers } from '../../floors.js';
import { givingObstacle } from '../../roles/role-api.js';
import { managedRoles, rolesOfOneAlone, wantedRoles } from '../../roles/role-plan.js';
import type { RoleObstacle } from '../../servers/role-rules.js';

const patienceMs = 5_000;

/** The state of the bot-managed roles of a member in a server. */
export interface MemberRolesNow {
	readonly isThere: boolean;
	/** The member has not accepted the server's rules yet, and gets no role before that. */
	readonly mustAcceptRules: boolean;
	readonly has: readonly string[];
	/** Roles that are due and missing. `why`: an obstacle that staff can remove. */
	readonly missing: readonly { readonly roleId: string; readonly why: RoleObstacle | undefined }[];
	readonly isPending: boolean;
}

export class ModeratedRoles {
	readonly #floor: Servers;

	constructor(floor: Servers) {
		this.#floor = floor;
	}

	/** Which of the member's due roles in the guild are held, and what blocks the others. */
	async of(member: MemberRef): Promise<MemberRolesNow> {
		const { claims, syncRows, roleApi, guilds, clock } = this.#floor;
		const { guildId, userId } = member;
		const rules = await guilds.rulesOf(guildId);
		const owed = await claims.claimsOf(userId);
		const held = await roleApi.heldRoles(guildId, userId);
		const wanted = rules === undefined ? [] : [...wantedRoles(owed, rules, clock.now())];
		const managed = rules === undefined ? new Set<string>() : managedRoles(rules);
		const own = held.kind === 'member' ? held.roles.filter((role) => managed.has(role)) : [];
		return {
			isThere: held.kind === 'member',
			mustAcceptRules: held.kind === 'member' && held.isPending === true,
			has: own,
			missing: wanted
				.filter((roleId) => !own.includes(roleId))
				.map((roleId) => ({ roleId, why: rules && givingObstacle(roleApi, rules, guildId, roleId) })),
			isPending: await syncRows.isWaiting(member),
		};
	}

	/** The roles that the end of a purchase takes, or took, from its holder in the guild. */
	async endedWith(hash: string, member: MemberRef): Promise<EndedRoles> {
		return await rolesEndedWith(hash, member, this.#floor);
	}

	/** The names of the roles in the guild that follow from the claim, as many as a notice holds. */
	async namesOf(guildId: string, claim: Claim): Promise<string[]> {
		const { guilds, discord, clock } = this.#floor;
		const rules = await guilds.rulesOf(guildId);
		if (rules === undefined) return [];
		const facts = discord.factsOf(guildId);
		const roleIds = [...wantedRoles([claim], rules, clock.now())];
		return roleIds.flatMap((id) => facts?.role(id)?.name ?? []).slice(0, 25);
	}

	/** Syncs the member's roles now, and reports the state after a few seconds. */
	async reconcile(member: MemberRef) {
		const { syncs, clock } = this.#floor;
		const { settled } = await syncs.request(member);
		const result = await Promise.race([settled, clock.delay(patienceMs)]);
		return result === undefined || result.kind === 'stopped' ? ({ kind: 'waiting' } as const) : result;
	}
}

/** The roles in a guild of a member whose purchase no longer counts. Role ids. */
export interface EndedRoles {
	/** They followed from this purchase alone. */
	readonly lost: readonly string[];
	/** They follow from another purchase too. */
	readonly kept: readonly string[];
}

/** The roles that a member loses and keeps without this purchase, by the role plan. Rejects with the store's errors. */
export async function rolesEndedWith(
	hash: string,
	{ guildId, userId }: MemberRef,
	{ claims, guilds, clock }: Pick<Servers, 'claims' | 'guilds' | 'clock'>,
): Promise<EndedRoles> {
	const rules = await guilds.rulesOf(guildId);
	const ended = await claims.checks.rolesFrom(hash);
	if (rules === undefined || ended === undefined) return { lost: [], kept: [] };
	const now = clock.now();
	const others = (await claims.claimsOf(userId)).filter((claim) => claim.hash !== hash);
	const claim = { ...ended, status: 'active' } as const;
	const lost = rolesOfOneAlone(claim, others, rules, now);
	const kept = [...wantedRoles([claim], rules, now)].filter((role) => !lost.includes(role));
	return { lost, kept };
}
