import { z } from 'zod';
import { dayMs } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import { inBatches } from '../base/in-batches.js';
import { type MemberRef, timestamp } from '../base/row-fields.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { MemberClaims } from '../claims/claim-scan.js';
import { defineKind, Table } from '../storage/table.js';
import type { BlockedFloor } from './blocked-roles.js';
import { planRoles } from './role-plan.js';
import type { Syncs } from './syncs.js';

/** The time up to which ended support has been processed. Every day since is scanned: before 1970 would be damage. */
export const supportCursorKind = defineKind({
	prefix: 'reconciler:support-ended-until',
	schema: z.object({ v: z.literal(1), until: timestamp.nonnegative() }),
});

type Floor = BlockedFloor & { readonly syncs: Syncs };

/** Discord's limit per request. */
const membersPerBatch = 100;
/** Discord accepts 120 gateway messages a minute; half of them are left to everything else. */
const pauseBetweenBatchesMs = 1_000;
/** A rate limit isn't over in a second. */
const pauseUnansweredMs = 15_000;

const sweepEveryMs = 5 * 60_000;

export type Reconciler = ReturnType<typeof createReconciler>;

/** Syncs roles with claims: at start-up, every five minutes, and when an obstacle may have been removed. */
export function createReconciler(floor: Floor) {
	const { claims, syncs, guilds, served, blockedRoles, refusedRequests, clock, logger } = floor;
	const discord = floor.roleApi;
	const supportCursor = new Table(supportCursorKind, floor.store);
	/** Guilds that are being followed up. `true`: something has changed there again. */
	const following = new Map<string, boolean>();
	const task = (name: string, round: () => Promise<void>) =>
		new PeriodicTask({
			...floor,
			name,
			everyMs: sweepEveryMs,
			work: async () => {
				await round();
				return sweepEveryMs * (0.9 + floor.random() * 0.2);
			},
		});
	const checking = task('roles of all members', checkAllMembers);
	const { signal } = checking;
	/** A sweep doesn't wait for a check of all members: of a hundred thousand it takes longer than five minutes. */
	const tasks = [task('roles', sweep), checking] as const;

	/** Retries blocked roles immediately after a change in the guild. Costs a read if all was well. */
	async function guildChanged(guildId: string): Promise<void> {
		if (await blockedRoles.changed(guildId)) await follow(guildId);
	}

	/** The guild's rules have changed: all its members' roles are synced. */
	async function rulesChanged(guildId: string): Promise<void> {
		await blockedRoles.changed(guildId);
		await follow(guildId);
	}

	/** Requests a sync for a returning member who has claims; other members cost a read. */
	async function memberReturned(target: MemberRef): Promise<void> {
		const held = await claims.claimsOf(target.userId);
		if (held.length > 0) await syncs.request(target);
	}

	/** Processes support that ends soon or has ended, and blocked guilds, at a cost that doesn't grow with the members. */
	async function sweep(): Promise<void> {
		await isolated('ended support', endSupport);
		await isolated('blocked roles', reviewBlocked);
		for (const guildId of served.ids) await isolated('a server', () => syncs.resume(guildId));
	}

	/** Compares the roles of all members with current or recent claims with those claims. */
	async function checkAllMembers(): Promise<void> {
		await findDrift(discord.guilds());
	}

	async function isolated(what: string, work: () => Promise<unknown>): Promise<void> {
		try {
			await work();
		} catch (error) {
			logger.error({ err: error, what }, 'A part of reconciling failed');
		}
	}

	/** Moving one role causes an event for each role that shifts: only the last of many changes is followed up. */
	async function follow(guildId: string): Promise<void> {
		const isFollowed = following.has(guildId);
		following.set(guildId, isFollowed);
		if (isFollowed) return;
		try {
			do {
				following.set(guildId, false);
				await blockedRoles.review(guildId);
				if (!(await syncs.resume(guildId))) continue;
				await findDrift([guildId]);
			} while (following.get(guildId) === true && !signal.aborted);
		} finally {
			following.delete(guildId);
		}
	}

	async function endSupport(): Promise<void> {
		const until = clock.now();
		const from = (await supportCursor.get(''))?.until ?? until;
		for (const [offset, guildIds] of await supportOffsets()) {
			for await (const claim of claims.scan.withSupportEnding(from + offset, until + offset)) {
				for (const guildId of guildIds) await syncs.request({ guildId, userId: claim.holderId });
			}
		}
		// Saved last, so that a crash in between requests twice rather than never.
		await supportCursor.set('', { v: 1, until });
	}

	/** The times from a change of roles to the end of support, in milliseconds, with the guilds that use them. */
	async function supportOffsets(): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
		const offsets = new Map<number, Set<string>>();
		for await (const { guildId, settings } of guilds.all()) {
			if (!served.serves(guildId)) continue;
			const { supportedRoleId, support } = settings;
			const own = [
				...(supportedRoleId === undefined ? [] : [-support.graceDays]),
				...(support.endsSoonRoleId === undefined ? [] : [support.noticeDays, 0]),
			];
			for (const days of own) {
				const guildIds = offsets.get(days * dayMs) ?? new Set();
				offsets.set(days * dayMs, guildIds.add(guildId));
			}
		}
		return offsets;
	}

	/** An event may have been missed. During a guild's outage its obstacles can't be seen, which doesn't mean their end. */
	async function reviewBlocked(): Promise<void> {
		const guildIds = await blockedRoles.guilds();
		for (const guildId of discord.guilds().filter((id) => guildIds.includes(id))) {
			await isolated('blocked roles of a server', async () => {
				// This ordinary request isn't one of the calls that would be refused.
				await refusedRequests.attempt(false, () => discord.refresh(guildId));
				await blockedRoles.review(guildId);
			});
		}
	}

	/** Requests a role sync for members of these guilds whose roles don't match their claims. */
	async function findDrift(guildIds: readonly string[]): Promise<void> {
		for await (const members of inBatches(claims.scan.members(), membersPerBatch)) {
			if (signal.aborted) return;
			for (const guildId of guildIds) await checkBatch(guildId, members);
		}
	}

	/** A guild with unreadable settings is reported and skipped; an unavailable store ends the round. */
	async function checkBatch(guildId: string, batch: readonly MemberClaims[]): Promise<void> {
		if (signal.aborted) return;
		try {
			const isAnswered = await checkRoles(guildId, batch);
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
	async function checkRoles(guildId: string, batch: readonly MemberClaims[]): Promise<boolean> {
		const [rules, blocked] = await Promise.all([guilds.rulesOf(guildId), blockedRoles.read(guildId)]);
		if (rules === undefined) return true;
		const userIds = batch.map(({ userId }) => userId);
		const roles = await discord.rolesOfMany(guildId, userIds, signal);
		if (roles === undefined) return false;
		for (const { userId, claims: own, isComplete } of batch) {
			const held = roles.get(userId);
			if (held === undefined) continue;
			const { add, remove } = planRoles({ claims: own, rules, held, now: clock.now() });
			// No request is made for roles with a known obstacle.
			const changes = [
				...add.map((roleId) => [roleId, true] as const),
				...(isComplete ? remove : []).map((roleId) => [roleId, false] as const),
			];
			let isPossible = false;
			for (const [roleId, isGiving] of changes)
				isPossible ||= (await blockedRoles.noted(guildId, roleId, blocked, rules, isGiving)) === undefined;
			if (!isPossible) continue;
			const obstacle = await blockedRoles.noted(guildId, rules.buyerRoleId, blocked, rules);
			if (obstacle === undefined) await syncs.request({ guildId, userId });
		}
		return true;
	}

	return { tasks, guildChanged, rulesChanged, memberReturned, sweep, checkAllMembers };
}
