import type { GrantResult } from './grant.js';
import type { QueuedGrant } from './queued-grant.js';

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
