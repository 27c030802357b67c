import type { GrantTarget } from './grant-outbox.js';
import type { RoleObstacle } from './role-api.js';
import { type PlannedClaim, planRoles, type RoleRules } from './role-plan.js';
import type { RoleTroubles } from './role-troubles.js';

/** A member's claims, as far as the reconciler needs them. */
export interface OwedClaim extends PlannedClaim {
	readonly holderId: string;
	/** The guilds in which roles are owed for the claim. */
	readonly guildIds: readonly string[];
}

export interface DriftDependencies {
	readonly queue: {
		request(target: GrantTarget): Promise<unknown>;
		parkedGuilds(): readonly string[];
	};
	readonly claims: {
		all(): AsyncIterable<OwedClaim>;
		claimsOf(userId: string): Promise<readonly OwedClaim[]>;
	};
	readonly discord: {
		obstacle(guildId: string, roleId: string): RoleObstacle | undefined;
		/** The roles of those of the users (at most 100) who are members. Undefined: Discord did not answer. */
		rolesOfMany(
			guildId: string,
			userIds: readonly string[],
		): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
	};
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly troubles: Pick<RoleTroubles, 'note'>;
	readonly now: () => number;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What Discord answers in one request. */
const membersAtOnce = 100;
/** Discord takes 120 gateway messages a minute; half of them are left to everything else. */
const pauseBetweenBatchesMs = 1_000;

/** Asks for the roles of everybody in these guilds whose roles are not what the claims say. */
export async function findDrift(
	dependencies: DriftDependencies,
	guildIds: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	const batches = new Map<string, Set<string>>();
	for await (const claim of dependencies.claims.all()) {
		if (signal.aborted) return;
		for (const guildId of claim.guildIds) {
			if (!guildIds.includes(guildId)) continue;
			const batch = batches.get(guildId) ?? new Set();
			batches.set(guildId, batch.add(claim.holderId));
			if (batch.size < membersAtOnce) continue;
			batches.delete(guildId);
			await checkMembers(dependencies, guildId, [...batch], signal);
		}
	}
	for (const [guildId, batch] of batches) await checkMembers(dependencies, guildId, [...batch], signal);
}

async function checkMembers(
	dependencies: DriftDependencies,
	guildId: string,
	userIds: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	const { queue, discord, claims, now, delay } = dependencies;
	// A parked guild has its wishes in the outbox already, and asking changes nothing.
	if (signal.aborted || queue.parkedGuilds().includes(guildId)) return;
	const rules = await dependencies.rulesOf(guildId);
	const roles = rules && (await discord.rolesOfMany(guildId, userIds));
	if (rules === undefined || roles === undefined) return;
	for (const [userId, held] of roles) {
		const owed = (await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId));
		const { add, remove } = planRoles({ claims: owed, rules, held, now: now() });
		const possible = possibleRoles(dependencies, guildId, [...add, ...remove]);
		if (possible.length > 0) await queue.request({ guildId, userId });
	}
	await delay(pauseBetweenBatchesMs, signal);
}

/** Those of the roles that are not known to be out of reach: nobody is asked about for the others. */
function possibleRoles(
	{ discord, troubles }: DriftDependencies,
	guildId: string,
	roleIds: readonly string[],
): string[] {
	return roleIds.filter((roleId) => {
		const obstacle = discord.obstacle(guildId, roleId);
		if (obstacle !== undefined) troubles.note(guildId, { roleId, obstacle });
		return obstacle === undefined;
	});
}
