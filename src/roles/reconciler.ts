import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { Random } from '../base/random.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { Slice } from '../sharding/slice.js';
import type { BlockedRoles } from './blocked-roles.js';
import type { supportCursor } from './cursors.js';
import type { DriftCursor, DriftFinder } from './drift.js';
import type { GrantQueue } from './grant-queue.js';
import type { RefusedCallBudget } from './refused-call-budget.js';
import type { RoleApi } from './role-api.js';

export interface ReconcilerDependencies {
	readonly queue: Pick<GrantQueue, 'request' | 'noteChange' | 'unpark' | 'resume' | 'parkedGuilds'>;
	readonly claims: Pick<ClaimStore, 'claimsOf'> & { readonly scan: Pick<ClaimScan, 'withSupportEnding'> };
	readonly discord: Pick<RoleApi, 'guilds' | 'refresh' | 'obstacle'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly drift: Pick<DriftFinder, 'find'>;
	/** The progress of the drift check: a restart continues from there. */
	readonly driftCursor: DriftCursor;
	/** Until when ended support has been processed, across restarts. */
	readonly supportCursor: ReturnType<typeof supportCursor>;
	readonly callBudget: Pick<RefusedCallBudget, 'standsAgainst' | 'hopeFor' | 'attempt'>;
	readonly blockedRoles: Pick<BlockedRoles, 'guilds' | 'review'>;
	/** Which guilds are this process' own: the others are left to the processes that have them. */
	readonly slice: Pick<Slice, 'shards' | 'covers'>;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Pick<Logger, 'error'>;
}

const sweepEveryMs = 5 * 60_000;
/** A moderator at home may wait for a role that another process takes away. */
const resumeEveryMs = 10_000;

/**
 * Keeps every member's roles in sync with the claims: at start-up, every five minutes, and when something that may
 * have been an obstacle changes in a guild. It only decides whose turn it is; the queue syncs their roles.
 */
export class Reconciler {
	readonly #dependencies: ReconcilerDependencies;
	readonly #stopping = new AbortController();
	/** Resolves when the rounds have ended. */
	#ended: Promise<unknown> = Promise.resolve();
	/** Guilds whose changes are being followed. `true`: something has changed there again. */
	readonly #following = new Map<string, boolean>();

	constructor(dependencies: ReconcilerDependencies) {
		this.#dependencies = dependencies;
	}

	/** Begins with a sweep and continues on a timer until `stop`. */
	start(): void {
		// Checking a hundred thousand members takes longer than five minutes, and the rest must not wait for it.
		const loops = [
			this.#repeat(sweepEveryMs, () => this.sweep()),
			this.#repeat(sweepEveryMs, () => this.lookAtEverybody()),
		];
		// What another process has asked for in a guild of this one is in the outbox, and nothing else tells of it.
		const { slice, queue } = this.#dependencies;
		if (slice.shards !== 'auto') {
			const resume = () => this.#isolated('requests of other processes', () => queue.resume());
			loops.push(this.#repeat(resumeEveryMs, resume));
		}
		this.#ended = Promise.all(loops);
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#ended;
	}

	/**
	 * Something that roles depend on has changed in the guild. Where roles could not be given, they are given now and
	 * not at the next sweep. Costs nothing if all was well.
	 */
	async guildChanged(guildId: string): Promise<void> {
		const { queue, blockedRoles, callBudget } = this.#dependencies;
		callBudget.hopeFor(guildId);
		queue.noteChange(guildId);
		if (!queue.parkedGuilds().includes(guildId) && !(await blockedRoles.guilds()).includes(guildId)) return;
		await this.#follow(guildId);
	}

	/** The guild's rules have changed: everybody's roles are synced with them. */
	async rulesChanged(guildId: string): Promise<void> {
		this.#dependencies.callBudget.hopeFor(guildId);
		await this.#follow(guildId);
	}

	/** A member is back. Requests a sync if there are claims; other members cost one read of the index. */
	async memberReturned(target: MemberRef): Promise<void> {
		const claims = await this.#dependencies.claims.claimsOf(target.userId);
		if (claims.some((claim) => claim.guildIds.includes(target.guildId))) {
			await this.#dependencies.queue.request(target);
		}
	}

	/**
	 * Support that has ended, and guilds in which roles couldn't be given: work that costs no more than what there is
	 * to do.
	 */
	async sweep(): Promise<void> {
		await this.#isolated('ended support', () => this.#endSupport());
		await this.#isolated('guilds in which roles cannot be given', () => this.#retryTroubled());
	}

	/** Compares the roles of everybody who has a claim, or lately had one, with the claims. */
	async lookAtEverybody(): Promise<void> {
		const { discord, drift, driftCursor } = this.#dependencies;
		await this.#isolated('drift', () => drift.find(discord.guilds(), this.#stopping.signal, driftCursor));
	}

	async #repeat(everyMs: number, round: () => Promise<void>): Promise<void> {
		while (!this.#stopping.signal.aborted) {
			await round();
			const jitter = 0.9 + this.#dependencies.random() * 0.2;
			await this.#dependencies.clock.delay(everyMs * jitter, this.#stopping.signal);
		}
	}

	async #isolated(what: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#dependencies.logger.error({ err: error, what }, 'A part of reconciling failed');
		}
	}

	/** Moving one role causes an event for each role that shifts: of many changes only the last is followed up. */
	async #follow(guildId: string): Promise<void> {
		const isFollowed = this.#following.has(guildId);
		this.#following.set(guildId, isFollowed);
		if (isFollowed) return;
		try {
			do {
				this.#following.set(guildId, false);
				if (!(await this.#retryGuild(guildId))) continue;
				await this.#dependencies.queue.resume();
				await this.#dependencies.drift.find([guildId], this.#stopping.signal);
			} while (this.#following.get(guildId) === true && !this.#stopping.signal.aborted);
		} finally {
			this.#following.delete(guildId);
		}
	}

	/** Whether the buyer role may be tried in the guild now; if so, the queue is told. */
	async #retryGuild(guildId: string): Promise<boolean> {
		const { queue, discord, callBudget, blockedRoles } = this.#dependencies;
		const rules = await this.#dependencies.guilds.rulesOf(guildId);
		await blockedRoles.review(guildId);
		if (rules === undefined || discord.obstacle(guildId, rules.buyerRoleId) !== undefined) return false;
		const buyerRole = { guildId, roleId: rules.buyerRoleId, isBuyers: true };
		if ((await callBudget.standsAgainst(buyerRole)) !== undefined) return false;
		queue.unpark(guildId);
		return true;
	}

	async #endSupport(): Promise<void> {
		const { claims, queue, supportCursor, clock } = this.#dependencies;
		const until = clock.now();
		const from = (await supportCursor.get()) ?? until;
		for await (const claim of claims.scan.withSupportEnding(from, until)) {
			for (const guildId of claim.guildIds) await queue.request({ guildId, userId: claim.holderId });
		}
		// Last, so that a crash in between requests twice rather than never.
		await supportCursor.set(until);
	}

	async #retryTroubled(): Promise<void> {
		const { queue, discord, blockedRoles, callBudget, slice } = this.#dependencies;
		const troubled = new Set([...queue.parkedGuilds(), ...(await blockedRoles.guilds())]);
		for (const guildId of [...troubled].filter(slice.covers)) {
			await this.#isolated('a guild in which roles cannot be given', async () => {
				// An event may have been missed: this is a question that Discord answers, not one of the calls that would be refused.
				await callBudget.attempt(false, () => discord.refresh(guildId));
				await this.#retryGuild(guildId);
			});
		}
		await queue.resume();
	}
}
