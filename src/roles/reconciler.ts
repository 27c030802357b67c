import { z } from 'zod';
import { dayMs } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import { inBatches } from '../base/in-batches.js';
import { type MemberRef, timestamp } from '../base/row-fields.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { MemberClaims } from '../claims/claim-scan.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
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

/** Syncs roles with claims: at start-up, every five minutes, and when an obstacle may have been removed. */
export class Reconciler {
	/** A sweep doesn't wait for a check of all members: of a hundred thousand it takes longer than five minutes. */
	readonly tasks: readonly [PeriodicTask, PeriodicTask];
	readonly #floor: Floor;
	readonly #signal: AbortSignal;
	readonly #supportCursor: Table<RowOf<typeof supportCursorKind>>;
	/** Guilds that are being followed up. `true`: something has changed there again. */
	readonly #following = new Map<string, boolean>();

	constructor(floor: Floor) {
		this.#floor = floor;
		this.#supportCursor = new Table(supportCursorKind, floor.store);
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
		const checking = task('roles of all members', () => this.checkAllMembers());
		this.tasks = [task('roles', () => this.sweep()), checking];
		this.#signal = checking.signal;
	}

	/** Retries blocked roles immediately after a change in the guild. Costs a read if all was well. */
	async guildChanged(guildId: string): Promise<void> {
		if (await this.#floor.blockedRoles.changed(guildId)) await this.#follow(guildId);
	}

	/** The guild's rules have changed: all its members' roles are synced. */
	async rulesChanged(guildId: string): Promise<void> {
		await this.#floor.blockedRoles.changed(guildId);
		await this.#follow(guildId);
	}

	/** Requests a sync for a returning member who has claims; other members cost a read. */
	async memberReturned(target: MemberRef): Promise<void> {
		const { claims, syncs } = this.#floor;
		const held = await claims.claimsOf(target.userId);
		if (held.length > 0) await syncs.request(target);
	}

	/** Processes support that ends soon or has ended, and blocked guilds, at a cost that doesn't grow with the members. */
	async sweep(): Promise<void> {
		await this.#isolated('ended support', () => this.#endSupport());
		await this.#isolated('blocked roles', () => this.#reviewBlocked());
		for (const guildId of this.#floor.served.ids)
			await this.#isolated('a server', () => this.#floor.syncs.resume(guildId));
	}

	/** Compares the roles of all members with current or recent claims with those claims. */
	async checkAllMembers(): Promise<void> {
		await this.#findDrift(this.#floor.roleApi.guilds());
	}

	async #isolated(what: string, work: () => Promise<unknown>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#floor.logger.error({ err: error, what }, 'A part of reconciling failed');
		}
	}

	/** Moving one role causes an event for each role that shifts: only the last of many changes is followed up. */
	async #follow(guildId: string): Promise<void> {
		const { blockedRoles, syncs } = this.#floor;
		const isFollowed = this.#following.has(guildId);
		this.#following.set(guildId, isFollowed);
		if (isFollowed) return;
		try {
			do {
				this.#following.set(guildId, false);
				await blockedRoles.review(guildId);
				if (!(await syncs.resume(guildId))) continue;
				await this.#findDrift([guildId]);
			} while (this.#following.get(guildId) === true && !this.#signal.aborted);
		} finally {
			this.#following.delete(guildId);
		}
	}

	async #endSupport(): Promise<void> {
		const { claims, syncs, clock } = this.#floor;
		const until = clock.now();
		const from = (await this.#supportCursor.get(''))?.until ?? until;
		for (const [offset, guildIds] of await this.#supportOffsets()) {
			for await (const claim of claims.scan.withSupportEnding(from + offset, until + offset)) {
				for (const guildId of guildIds) await syncs.request({ guildId, userId: claim.holderId });
			}
		}
		// Saved last, so that a crash in between requests twice rather than never.
		await this.#supportCursor.set('', { v: 1, until });
	}

	/** The times from a change of roles to the end of support, in milliseconds, with the guilds that use them. */
	async #supportOffsets(): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
		const offsets = new Map<number, Set<string>>();
		for await (const { guildId, settings } of this.#floor.guilds.all()) {
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
	async #reviewBlocked(): Promise<void> {
		const { roleApi: discord, blockedRoles, refusedRequests } = this.#floor;
		const guildIds = await blockedRoles.guilds();
		for (const guildId of discord.guilds().filter((id) => guildIds.includes(id))) {
			await this.#isolated('blocked roles of a server', async () => {
				// This ordinary request isn't one of the calls that would be refused.
				await refusedRequests.attempt(false, () => discord.refresh(guildId));
				await blockedRoles.review(guildId);
			});
		}
	}

	/** Requests a role sync for members of these guilds whose roles don't match their claims. */
	async #findDrift(guildIds: readonly string[]): Promise<void> {
		for await (const members of inBatches(this.#floor.claims.scan.members(), membersPerBatch)) {
			if (this.#signal.aborted) return;
			for (const guildId of guildIds) await this.#checkBatch(guildId, members);
		}
	}

	/** A guild with unreadable settings is reported and skipped; an unavailable store ends the round. */
	async #checkBatch(guildId: string, batch: readonly MemberClaims[]): Promise<void> {
		const { clock, logger } = this.#floor;
		const signal = this.#signal;
		if (signal.aborted) return;
		try {
			const isAnswered = await this.#checkRoles(guildId, batch);
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
	async #checkRoles(guildId: string, batch: readonly MemberClaims[]): Promise<boolean> {
		const { syncs, guilds, roleApi: discord, blockedRoles, clock } = this.#floor;
		const [rules, blocked] = await Promise.all([guilds.rulesOf(guildId), blockedRoles.read(guildId)]);
		if (rules === undefined) return true;
		const userIds = batch.map(({ userId }) => userId);
		const roles = await discord.rolesOfMany(guildId, userIds, this.#signal);
		if (roles === undefined) return false;
		for (const { userId, claims, isComplete } of batch) {
			const held = roles.get(userId);
			if (held === undefined) continue;
			const { add, remove } = planRoles({ claims, rules, held, now: clock.now() });
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
}
