import type { MemberRef } from '../base/member-ref.js';
import type { Limits } from '../storage/rate-limits.js';

/** Bounded, since anybody with a server of their own is staff there. */
const mostTold = 1_000;

/**
 * Limits how often staff can look things up, so that a grudge or a stolen account can't test a list of leaked codes
 * or work through all members. Times are milliseconds since the epoch; undefined: now. Rejects as the store does.
 */
export function createStaffLimits(parts: {
	limits: Limits;
	/** Somebody has looked too many codes up. */
	onLookupLimit: (staff: MemberRef) => void;
	logger: { info(fields: object, message: string): void };
}) {
	const { limits, onLookupLimit, logger } = parts;
	/** By member, the end of the limit that was last reported to the audit channel: one line each time it trips. */
	const told = new Map<string, number>();

	function tell({ guildId, userId }: MemberRef, retryAt: number): void {
		if (told.get(userId) === retryAt) return;
		told.delete(userId);
		told.set(userId, retryAt);
		const [oldest] = told.keys();
		if (told.size > mostTold && oldest !== undefined) told.delete(oldest);
		onLookupLimit({ guildId, userId });
	}

	return {
		/**
		 * Looks a code up: returns what `look` returns, or when to try again. Counted beforehand and given back if
		 * the code is known here, so that simultaneous look-ups can't slip through.
		 */
		async lookUp<Found>(
			staff: MemberRef,
			look: () => Promise<{ readonly found: Found; readonly isMiss: boolean }>,
		): Promise<{ readonly found: Found } | { readonly retryAt: number }> {
			const retryAt = await limits.take('lookup', staff.userId);
			if (retryAt !== undefined) {
				tell(staff, retryAt);
				return { retryAt };
			}
			const { found, isMiss } = await look();
			if (!isMiss) await limits.giveBack('lookup', staff.userId);
			logger.info({ ...staff, isMiss }, 'Staff looked a code up');
			return { found };
		},

		/** Looks at a member's purchases, by whichever command. */
		async whoisRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined> {
			const retryAt = await limits.take('whois', staff.userId);
			if (retryAt === undefined) logger.info({ ...staff, memberId }, 'Staff looked at a member’s purchases');
			return retryAt;
		},

		/** Has a member's roles synced. */
		async reconcileRetryAt(staff: MemberRef, memberId: string): Promise<number | undefined> {
			const retryAt = await limits.take('reconcile', `${staff.guildId}:${memberId}`);
			if (retryAt === undefined) logger.info({ ...staff, memberId }, 'Staff had a member’s roles looked at');
			return retryAt;
		},

		/** Has a claim checked again; given back if the marketplace couldn't be asked. */
		async recheck<Outcome extends { readonly kind: string }>(
			hash: string,
			check: () => Promise<Outcome>,
		): Promise<Outcome | { readonly kind: 'too-soon'; readonly retryAt: number }> {
			const retryAt = await limits.take('recheck', hash);
			if (retryAt !== undefined) return { kind: 'too-soon', retryAt };
			const outcome = await check();
			if (outcome.kind === 'uncheckable') await limits.giveBack('recheck', hash);
			return outcome;
		},
	};
}
