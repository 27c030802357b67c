import { z } from 'zod';
import type { MemberRef } from '../base/member-ref.js';
import { timestamp } from '../base/row-fields.js';
import type { BackgroundTask } from '../base/time/periodic-task.js';
import { defineKind, type RowOf, type Table } from '../storage/table.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { DriftCursor, DriftFinder } from './drift.js';
import type { RoleFloor } from './role-floor.js';
import type { Syncs } from './syncs.js';

/** The time up to which ended support has been processed. Every day since is scanned: before 1970 would be damage. */
export const supportCursorKind = defineKind({
	prefix: 'reconciler:support-ended-until',
	schema: z.object({ v: z.literal(1), until: timestamp.nonnegative() }),
});
type SupportCursor = RowOf<typeof supportCursorKind>;

type Floor = RoleFloor & {
	readonly syncs: Syncs;
	readonly blockedRoles: BlockedRoles;
	readonly drift: DriftFinder;
	/** The progress of the drift check, from which a restart continues. */
	readonly driftCursor: Table<DriftCursor>;
	/** The time up to which the moments around the end of support have been processed, across restarts. */
	readonly supportCursor: Table<SupportCursor>;
};

const sweepEveryMs = 5 * 60_000;
const dayMs = 86_400_000;

/** Syncs roles with claims: at start-up, every five minutes, and when an obstacle may have been removed. */
export class Reconciler implements BackgroundTask {
	readonly name = 'roles';
	readonly #floor: Floor;
	readonly #stopping = new AbortController();
	#ended: Promise<unknown> = Promise.resolve();
	/** Guilds that are being followed up. `true`: something has changed there again. */
	readonly #following = new Map<string, boolean>();

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** Sweeps immediately, then on a timer until `stop`. */
	start(): void {
		// Checking a hundred thousand members takes longer than five minutes, and the rest must not wait for it.
		this.#ended = Promise.all([this.#repeat(() => this.sweep()), this.#repeat(() => this.checkAllMembers())]);
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#ended;
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

	/** Processes support that ends soon or has ended, and blocked guilds. The cost depends on the work, not on the number of members. */
	async sweep(): Promise<void> {
		await this.#isolated('ended support', () => this.#endSupport());
		await this.#isolated('blocked roles', () => this.#reviewBlocked());
		for (const guildId of this.#floor.served.ids)
			await this.#isolated('a server', () => this.#floor.syncs.resume(guildId));
	}

	/** Compares the roles of all members with current or recent claims with those claims. */
	async checkAllMembers(): Promise<void> {
		const { roleApi: discord, drift, driftCursor } = this.#floor;
		await this.#isolated('drift', () => drift.find(discord.guilds(), this.#stopping.signal, driftCursor));
	}

	async #repeat(round: () => Promise<void>): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			await round();
			const jitter = 0.9 + this.#floor.random() * 0.2;
			await this.#floor.clock.delay(sweepEveryMs * jitter, this.#stopping.signal);
		}
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
		const { blockedRoles, syncs, drift } = this.#floor;
		const isFollowed = this.#following.has(guildId);
		this.#following.set(guildId, isFollowed);
		if (isFollowed) return;
		try {
			do {
				this.#following.set(guildId, false);
				await blockedRoles.review(guildId);
				if (!(await syncs.resume(guildId))) continue;
				await drift.find([guildId], this.#stopping.signal);
			} while (this.#following.get(guildId) === true && !this.#stopping.signal.aborted);
		} finally {
			this.#following.delete(guildId);
		}
	}

	async #endSupport(): Promise<void> {
		const { claims, syncs, supportCursor, clock } = this.#floor;
		const until = clock.now();
		const from = (await supportCursor.get(''))?.until ?? until;
		for (const [offset, guildIds] of await this.#supportOffsets()) {
			for await (const claim of claims.scan.withSupportEnding(from + offset, until + offset)) {
				for (const guildId of guildIds) await syncs.request({ guildId, userId: claim.holderId });
			}
		}
		// Saved last, so that a crash in between requests twice rather than never.
		await supportCursor.set('', { v: 1, until });
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
}
