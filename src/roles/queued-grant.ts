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
