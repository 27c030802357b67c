import { StoreCorruptError } from '../base/errors.js';
import type { MemberRef } from '../base/member-ref.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { RoleObstacle } from './role-api.js';
import { givingObstacle } from './role-api.js';
import { type PlannedClaim, planRoles } from './role-plan.js';

/** The part of a member's claim that the reconciler needs. */
export interface OwedClaim extends PlannedClaim {
	readonly holderId: string;
	/** The guilds in which roles are owed for the claim. */
	readonly guildIds: readonly string[];
}

/** Everything that a member's roles follow from. */
export interface OwedMember {
	readonly userId: string;
	readonly claims: readonly OwedClaim[];
	/** False if a claim can't be read: nothing is taken away then. */
	readonly isComplete: boolean;
	/** Guilds in which roles may be left of what the member no longer holds. */
	readonly formerGuildIds: readonly string[];
}

/** The progress of a round, kept across restarts. Undefined: a new round begins. */
export interface DriftCursor {
	get(): Promise<string | undefined>;
	set(userId: string | undefined): Promise<void>;
}

export interface DriftDependencies {
	readonly queue: {
		request(target: MemberRef): Promise<unknown>;
		parkedGuilds(): readonly string[];
	};
	/** Who is on record with claims, after a member, each once. */
	readonly members: (after: string | undefined) => AsyncIterable<OwedMember>;
	readonly discord: {
		obstacle(guildId: string, roleId: string): RoleObstacle | undefined;
		/** What the role hands out beyond what is harmless, as permission bits. */
		powers(guildId: string, roleId: string): bigint;
		/** The roles of those of the users (at most 100) who are members. Undefined: Discord did not answer. */
		rolesOfMany(
			guildId: string,
			userIds: readonly string[],
		): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
	};
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly blockedRoles: Pick<BlockedRoles, 'note'>;
	/** Called with the number of members about whom Discord didn't answer: the next round checks them. */
	readonly onUnanswered: (guildId: string, members: number) => void;
	readonly onError: (error: unknown, guildId: string) => void;
	readonly now: () => number;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What Discord answers in one request. */
const membersAtOnce = 100;
/** Discord takes 120 gateway messages a minute; half of them are left to everything else. */
const pauseBetweenBatchesMs = 1_000;
/** A rate limit isn't over in a second. */
const pauseUnansweredMs = 15_000;
/** Members between two saves of the cursor: a restart repeats two minutes at most, and batches stay full. */
const membersBetweenNotes = 10_000;

/** Requests a role sync for everybody in these guilds whose roles don't match their claims. */
export async function findDrift(
	dependencies: DriftDependencies,
	guildIds: readonly string[],
	signal: AbortSignal,
	cursor?: DriftCursor,
): Promise<void> {
	const asked = new Set(guildIds);
	const batches = new Map<string, OwedMember[]>();
	const flush = async (): Promise<void> => {
		for (const [guildId, batch] of batches) await checkMembers(dependencies, guildId, batch, signal);
		batches.clear();
	};
	let seen = 0;
	for await (const member of dependencies.members(await cursor?.get())) {
		if (signal.aborted) return;
		for (const guildId of guildsOf(member)) {
			if (!asked.has(guildId)) continue;
			const batch = batches.get(guildId) ?? [];
			batch.push(member);
			batches.set(guildId, batch);
			if (batch.length < membersAtOnce) continue;
			batches.delete(guildId);
			await checkMembers(dependencies, guildId, batch, signal);
		}
		seen += 1;
		if (seen % membersBetweenNotes > 0) continue;
		await flush();
		if (!signal.aborted) await cursor?.set(member.userId);
	}
	await flush();
	if (!signal.aborted) await cursor?.set(undefined);
}

function guildsOf({ claims, formerGuildIds }: OwedMember): ReadonlySet<string> {
	return new Set([...claims.flatMap((claim) => claim.guildIds), ...formerGuildIds]);
}

/** A guild whose settings can't be read is reported and skipped; an unavailable store ends the round. */
async function checkMembers(
	dependencies: DriftDependencies,
	guildId: string,
	batch: readonly OwedMember[],
	signal: AbortSignal,
): Promise<void> {
	const { queue, delay, onUnanswered, onError } = dependencies;
	// A parked guild's requests are in the outbox already.
	if (signal.aborted || queue.parkedGuilds().includes(guildId)) return;
	try {
		const isAnswered = await checkRoles(dependencies, guildId, batch);
		if (!isAnswered) onUnanswered(guildId, batch.length);
		await delay(isAnswered ? pauseBetweenBatchesMs : pauseUnansweredMs, signal);
	} catch (error) {
		if (!(error instanceof StoreCorruptError)) throw error;
		onError(error, guildId);
	}
}

/** False where Discord did not answer. */
async function checkRoles(
	dependencies: DriftDependencies,
	guildId: string,
	batch: readonly OwedMember[],
): Promise<boolean> {
	const { queue, discord, now } = dependencies;
	const rules = await dependencies.rulesOf(guildId);
	if (rules === undefined) return true;
	const userIds = batch.map(({ userId }) => userId);
	const roles = await discord.rolesOfMany(guildId, userIds);
	if (roles === undefined) return false;
	for (const { userId, claims, isComplete } of batch) {
		const held = roles.get(userId);
		if (held === undefined) continue;
		const owed = claims.filter((claim) => claim.guildIds.includes(guildId));
		const { add, remove } = planRoles({ claims: owed, rules, held, now: now() });
		const removable = isComplete ? remove : [];
		const possible = [
			...possibleRoles(dependencies, guildId, add, (id) => givingObstacle(discord, rules, guildId, id)),
			...possibleRoles(dependencies, guildId, removable, (id) => discord.obstacle(guildId, id)),
		];
		if (possible.length > 0) await queue.request({ guildId, userId });
	}
	return true;
}

/** The roles that aren't known to be out of reach: for the others no member is queried. */
function possibleRoles(
	{ blockedRoles }: DriftDependencies,
	guildId: string,
	roleIds: readonly string[],
	obstacleOf: (roleId: string) => RoleObstacle | undefined,
): string[] {
	return roleIds.filter((roleId) => {
		const obstacle = obstacleOf(roleId);
		if (obstacle !== undefined) blockedRoles.note(guildId, { roleId, obstacle });
		return obstacle === undefined;
	});
}
