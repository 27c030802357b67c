import type { MemberRef } from '../../base/row-fields.js';
import type { Claim } from '../../claims/claim.js';
import type { Servers } from '../../floors.js';
import { type PlannedClaim, rolesOfOneAlone, wantedRoles } from '../../roles/role-plan.js';
import type { RoleObstacle } from '../../servers/role-obstacle.js';
import { givenRoles } from '../../servers/rule-subject.js';

const patienceMs = 5_000;

/** State of the roles of a member in a server that the bot gives. */
export interface RoleStatus {
	readonly has: readonly string[];
	/** Due, and not held. `why`: the obstacle, of which staff have been alerted. */
	readonly missing: readonly { readonly roleId: string; readonly why: RoleObstacle | undefined }[];
	/** Missing roles without an obstacle are on their way; if not, they may have been removed by hand. */
	readonly isWaiting: boolean;
	/** Staff have not chosen a buyer role, and have been alerted. */
	readonly isUnchosen: boolean;
}

export const noRoles: RoleStatus = { has: [], missing: [], isWaiting: false, isUnchosen: false };

export type ModeratedRoles = ReturnType<typeof createModeratedRoles>;
export type MemberRolesNow = Awaited<ReturnType<ModeratedRoles['of']>>;

/** Members' roles as Discord shows them, and as they follow from purchases. */
export function createModeratedRoles(floor: Servers) {
	const { syncRows, guilds, blockedRoles, clock, claims, roleApi, discord, syncs } = floor;

	/** Records obstacles, so that "the staff know" is always true. `held`: the member's roles in the server. */
	async function statusOf(member: MemberRef, own: readonly PlannedClaim[], held: Iterable<string>) {
		const { guildId } = member;
		const rules = await guilds.rulesOf(guildId);
		if (rules === undefined) {
			const isUnchosen = own.some(({ status }) => status === 'active');
			if (isUnchosen) await blockedRoles.note(guildId, { roleId: undefined, obstacle: 'role-missing' });
			return { ...noRoles, isUnchosen };
		}
		const managed = givenRoles(rules);
		const has = [...held].filter((roleId) => managed.has(roleId));
		const [isWaiting, blocked] = await Promise.all([syncRows.isWaiting(member), blockedRoles.read(guildId)]);
		const missing = [...wantedRoles(own, rules, clock.now())]
			.filter((roleId) => !has.includes(roleId))
			.map(async (roleId) => ({
				roleId,
				why: await blockedRoles.noted(guildId, roleId, blocked, rules, true),
			}));
		return { has, missing: await Promise.all(missing), isWaiting, isUnchosen: false };
	}

	/** Which of the member's due roles in the server are held, and what blocks the others. */
	async function of(member: MemberRef) {
		const { guildId, userId } = member;
		const held = await roleApi.heldRoles(guildId, userId);
		const { roles = [], isPending = false } = held.kind === 'member' ? held : {};
		const isUnseen = held.kind !== 'member' && held.kind !== 'member-left';
		return {
			...(await statusOf(member, await claims.claimsOf(userId), roles)),
			// While Discord doesn't answer, the member may hold all of them.
			...(isUnseen && { missing: [] }),
			isUnseen,
			isThere: held.kind !== 'member-left',
			// Before accepting the server's rules, a member gets no role.
			mustAcceptRules: isPending,
		};
	}

	/** The names of the roles in the guild that follow from the claim, as many as a notice holds. */
	async function namesOf(guildId: string, claim: Claim): Promise<string[]> {
		const rules = await guilds.rulesOf(guildId);
		if (rules === undefined) return [];
		const facts = discord.factsOf(guildId);
		const roleIds = [...wantedRoles([claim], rules, clock.now())];
		return roleIds.flatMap((id) => facts?.role(id)?.name ?? []).slice(0, 25);
	}

	/** Syncs the member's roles now, and reports the state after a few seconds. */
	async function reconcile(member: MemberRef) {
		const { settled } = await syncs.request(member);
		const result = await Promise.race([settled, clock.delay(patienceMs)]);
		return result === undefined || result.kind === 'stopped' ? ({ kind: 'waiting' } as const) : result;
	}

	/** The roles that the member loses, or has lost, with the end of the purchase. */
	const endedWith = (hash: string, member: MemberRef) => rolesEndedWith(hash, member, floor);
	return { statusOf, of, endedWith, namesOf, reconcile };
}

export type EndedRoles = Awaited<ReturnType<typeof rolesEndedWith>>;

/** Ids of the roles that a holder loses when the purchase ends, and of those that another purchase keeps. */
export async function rolesEndedWith(
	hash: string,
	{ guildId, userId }: MemberRef,
	{ claims, guilds, clock }: Pick<Servers, 'claims' | 'guilds' | 'clock'>,
) {
	const rules = await guilds.rulesOf(guildId);
	const ended = await claims.read(hash);
	if (rules === undefined || ended === undefined) return { lost: [], kept: [] };
	const now = clock.now();
	const others = (await claims.claimsOf(userId)).filter((claim) => claim.hash !== hash);
	const { item, licenseType, supportedUntil, purchasedAt } = ended;
	const claim = { item, licenseType, supportedUntil, purchasedAt, status: 'active' } as const;
	const lost = rolesOfOneAlone(claim, others, rules, now);
	const kept = [...wantedRoles([claim], rules, now)].filter((role) => !lost.includes(role));
	return { lost, kept };
}
