import type { MemberRef } from '../base/member-ref.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { GrantResult } from './grant.js';
import type { MemberRoles } from './role-api.js';

/** The final result of a request: passing failures are retried and never end here. */
export type GrantReport =
	| Exclude<GrantResult, { kind: 'passing' }>
	/** The process stops. The request stays in the outbox for the next one. */
	| { readonly kind: 'stopped' };

export interface GrantTicket {
	/** The result of the first attempt; `waiting` if it has to be retried. Never rejects. */
	readonly first: Promise<Exclude<GrantReport, { kind: 'stopped' }> | { readonly kind: 'waiting' }>;
	/** The final result, possibly hours later after an outage. Never rejects. */
	readonly settled: Promise<GrantReport>;
}

export interface GrantRequest {
	readonly mark: number | undefined;
	/** The roles from an interaction; if undefined, Discord has to be asked. */
	readonly held: MemberRoles | undefined;
	/** The member has just acted: worth an attempt even in a parked guild. */
	readonly isUrgent: boolean;
	/** The guild's rules, for an attempt that starts immediately. */
	readonly rules?: RoleRules | undefined;
}

/** A member who waits for an attempt, is being processed, or pauses between two attempts. */
export class QueuedGrant {
	readonly target: MemberRef;
	readonly ticket: GrantTicket;
	/** Belongs to the newest request that this entry answers. */
	mark: number | undefined;
	held: MemberRoles | undefined;
	rules: RoleRules | undefined;
	isUrgent: boolean;
	tries = 0;
	#resolveFirst: (result: Awaited<GrantTicket['first']>) => void = () => {};
	#resolveSettled: (report: GrantReport) => void = () => {};

	constructor(target: MemberRef, { mark, held, rules, isUrgent }: GrantRequest) {
		this.target = target;
		this.mark = mark;
		this.held = held;
		this.rules = rules;
		this.isUrgent = isUrgent;
		this.ticket = {
			first: new Promise((resolve) => {
				this.#resolveFirst = resolve;
			}),
			settled: new Promise((resolve) => {
				this.#resolveSettled = resolve;
			}),
		};
	}

	/** The first attempt has to be repeated, or can't start yet. */
	letWait(): void {
		this.#resolveFirst({ kind: 'waiting' });
	}

	finish(report: GrantReport): void {
		if (report.kind === 'stopped') this.letWait();
		else this.#resolveFirst(report);
		this.#resolveSettled(report);
	}
}

/** The members of one guild who wait for their roles, one of whom is synced at a time. */
export class GuildLane {
	/** By user, in order of arrival. A user is in at most one of `waiting` and `pausing`. */
	readonly waiting = new Map<string, QueuedGrant>();
	readonly pausing = new Map<string, QueuedGrant>();
	readonly busy = new Map<string, QueuedGrant>();
	/** An attempt is in progress. Other entries in `busy` are only having their results recorded. */
	isTrying = false;
	/** Set while roles can't be given in the guild: waiting requests get this result without a call. */
	parked: Extract<GrantResult, { kind: 'blocked' }> | undefined;
	/** Counts changes in the guild: a refusal from before the latest change is not final. */
	changes = 0;

	/**
	 * The first member who is not being processed: two attempts for one member could give and remove in the wrong order.
	 */
	next(): QueuedGrant | undefined {
		for (const entry of this.waiting.values()) if (!this.busy.has(entry.target.userId)) return entry;
		return undefined;
	}

	/** Parks or resumes the lane; true if it was parked and no longer is. */
	follow(result: GrantResult): boolean {
		if (isObstacleOfAll(result)) {
			// Applies to all waiting members, so it must not contain this member's roles.
			const { held: _, ...obstacle } = result;
			this.parked = obstacle;
		}
		if (result.kind !== 'granted' || result.added.length === 0) return false;
		const wasParked = this.parked !== undefined;
		this.parked = undefined;
		return wasParked;
	}

	/** Ends the guild's waits; the requests stay in the outbox. */
	dismiss(): void {
		for (const entry of [...this.waiting.values(), ...this.pausing.values()])
			entry.finish({ kind: 'stopped' });
		this.waiting.clear();
		this.pausing.clear();
	}
}

/** Unconfirmed powers concern single roles: others are still given, and a fix is followed by a drift check. */
export function isObstacleOfAll(result: GrantResult): result is Extract<GrantResult, { kind: 'blocked' }> {
	return result.kind === 'blocked' && result.obstacle !== 'role-powerful';
}
