import type { MemberRef } from '../base/member-ref.js';
import { createLimits, type LimitStore, type Limits, longestWindow } from '../storage/rate-limits.js';

/**
 * `retryAt`, `askableAt` (when the marketplace may be asked for the member; undefined: now): milliseconds since the
 * epoch.
 */
type AttemptLimit =
	| { readonly kind: 'free'; readonly askableAt: number | undefined }
	| { readonly kind: 'limited'; readonly scope: 'member' | 'guild'; readonly retryAt: number };

/**
 * `tripped`: this miss reached a limit, which is worth one audit line. `left`: how many more the member may have before
 * a pause.
 */
export type Miss = { readonly left: number } & (
	| { readonly kind: 'counted' }
	| { readonly kind: 'tripped'; readonly scope: 'member' | 'guild'; readonly retryAt: number }
);

export interface AttemptsOptions {
	readonly store: LimitStore;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** Methods reject with what the store rejects with. */
export interface Attempts {
	/** May this member try a code here now? */
	check(member: MemberRef): Promise<AttemptLimit>;
	/** Counts a code that the marketplace has definitely refused. */
	recordMiss(member: MemberRef): Promise<Miss>;
	/** Counts a code that somebody else holds: against the member alone, since it isn't a guess. */
	recordTaken(member: MemberRef): Promise<Miss>;
	/** When the marketplace may be asked again for this member; undefined: now. */
	questionRetryAt(userId: string): Promise<number | undefined>;
	/** Counts a request that the marketplace has answered. */
	recordQuestion(userId: string): Promise<void>;
	/** When the member sent wrong codes, as far as that still counts: milliseconds since the epoch, oldest first. */
	missesOf(userId: string): Promise<readonly number[]>;
	/** Removes the counters that have expired, of every limit. For a timer. */
	prune(): Promise<void>;
}

/**
 * Limits on guessing. Only definite misses count: 5 for a member in 10 minutes, 20 in a day. When a guild has 60 in
 * 10 minutes, those of its members with one of their own in that time have to wait, and nobody else: throw-away
 * accounts must not lock out honest buyers, and the marketplace's rate limit bounds how fast new accounts can guess.
 */
export function createAttempts({ store, now }: AttemptsOptions): Attempts {
	const limits: Limits = createLimits({ store, now });

	return {
		async check({ guildId, userId }) {
			const [own, guild, questions] = await limits.look([
				{ scope: 'member', id: userId },
				{ scope: 'guild', id: guildId },
				{ scope: 'question', id: userId },
			]);
			if (own?.retryAt !== undefined) return { kind: 'limited', scope: 'member', retryAt: own.retryAt };
			// A limited guild is limited for those alone who have a miss of their own in that time.
			const last = own?.times.at(-1);
			const ownEnd = last === undefined ? now() : last + longestWindow('guild');
			if (guild?.retryAt !== undefined && ownEnd > now())
				return { kind: 'limited', scope: 'guild', retryAt: Math.min(guild.retryAt, ownEnd) };
			return { kind: 'free', askableAt: questions?.retryAt };
		},

		async recordMiss({ guildId, userId }) {
			// Take both, whatever the first one returns.
			const [member, guild] = await Promise.all([
				limits.note('member', userId),
				limits.note('guild', guildId),
			]);
			const miss = tripped('guild', guild.retryAt) ?? tripped('member', member.retryAt);
			// A guild that is limited pauses this member too, who has a miss of their own.
			const left = guild.left === 0 ? 0 : member.left;
			return { ...(miss ?? { kind: 'counted' }), left };
		},

		async recordTaken({ userId }) {
			const { retryAt, left } = await limits.note('member', userId);
			return { ...(tripped('member', retryAt) ?? { kind: 'counted' }), left };
		},

		questionRetryAt: (userId) => limits.retryAt('question', userId),

		async recordQuestion(userId) {
			await limits.note('question', userId);
		},

		missesOf: (userId) => limits.times('member', userId),

		prune: () => limits.prune(),
	};
}

function tripped(scope: 'member' | 'guild', retryAt: number | undefined) {
	return retryAt === undefined ? undefined : ({ kind: 'tripped', scope, retryAt } as const);
}
