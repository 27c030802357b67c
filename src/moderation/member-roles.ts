import type { ClaimStore } from '../claims/claim-store.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RoleApi } from '../roles/role-api.js';
import { managedRoles, type RoleRules, wantedRoles } from '../roles/role-plan.js';

/** How long staff wait for a member's roles to be synced. */
const patienceMs = 5_000;

/** A member's roles, as moderators look at them. */
export function createMemberRoles(parts: {
	readonly claims: Pick<ClaimStore, 'claimsOf'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly outbox: Pick<GrantOutbox, 'has'>;
	readonly roleApi: Pick<RoleApi, 'heldRoles'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly delay: (ms: number) => Promise<void>;
}) {
	const { claims, queue, outbox, roleApi, rulesOf, now, delay } = parts;
	return {
		/** Which roles follow from the member's claims in the guild, which of these are held, and whether any still wait. */
		async rolesOf(guildId: string, userId: string) {
			const rules = await rulesOf(guildId);
			const owed = (await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId));
			const held = await roleApi.heldRoles(guildId, userId);
			const managed = rules === undefined ? new Set<string>() : managedRoles(rules);
			return {
				wanted: rules === undefined ? [] : [...wantedRoles(owed, rules, now())],
				held: held.kind === 'member' ? held.roles.filter((role) => managed.has(role)) : undefined,
				isPending: await outbox.has({ guildId, userId }),
			};
		},

		/** Syncs the member's roles now, and reports the state after a few seconds. */
		async reconcile(guildId: string, userId: string) {
			const { first } = await queue.request({ guildId, userId });
			return await Promise.race([first, delay(patienceMs).then(() => ({ kind: 'waiting' as const }))]);
		},
	};
}
