import type { MemberRef } from '../base/member-ref.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { MemberRoles } from './role-api.js';
import type { SyncResult } from './role-sync.js';
import type { SyncRequest } from './sync-rows.js';

/** The results of a request, which never reject. */
export interface SyncTicket {
	/** The result of the first attempt; `waiting` if it has to be retried. */
	readonly first: Promise<SyncResult | { readonly kind: 'waiting' }>;
	/** The final result, possibly hours later after an outage. `stopped`: the next process goes on. */
	readonly settled: Promise<SyncResult | { readonly kind: 'stopped' }>;
}

/** Facts about a member who has just acted. */
export interface Acting {
	/** The roles from the interaction; if undefined, Discord has to be asked. */
	readonly held?: MemberRoles | undefined;
	/** The guild's rules, for an attempt that starts immediately. */
	readonly rules?: RoleRules | undefined;
}

/** A member who waits for an attempt, is being synced, or pauses between two attempts. */
export class PendingSync {
	readonly target: MemberRef;
	readonly ticket: SyncTicket;
	/** Of the newest request that this one answers. */
	revision: number;
	held: MemberRoles | undefined;
	rules: RoleRules | undefined;
	tries = 0;
	isPausing = false;
	#resolveFirst: (result: Awaited<SyncTicket['first']>) => void = () => {};
	#resolveSettled: (result: Awaited<SyncTicket['settled']>) => void = () => {};

	constructor({ target, revision, isNew }: SyncRequest, { held, rules }: Acting) {
		this.target = target;
		this.revision = revision;
		this.held = isNew ? held : undefined;
		this.rules = rules;
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

	finish(result: Awaited<SyncTicket['settled']>): void {
		if (result.kind === 'stopped') this.letWait();
		else this.#resolveFirst(result);
		this.#resolveSettled(result);
	}
}

/** The members of one guild who wait for their roles, one of whom is synced at a time. */
export class GuildLane {
	readonly guildId: string;
	/** By user, in order of arrival. */
	readonly waiting = new Map<string, PendingSync>();
	readonly busy = new Map<string, PendingSync>();
	/** An attempt is in progress. Other entries in `busy` are only having their results recorded. */
	isTrying = false;

	constructor(guildId: string) {
		this.guildId = guildId;
	}

	/**
	 * The first member who is not being processed: two attempts for one member could give and remove in the wrong order.
	 */
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
