import type { MemberRef } from '../base/member-ref.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { GrantResult } from './grant.js';
import type { MemberRoles } from './role-api.js';

/** The last word on a request: passing failures are retried and never end here. */
type GrantReport =
	| Exclude<GrantResult, { kind: 'passing' }>
	/** The process stops. The request stays in the outbox for the next one. */
	| { readonly kind: 'stopped' };

export interface GrantTicket {
	/** The result of the first attempt; `waiting` if it has to be retried. Never rejects. */
	readonly first: Promise<Exclude<GrantReport, { kind: 'stopped' }> | { readonly kind: 'waiting' }>;
	/** The final result, after an outage maybe hours later. Never rejects. */
	readonly settled: Promise<GrantReport>;
}

/** A member who waits for an attempt, is being processed, or pauses between two attempts. */
export interface Entry {
	readonly target: MemberRef;
	/** The roles as an interaction has told them; undefined: Discord has to be asked. */
	held: MemberRoles | undefined;
	/** The guild's rules as the interaction has read them, for an attempt that begins now. */
	rules: RoleRules | undefined;
	/** The member has just acted: worth an attempt even if the guild's others wait. */
	isUrgent: boolean;
	readonly ticket: GrantTicket;
	readonly tellFirst: (result: Awaited<GrantTicket['first']>) => void;
	readonly settle: (report: GrantReport) => void;
	/** The outbox mark of the newest request that this entry answers; undefined where it could not be recorded. */
	mark: number | undefined;
	tries: number;
}

/** The members of one guild. */
export interface Lane {
	/** By user, in the order of arrival. A user is in one of `waiting` and `pausing` at most. */
	readonly waiting: Map<string, Entry>;
	/** Between two tries, after a passing failure. */
	readonly pausing: Map<string, Entry>;
	readonly busy: Map<string, Entry>;
	/** How many of those are being tried: the others' results are being recorded. */
	attempts: number;
	/** Set while roles can't be given in the guild: waiting requests are answered without a call. */
	parked: Extract<GrantResult, { kind: 'blocked' }> | undefined;
	/** After a park the first call goes alone: a burst of refused ones would be counted against the address. */
	probing: boolean;
	/** Counts changes in the guild: a refusal older than the latest change means nothing. */
	changes: number;
	readonly pace: LanePace;
}

/** Before anybody's role has been given, in milliseconds: what Discord takes for a role call. */
const usualMs = 100;
/** How much the latest role counts in the average. */
const weight = 0.3;

/** How fast a guild's roles have been given lately. Times in milliseconds from any point in time. */
class LanePace {
	#perRoleMs = usualMs;
	#endedAt = Number.NEGATIVE_INFINITY;

	/** Notes an attempt that gave a role. Of attempts that overlap, each counts from the end of the one before. */
	note(startedAt: number, endedAt: number): void {
		const took = endedAt - Math.max(startedAt, this.#endedAt);
		this.#perRoleMs += (Math.max(0, took) - this.#perRoleMs) * weight;
		this.#endedAt = endedAt;
	}

	/** In how many milliseconds somebody has the role who comes behind so many others. */
	expect(ahead: number): number {
		return (ahead + 1) * this.#perRoleMs;
	}
}

export function createLane(): Lane {
	return {
		waiting: new Map(),
		pausing: new Map(),
		busy: new Map(),
		attempts: 0,
		parked: undefined,
		probing: false,
		changes: 0,
		pace: new LanePace(),
	};
}

/**
 * The first one not being processed: two simultaneous attempts for one member could give and remove in the wrong
 * order.
 */
export function nextOf(lane: Lane): Entry | undefined {
	for (const entry of lane.waiting.values()) if (!lane.busy.has(entry.target.userId)) return entry;
	return undefined;
}

/** A request to sync a member's roles, as the queue receives it. */
export type GrantRequest = Pick<Entry, 'mark' | 'held' | 'isUrgent'> & Partial<Pick<Entry, 'rules'>>;

export function createEntry(target: MemberRef, request: GrantRequest): Entry {
	let tellFirst: Entry['tellFirst'] = () => {};
	let tellSettled: (report: GrantReport) => void = () => {};
	const first = new Promise<Awaited<GrantTicket['first']>>((resolve) => (tellFirst = resolve));
	const settled = new Promise<GrantReport>((resolve) => (tellSettled = resolve));
	const settle = (report: GrantReport): void => {
		tellFirst(report.kind === 'stopped' ? { kind: 'waiting' } : report);
		tellSettled(report);
	};
	return { rules: undefined, ...request, target, ticket: { first, settled }, tellFirst, settle, tries: 0 };
}

/**
 * A role with powers that nobody confirmed is withheld from each member by itself: Discord refuses nothing, roles are
 * still removed, and the change that fixes it is followed by a drift check.
 */
export function isObstacleOfAll(result: GrantResult): result is Extract<GrantResult, { kind: 'blocked' }> {
	return result.kind === 'blocked' && result.obstacle !== 'role-powerful';
}

/** Parks the lane, or lets it go on, as one member's result shows. Returns whether it was parked and no longer is. */
export function follow(lane: Lane, result: GrantResult): boolean {
	if (isObstacleOfAll(result)) {
		// Of everybody who waits: what this one member has is not theirs.
		const { held: _, ...obstacle } = result;
		lane.parked = obstacle;
	}
	if (result.kind !== 'granted' || result.added.length === 0) return false;
	const wasParked = lane.parked !== undefined;
	lane.parked = undefined;
	lane.probing = false;
	return wasParked;
}
