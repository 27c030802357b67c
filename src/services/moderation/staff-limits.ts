import type { MemberRef } from '../../base/row-fields.js';
import type { Servers } from '../../floors.js';

/** Bounded, because anyone with a server of their own is staff there. */
const maxReported = 1_000;

/**
 * Rate limits for staff lookups, so that a grudge or a stolen account can't test a list of leaked codes or work through
 * all members. Times are milliseconds since the epoch; undefined means now. Rejects with the store's errors.
 */
export class StaffLimits {
	readonly #floor: Servers;
	/** By member, the end of the limit last reported to the audit channel: one line each time it trips. */
	readonly #reported = new Map<string, number>();

	constructor(floor: Servers) {
		this.#floor = floor;
	}

	/**
	 * Looks a code up: returns the result of `look`, or when to try again. Counted beforehand and given back if the
	 * code is known here, so that simultaneous lookups can't slip through.
	 */
	async limitLookUp<Found>(
		staff: MemberRef,
		look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
	): Promise<{ readonly found: Found } | { readonly retryAt: number }> {
		const { guildId, userId } = staff;
		const retryAt = await this.#floor.limits.take('lookup', userId);
		if (retryAt !== undefined) {
			this.#reportOnce(staff, retryAt);
			return { retryAt };
		}
		const { found, isMiss } = await look();
		if (!isMiss) await this.#floor.limits.giveBack('lookup', userId);
		this.#floor.logger.info({ guildId, userId, isMiss }, 'Staff looked a code up');
		return { found };
	}

	/** Counts a look at a member's purchases, by any command. */
	async whoisRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined> {
		const retryAt = await this.#floor.limits.take('whois', staff.userId);
		if (retryAt === undefined)
			this.#floor.logger.info({ ...staff, memberId }, 'Staff looked at a member’s purchases');
		return retryAt;
	}

	/** Counts a sync of a member's roles. */
	async reconcileRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined> {
		const retryAt = await this.#floor.limits.take('reconcile', `${staff.guildId}:${memberId}`);
		if (retryAt === undefined)
			this.#floor.logger.info({ ...staff, memberId }, 'Staff had a member’s roles looked at');
		return retryAt;
	}

	/** Counts a claim check; given back if the marketplace couldn't be reached. */
	async limitCheck<Outcome extends { readonly kind: string }>(
		hash: string,
		check: () => Promise<Outcome>,
	): Promise<Outcome | { readonly kind: 'too-soon'; readonly retryAt: number }> {
		const retryAt = await this.#floor.limits.take('recheck', hash);
		if (retryAt !== undefined) return { kind: 'too-soon', retryAt };
		const outcome = await check();
		if (outcome.kind === 'uncheckable') await this.#floor.limits.giveBack('recheck', hash);
		return outcome;
	}

	#reportOnce({ guildId, userId }: MemberRef, retryAt: number): void {
		if (this.#reported.get(userId) === retryAt) return;
		this.#reported.delete(userId);
		this.#reported.set(userId, retryAt);
		const [oldest] = this.#reported.keys();
		if (this.#reported.size > maxReported && oldest !== undefined) this.#reported.delete(oldest);
		this.#floor.audit.write(guildId, { kind: 'lookup-limit', userId });
	}
}
