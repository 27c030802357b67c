import type { MemberRef } from '../base/member-ref.js';
import type { Ground } from '../ground.js';
import { maxWindowMs } from '../storage/rate-limits.js';
import type { Transaction } from '../storage/store.js';

/** `askableAt`: when the marketplace may be asked for this member. Times are milliseconds since the epoch. */
type AttemptLimit =
	| { readonly kind: 'free'; readonly askableAt: number | undefined }
	| { readonly kind: 'limited'; readonly scope: 'member' | 'guild'; readonly retryAt: number };

/**
 * `tripped`: this miss reached a limit, which deserves one audit line. `left`: misses left before a pause. `isFirst`: no
 * other miss of this member still counts.
 */
export type Miss = { readonly left: number; readonly isFirst?: true } & (
	| { readonly kind: 'counted' }
	| { readonly kind: 'tripped'; readonly scope: 'member' | 'guild'; readonly retryAt: number }
);

/**
 * Limits on guessing. Only definite misses count: 5 for a member in 10 minutes, 20 in a day. When a guild has 60 in 10
 * minutes, only members with a miss of their own in that time have to wait: throw-away accounts must not lock out
 * honest buyers, and the marketplace's rate limit bounds how fast new accounts can guess. Methods reject with the
 * store's errors.
 */
export class Attempts {
	readonly #floor: Ground;

	constructor(floor: Ground) {
		this.#floor = floor;
	}

	/** Checks if this member may try a code in this guild now. */
	async check({ guildId, userId }: MemberRef): Promise<AttemptLimit> {
		const [own, guild, questions] = await this.#floor.limits.look([
			{ scope: 'member', id: userId },
			{ scope: 'guild', id: guildId },
			{ scope: 'question', id: userId },
		]);
		if (own?.retryAt !== undefined) return { kind: 'limited', scope: 'member', retryAt: own.retryAt };
		// A guild's limit applies only to members with a miss of their own in that time.
		const last = own?.times.at(-1);
		const now = this.#floor.clock.now();
		const ownEnd = last === undefined ? now : last + maxWindowMs('guild');
		if (guild?.retryAt !== undefined && ownEnd > now)
			return { kind: 'limited', scope: 'guild', retryAt: Math.min(guild.retryAt, ownEnd) };
		return { kind: 'free', askableAt: questions?.retryAt };
	}

	/**
	 * Counts a wrong code. `isAsked`: and the question to the marketplace that has shown it.
	 * @param open the transaction that answers the member; default: one of its own
	 */
	async recordMiss({ guildId, userId }: MemberRef, isAsked: boolean, open?: Transaction): Promise<Miss> {
		const { limits } = this.#floor;
		const [member, guild] = await this.#within(open, (tx) =>
			Promise.all([
				limits.noteIn(tx, 'member', userId),
				limits.noteIn(tx, 'guild', guildId),
				isAsked && this.recordQuestionIn(tx, userId),
			]),
		);
		const miss = tripped('guild', guild.retryAt) ?? tripped('member', member.retryAt);
		// This member now has a miss of their own, so the guild's limit applies to them too.
		const left = guild.left === 0 ? 0 : member.left;
		return { ...(miss ?? { kind: 'counted' }), left, ...(member.counted === 1 && { isFirst: true }) };
	}

	/** Counts a code that another member holds: only against the member, since it isn't a guess. `open`: as above. */
	async recordTaken({ userId }: MemberRef, open?: Transaction): Promise<Miss> {
		const { limits } = this.#floor;
		const { retryAt, left } = await this.#within(open, (tx) => limits.noteIn(tx, 'member', userId));
		return { ...(tripped('member', retryAt) ?? { kind: 'counted' }), left };
	}

	/** Counts a question to the marketplace. Resolves to when the next one is allowed, or to undefined if now. */
	async recordQuestion(userId: string): Promise<number | undefined> {
		const { limits } = this.#floor;
		await limits.note('question', userId);
		return await limits.retryAt('question', userId);
	}

	/** Counts a question in the commit of what its answer has led to. */
	async recordQuestionIn(tx: Transaction, userId: string): Promise<void> {
		await this.#floor.limits.noteIn(tx, 'question', userId);
	}

	async #within<Result>(
		open: Transaction | undefined,
		work: (tx: Transaction) => Promise<Result>,
	): Promise<Result> {
		return await (open === undefined ? this.#floor.store.transact(work) : work(open));
	}
}

function tripped(scope: 'member' | 'guild', retryAt: number | undefined) {
	return retryAt === undefined ? undefined : ({ kind: 'tripped', scope, retryAt } as const);
}
