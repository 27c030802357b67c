import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { ClaimScan, MemberClaims } from '../claims/claim-scan.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { RoleRules } from '../guilds/role-rules.js';
import { defineKind, type RowOf, type Table } from '../storage/table.js';
import type { Blocked, BlockedRoles } from './blocked-roles.js';
import type { RoleApi } from './role-api.js';
import { planRoles } from './role-plan.js';
import type { Syncs } from './syncs.js';

/** How far a process has got through its members in the search for drift; absent between rounds. */
export const driftCursorKind = defineKind({
	prefix: 'reconciler:drift',
	schema: z.object({ v: z.literal(1), after: z.string() }),
});
export type DriftCursor = RowOf<typeof driftCursorKind>;

export interface DriftDependencies {
	readonly syncs: Pick<Syncs, 'request'>;
	readonly scan: Pick<ClaimScan, 'members'>;
	readonly discord: Pick<RoleApi, 'rolesOfMany'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly blockedRoles: Pick<BlockedRoles, 'read' | 'obstacle' | 'note'>;
	readonly logger: Pick<Logger, 'warn' | 'error'>;
	readonly clock: Clock;
}

/** Discord's limit per request. */
const membersPerBatch = 100;
/** Discord accepts 120 gateway messages a minute; half of them are left to everything else. */
const pauseBetweenBatchesMs = 1_000;
/** A rate limit isn't over in a second. */
const pauseUnansweredMs = 15_000;
/** Members between two saves of the cursor: a restart repeats two minutes at most, and batches stay full. */
const membersBetweenNotes = 10_000;

export class DriftFinder {
	readonly #dependencies: DriftDependencies;

	constructor(dependencies: DriftDependencies) {
		this.#dependencies = dependencies;
	}

	/** Requests a role sync for members of these guilds whose roles don't match their claims. */
	async find(
		guildIds: readonly string[],
		signal: AbortSignal,
		cursor?: Pick<Table<DriftCursor>, 'get' | 'set' | 'take'>,
	): Promise<void> {
		const batches = new Map<string, MemberClaims[]>();
		const flush = async (): Promise<void> => {
			for (const [guildId, batch] of batches) await this.#checkBatch(guildId, batch, signal);
			batches.clear();
		};
		let seen = 0;
		for await (const member of this.#dependencies.scan.members((await cursor?.get(''))?.after)) {
			if (signal.aborted) return;
			const isConcerned = member.claims.length > 0 || member.isFormer;
			for (const guildId of isConcerned ? guildIds : []) {
				const batch = batches.get(guildId) ?? [];
				batch.push(member);
				batches.set(guildId, batch);
				if (batch.length < membersPerBatch) continue;
				batches.delete(guildId);
				await this.#checkBatch(guildId, batch, signal);
			}
			seen += 1;
			if (seen % membersBetweenNotes > 0) continue;
			await flush();
			if (!signal.aborted) await cursor?.set('', { v: 1, after: member.userId });
		}
		await flush();
		if (!signal.aborted) await cursor?.take('');
	}

	/** A guild with unreadable settings is reported and skipped; an unavailable store ends the round. */
	async #checkBatch(guildId: string, batch: readonly MemberClaims[], signal: AbortSignal): Promise<void> {
		const { clock, logger } = this.#dependencies;
		if (signal.aborted) return;
		try {
			const isAnswered = await this.#checkRoles(guildId, batch, signal);
			if (signal.aborted) return;
			if (!isAnswered) {
				const fields = { guildId, members: batch.length };
				logger.warn(fields, 'Discord did not return the roles of members. They will be checked later');
			}
			await clock.delay(isAnswered ? pauseBetweenBatchesMs : pauseUnansweredMs, signal);
		} catch (error) {
			if (!(error instanceof StoreCorruptError)) throw error;
			logger.error({ err: error, guildId }, 'The roles in a server could not be checked');
		}
	}

	/** @returns false if Discord did not respond */
	async #checkRoles(guildId: string, batch: readonly MemberClaims[], signal: AbortSignal): Promise<boolean> {
		const { syncs, guilds, discord, blockedRoles, clock } = this.#dependencies;
		const [rules, blocked] = await Promise.all([guilds.rulesOf(guildId), blockedRoles.read(guildId)]);
		if (rules === undefined) return true;
		const userIds = batch.map(({ userId }) => userId);
		const roles = await discord.rolesOfMany(guildId, userIds, signal);
		if (roles === undefined) return false;
		const { buyerRoleId } = rules;
		const obstacle = blockedRoles.obstacle(guildId, buyerRoleId, blocked);
		for (const { userId, claims, isComplete } of batch) {
			const held = roles.get(userId);
			if (held === undefined) continue;
			const { add, remove } = planRoles({ claims, rules, held, now: clock.now() });
			const possible = [
				...(await this.#possibleRoles(guildId, add, blocked, rules)),
				...(await this.#possibleRoles(guildId, isComplete ? remove : [], blocked)),
			];
			if (possible.length === 0) continue;
			if (obstacle === undefined) await syncs.request({ guildId, userId });
			else await blockedRoles.note(guildId, { roleId: buyerRoleId, obstacle }, blocked);
		}
		return true;
	}

	/** Leaves out roles with a known obstacle, so that no request is made for them. */
	async #possibleRoles(
		guildId: string,
		roleIds: readonly string[],
		blocked: Blocked,
		rules?: RoleRules,
	): Promise<string[]> {
		const { blockedRoles } = this.#dependencies;
		const possible: string[] = [];
		for (const roleId of roleIds) {
			const obstacle = blockedRoles.obstacle(guildId, roleId, blocked, rules);
			if (obstacle === undefined) possible.push(roleId);
			else await blockedRoles.note(guildId, { roleId, obstacle }, blocked);
		}
		return possible;
	}
}
