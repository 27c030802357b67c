import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { givingObstacle, type RoleApi, type RoleObstacle } from '../roles/role-api.js';
import { managedRoles, wantedRoles } from '../roles/role-plan.js';

/** How long staff wait for a member's roles to be synced. */
const patienceMs = 5_000;

/** A member's roles in a server, as far as the bot gives them. */
export interface MemberRolesNow {
	readonly isThere: boolean;
	/** The member has not accepted the server's rules yet, and gets no role before. */
	readonly mustAcceptRules: boolean;
	/** Should have, and has. */
	readonly has: readonly string[];
	/** Should have, and hasn't. `why`: where something is in the way that staff can fix. */
	readonly missing: readonly { readonly roleId: string; readonly why: RoleObstacle | undefined }[];
	/** A change has not been carried out yet. */
	readonly isPending: boolean;
}

export interface ModeratedRolesParts {
	readonly claims: Pick<ClaimStore, 'claimsOf'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly outbox: Pick<GrantOutbox, 'has'>;
	readonly discord: { readonly roleApi: Pick<RoleApi, 'heldRoles' | 'obstacle' | 'powers'> };
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly clock: Clock;
}

/** A member's roles, as moderators look at them. */
export class ModeratedRoles {
	readonly #parts: ModeratedRolesParts;

	constructor(parts: ModeratedRolesParts) {
		this.#parts = parts;
	}

	/** Which of the roles that follow from the member's purchases in the guild are held, and what keeps the others. */
	async of(member: MemberRef): Promise<MemberRolesNow> {
		const { claims, outbox, discord, guilds, clock } = this.#parts;
		const { roleApi } = discord;
		const { guildId, userId } = member;
		const rules = await guilds.rulesOf(guildId);
		const owed = (await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId));
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
			isPending: await outbox.has(member),
		};
	}

	/** Syncs the member's roles now, and reports the state after a few seconds. */
	async reconcile(member: MemberRef) {
		const { queue, clock } = this.#parts;
		const { first } = await queue.request(member);
		return await Promise.race([first, clock.delay(patienceMs).then(() => ({ kind: 'waiting' as const }))]);
	}
}
