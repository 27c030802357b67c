import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import type { MemberClaims } from '../claims/claim-scan.js';
import { defineKind, type RowOf, type Table } from '../storage/table.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { RoleFloor } from './role-floor.js';
import { planRoles } from './role-plan.js';
import type { Syncs } from './syncs.js';

/** How far a process has got through its members in the search for drift; absent between rounds. */
export const driftCursorKind = defineKind({
	prefix: 'reconciler:drift',
	schema: z.object({ v: z.literal(1), after: z.string() }),
});
export type DriftCursor = RowOf<typeof driftCursorKind>;

type Floor = RoleFloor & { readonly syncs: Syncs; readonly blockedRoles: BlockedRoles };

/** Discord's limit per request. */
const membersPerBatch = 100;
/** Discord accepts 120 gateway messages a minute; half of them are left to everything else. */
const pauseBetweenBatchesMs = 1_000;
/** A rate limit isn't over in a second. */
const pauseUnansweredMs = 15_000;
/** Members between two saves of the cursor: a restart repeats two minutes at most, and batches stay full. */
const membersBetweenNotes = 10_000;

export class DriftFinder {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** Requests a role sync for members of these guilds whose roles don't match their claims. */
	async find(
		guildIds: readonly string[],
		signal: AbortSignal,
		cursor?: Pick<Table<DriftCursor>, 'get' | 'set' | 'take'>,
	): Promise<void> {
		let batch: MemberClaims[] = [];
		const check = async (): Promise<void> => {
			const members = batch;
			batch = [];
			for (const guildId of members.length > 0 ? guildIds : [])
				await this.#checkBatch(guildId, members, signal);
		};
		let seen = 0;
		for await (const member of this.#floor.claims.scan.members((await cursor?.get(''))?.after)) {
			if (signal.aborted) return;
			if (member.claims.length > 0 || member.isFormer) batch.push(member);
			seen += 1;
			const isNoted = seen % membersBetweenNotes === 0;
			if (isNoted || batch.length === membersPerBatch) await check();
			if (isNoted && !signal.aborted) await cursor?.set('', { v: 1, after: member.userId });
		}
		await check();
		if (!signal.aborted) await cursor?.take('');
	}

	/** A guild with unreadable settings is reported and skipped; an unavailable store ends the round. */
	async #checkBatch(guildId: string, batch: readonly MemberClaims[], signal: AbortSignal): Promise<void> {
		const { clock, logger } = this.#floor;
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
		const { syncs, guilds, roleApi: discord, blockedRoles, clock } = this.#floor;
		const [rules, blocked] = await Promise.all([guilds.rulesOf(guildId), blockedRoles.read(guildId)]);
		if (rules === undefined) return true;
		const userIds = batch.map(({ userId }) => userId);
		const roles = await discord.rolesOfMany(guildId, userIds, signal);
		if (roles === undefined) return false;
		for (const { userId, claims, isComplete } of batch) {
			const held = roles.get(userId);
			if (held === undefined) continue;
			const { add, remove } = planRoles({ claims, rules, held, now: clock.now() });
			// No request is made for roles with a known obstacle.
			const changes = [
				...add.map((roleId) => ({ roleId, rules })),
				...(isComplete ? remove : []).map((roleId) => ({ roleId, rules: undefined })),
			];
			let isPossible = false;
			for (const change of changes)
				if (await blockedRoles.allows(guildId, change.roleId, blocked, change.rules)) isPossible = true;
			if (isPossible && (await blockedRoles.allows(guildId, rules.buyerRoleId, blocked)))
				await syncs.request({ guildId, userId });
		}
		return true;
	}
}
