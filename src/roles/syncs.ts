import { failureReason } from '../base/errors.js';
import type { MemberRef } from '../base/row-fields.js';
import { type LevelOf, rareLines } from '../base/time/log-lines.js';
import type { RoleRules } from '../servers/guild-settings.js';
import type { BlockedFloor } from './blocked-roles.js';
import type { HeldRoles, MemberRoles, Passing, RoleCallResult, WithheldRole } from './role-api.js';
import { planRoles, wantedRoles } from './role-plan.js';
import type { SyncRequest } from './sync-rows.js';

/** The result of a sync: members and staff see it. */
export type SyncResult =
	| {
			readonly kind: 'granted';
			/** Roles that follow from the member's claims and that the member has now, if known. */
			readonly held?: readonly string[] | undefined;
			readonly added: readonly string[];
			readonly removed: readonly string[];
			/** Additional roles that wait until a person fixes something; the others don't wait with them. */
			readonly withheld: readonly WithheldRole[];
			/** The member keeps a role that may not follow from a claim: nothing else would lead back to this member. */
			readonly isLeftBehind?: boolean;
			/** A role was blocked until now: others may wait for it. */
			readonly isUnblocked?: boolean;
	  }
	| { readonly kind: 'member-left' }
	/** The member still has to accept the server's rules. The drift check finds them once they have. */
	| { readonly kind: 'member-pending' }
	/** The buyer role, or any role at all, can't be changed in the guild. */
	| ({ readonly kind: 'blocked'; readonly held?: readonly string[] | undefined } & WithheldRole);

export interface SyncTicket {
	/** The final result, possibly hours later after an outage. `stopped`: the next process goes on. Never rejects. */
	readonly settled: Promise<SyncResult | { readonly kind: 'stopped' }>;
}

/** Facts about a member who has just acted. */
export interface Acting {
	/** The roles from the interaction; if undefined, Discord has to be asked. */
	readonly held?: MemberRoles | undefined;
	/** The guild's rules, for an attempt that starts immediately. */
	readonly rules?: RoleRules | undefined;
}

const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
/** Time for the attempts in flight once the bot stops. */
export const lastAttemptMs = 2_500;

/**
 * Syncs members' roles with their claims, one member of a guild after the other: Discord processes a guild's role calls
 * sequentially, and each call has to know if the one before was refused. Requests are rows first, so that a crash
 * forgets none; passing failures are retried with a growing pause; members of a guild whose buyer role is blocked wait
 * for `resume`.
 */
export class Syncs {
	readonly #floor: BlockedFloor;
	/** One attempt. */
	protected readonly sync = syncRoles;
	readonly #lanes = new Map<string, GuildLane>();
	readonly #stopping = new AbortController();
	readonly #inFlight = new Set<Promise<void>>();
	/** Limits log lines, because every member runs into the same problem repeatedly. */
	readonly #levelOf: LevelOf;

	constructor(floor: BlockedFloor) {
		this.#floor = floor;
		this.#levelOf = rareLines(floor.clock);
		floor.syncRows.onRecorded((request) => void this.#enqueue(request));
	}

	/** Requests a role sync; resolves once it is recorded. The other arguments save reads if they are known. */
	async request(target: MemberRef, acting: Acting = {}, recorded?: SyncRequest): Promise<SyncTicket> {
		return this.#enqueue(recorded ?? (await this.#floor.syncRows.request(target)), acting);
	}

	/** Works on a guild's rows that are due. @returns false if its buyer role is blocked */
	async resume(guildId: string): Promise<boolean> {
		const { syncRows, blockedRoles } = this.#floor;
		if ((await blockedRoles.buyerObstacle(guildId)) !== undefined) return false;
		for await (const request of syncRows.due(guildId)) {
			if (this.#stopping.signal.aborted) break;
			this.#enqueue(request);
		}
		return true;
	}

	/** Members who wait for an attempt or are being processed. Others are only in the store. */
	get size(): number {
		let size = this.#inFlight.size;
		for (const { waiting } of this.#lanes.values()) size += waiting.size;
		return size;
	}

	/** Gives the attempts in flight a moment: one may wait for a rate limit. The other rows stay for the next start. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		for (const lane of this.#lanes.values()) lane.finish({ kind: 'stopped' });
		const ended = new AbortController();
		const late = this.#floor.clock.delay(lastAttemptMs, ended.signal);
		await Promise.race([Promise.all(this.#inFlight), late]);
		ended.abort('ended');
		for (const { busy } of this.#lanes.values()) {
			for (const entry of busy.values()) entry.finish({ kind: 'stopped' });
		}
	}

	#enqueue(request: SyncRequest, acting: Acting = {}): SyncTicket {
		const { target, revision } = request;
		const lane = this.#laneOf(target.guildId);
		const busy = lane.busy.get(target.userId);
		// It was found by `resume`, and follows from the same claims.
		if (busy !== undefined && busy.revision >= revision) return busy.ticket;
		const known = lane.waiting.get(target.userId);
		const entry = known ?? new PendingSync(request, acting);
		if (this.#stopping.signal.aborted) entry.finish({ kind: 'stopped' });
		else if (known === undefined) lane.waiting.set(target.userId, entry);
		else if (known.revision < revision) {
			// It plans from later claims, so it answers this request too, but must not use roles seen before it.
			known.revision = revision;
			known.held &&= acting.held;
		}
		// A member who acts does not wait out the pause of an earlier failure.
		if (acting.held !== undefined) entry.isPausing = false;
		this.#pump(lane);
		// An attempt that hasn't started yet reads the rules again.
		entry.rules = undefined;
		return entry.ticket;
	}

	#laneOf(guildId: string): GuildLane {
		const lane = this.#lanes.get(guildId) ?? new GuildLane(guildId);
		this.#lanes.set(guildId, lane);
		return lane;
	}

	#pump(lane: GuildLane): void {
		if (!this.#floor.served.serves(lane.guildId)) lane.finish({ kind: 'stopped' });
		if (lane.isTrying || this.#stopping.signal.aborted) return;
		const entry = lane.next();
		if (entry === undefined) return;
		const work = this.#work(entry, lane).finally(() => this.#inFlight.delete(work));
		this.#inFlight.add(work);
	}

	async #work(entry: PendingSync, lane: GuildLane): Promise<void> {
		const { userId } = entry.target;
		lane.waiting.delete(userId);
		lane.busy.set(userId, entry);
		lane.isTrying = true;
		const result = await this.#attempt(entry);
		lane.isTrying = false;
		if (result.kind === 'passing') this.#retryLater(entry, lane);
		else {
			// Neither this member nor the next one waits for the store.
			entry.finish(result);
			if (isBlockedForAll(result)) lane.finish({ ...result, held: undefined });
			this.#pump(lane);
			// The next `resume` finds a row that isn't settled.
			await this.#conclude(entry, result, lane).catch((error: unknown) => this.#reportFailure(error, entry));
		}
		if (lane.busy.get(userId) === entry) lane.busy.delete(userId);
		this.#pump(lane);
	}

	async #attempt(entry: PendingSync): Promise<SyncResult | Passing> {
		const { states, blockedRoles, metrics, logger } = this.#floor;
		const { target, rules } = entry;
		// The roles from an interaction are valid for the first attempt only.
		const held = entry.tries === 0 ? entry.held : undefined;
		entry.tries += 1;
		const changes = blockedRoles.changesIn(target.guildId);
		try {
			if (states.isFailing('database')) await states.untilWorking('database', this.#stopping.signal);
			const result = await this.sync(this.#floor, target, held, rules);
			metrics.grants.inc({ result: result.kind });
			logger.debug({ ...target, result: result.kind }, 'Tried to bring a member’s roles in line');
			const isOutdated = result.kind === 'blocked' && changes !== blockedRoles.changesIn(target.guildId);
			return isOutdated ? { kind: 'passing', reason: 'the server has changed' } : result;
		} catch (error) {
			this.#reportFailure(error, entry);
			return { kind: 'passing', reason: 'an error' };
		}
	}

	/** Settles the row, unless it waits until the guild's buyer role is no longer blocked. */
	async #conclude({ target, revision }: PendingSync, result: SyncResult, lane: GuildLane): Promise<void> {
		if (isBlockedForAll(result)) return;
		const isGranted = result.kind === 'granted';
		const isLeftBehind = isGranted && result.isLeftBehind === true;
		const isLatest = await this.#floor.syncRows.settle(target, revision, isLeftBehind);
		lane.busy.delete(target.userId);
		if (!isGranted) return;
		// Another process may have settled the newer request with roles from before these calls.
		if (!isLatest && result.added.length + result.removed.length > 0) await this.request(target);
		if (result.isUnblocked) await this.resume(target.guildId);
	}

	#reportFailure(error: unknown, { target }: PendingSync): void {
		const level = this.#levelOf(failureReason(error), 'error');
		this.#floor.logger[level]({ err: error, ...target }, 'A grant failed and will be retried');
	}

	#retryLater(entry: PendingSync, lane: GuildLane): void {
		const { clock, random } = this.#floor;
		const { tries } = entry;
		const { userId } = entry.target;
		const newer = lane.waiting.get(userId);
		if (this.#stopping.signal.aborted) entry.finish({ kind: 'stopped' });
		else if (newer !== undefined) void newer.ticket.settled.then((result) => entry.finish(result));
		else {
			entry.isPausing = true;
			lane.waiting.set(userId, entry);
			const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** (tries - 1)) * (0.5 + random() / 2);
			void clock.delay(pause, this.#stopping.signal).then(() => {
				// Otherwise it was processed meanwhile, and may be in a later pause already.
				if (entry.tries !== tries) return;
				entry.isPausing = false;
				this.#pump(lane);
			});
		}
	}
}

/** A member who waits for an attempt, is being synced, or pauses between attempts. */
class PendingSync {
	readonly target: MemberRef;
	readonly ticket: SyncTicket;
	/** Of the newest request that this one answers. */
	revision: number;
	held: MemberRoles | undefined;
	rules: RoleRules | undefined;
	tries = 0;
	isPausing = false;
	finish: (result: Awaited<SyncTicket['settled']>) => void = () => {};

	constructor({ target, revision, isNew }: SyncRequest, { held, rules }: Acting) {
		this.target = target;
		this.revision = revision;
		this.held = isNew ? held : undefined;
		this.rules = rules;
		this.ticket = {
			settled: new Promise((resolve) => {
				this.finish = resolve;
			}),
		};
	}
}

/** The members of one guild who wait for their roles, one of whom is synced at a time. */
class GuildLane {
	readonly guildId: string;
	/** By user, in order of arrival. */
	readonly waiting = new Map<string, PendingSync>();
	readonly busy = new Map<string, PendingSync>();
	/** An attempt is in progress. Other entries in `busy` are only having their results recorded. */
	isTrying = false;

	constructor(guildId: string) {
		this.guildId = guildId;
	}

	/** The first member who isn't being processed: two attempts for one could give and remove in the wrong order. */
	next(): PendingSync | undefined {
		for (const [userId, entry] of this.waiting) if (!entry.isPausing && !this.busy.has(userId)) return entry;
		return undefined;
	}

	/** Ends waits; their rows stay. A member who acts may still get the other roles of a guild whose buyer role is blocked. */
	finish(result: Awaited<SyncTicket['settled']>): void {
		for (const [userId, entry] of this.waiting) {
			if (result.kind !== 'stopped' && entry.held !== undefined) continue;
			this.waiting.delete(userId);
			entry.finish(result);
		}
	}
}

/**
 * One attempt: plans from the current claims and carries out the plan. A role that can't be given doesn't hold back the
 * others. `held`, the member's roles, saves a request; `known`, the guild's rules, saves a read.
 */
export async function syncRoles(
	floor: BlockedFloor,
	{ guildId, userId }: MemberRef,
	held?: MemberRoles,
	known?: RoleRules,
): Promise<SyncResult | Passing> {
	const { guilds, claims: all, roleApi, blockedRoles, clock } = floor;
	// If the roles are known, one read is enough. Otherwise a claim made meanwhile has to count.
	const hashes = held && (await all.hashesOf(userId));
	const [rules, stored, early] = await Promise.all([
		known ?? guilds.rulesOf(guildId),
		blockedRoles.read(guildId),
		hashes && all.readClaimsOf(userId, hashes),
	]);
	let blocked = stored;
	const blockedBy = async (withheld: WithheldRole): Promise<SyncResult> => {
		await blockedRoles.note(guildId, withheld, stored);
		return { kind: 'blocked', ...withheld };
	};
	if (rules === undefined) return await blockedBy({ roleId: undefined, obstacle: 'role-missing' });
	const { buyerRoleId } = rules;
	const current: HeldRoles =
		held === undefined
			? // Doesn't ask Discord about each of ten thousand members while the buyer role can't be given.
				await blockedRoles.attempt(guildId, buyerRoleId, false, { rules, blocked }, () =>
					roleApi.heldRoles(guildId, userId),
				)
			: { kind: 'member', ...held };
	if (current.kind === 'blocked') return await blockedBy({ roleId: buyerRoleId, obstacle: current.obstacle });
	if (current.kind !== 'member') return current;

	const { claims, isComplete } = early ?? (await all.readClaimsOf(userId));
	const now = clock.now();
	const plan = planRoles({ claims, rules, held: current.roles, now });
	const isHeldBack = current.isPending === true && plan.add.length > 0;
	const done = { added: [] as string[], removed: [] as string[], withheld: [] as WithheldRole[] };
	const steps = [
		...(isHeldBack ? [] : plan.add).map((roleId) => [roleId, true] as const),
		// The role may follow from the claim that can't be read.
		...(isComplete ? plan.remove : []).map((roleId) => [roleId, false] as const),
	];
	for (const [roleId, give] of steps) {
		const result = await blockedRoles.attempt<RoleCallResult>(guildId, roleId, give, { rules, blocked }, () =>
			(give ? roleApi.addRole : roleApi.removeRole).call(roleApi, guildId, userId, roleId),
		);
		// A deleted role has no holders, so there is nothing to remove.
		const isGone = !give && result.kind === 'blocked' && result.obstacle === 'role-missing';
		if (result.kind === 'done' || isGone) (give ? done.added : done.removed).push(roleId);
		else if (result.kind === 'blocked') {
			done.withheld.push({ roleId, obstacle: result.obstacle });
			blocked = await blockedRoles.read(guildId);
		} else return result;
	}
	const isUnblocked = blockedRoles.overcome(guildId, [...done.added, ...done.removed], blocked);
	for (const withheld of done.withheld) await blockedRoles.note(guildId, withheld, blocked);
	if (isHeldBack) return { kind: 'member-pending' };
	const has = new Set([...current.roles, ...done.added]);
	const holds = [...wantedRoles(claims, rules, now)].filter((roleId) => has.has(roleId));
	const worst = done.withheld.find(({ roleId }) => roleId === buyerRoleId);
	if (worst !== undefined) return { kind: 'blocked', ...worst, held: holds };
	const isLeftBehind = isComplete ? claims.length === 0 && done.withheld.length > 0 : plan.remove.length > 0;
	return {
		kind: 'granted',
		...done,
		held: holds,
		...(isLeftBehind && { isLeftBehind }),
		...(isUnblocked && { isUnblocked }),
	};
}

/** Unconfirmed powers concern single roles: others are still given, and a fix is followed by a drift check. */
function isBlockedForAll(result: SyncResult): result is Extract<SyncResult, { kind: 'blocked' }> {
	return result.kind === 'blocked' && result.obstacle !== 'role-powerful';
}
