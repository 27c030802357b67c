import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';

/** The part of the store that the limits need. */
export interface AttemptStore extends ValueStore {
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

/** Where and by whom a code was tried: Discord snowflakes. */
interface Guesser {
	readonly guildId: string;
	readonly userId: string;
}

type LimitScope = 'member' | 'guild';

/** `retryAt`: milliseconds since the epoch. */
type Limit =
	| { readonly kind: 'free' }
	| { readonly kind: 'limited'; readonly scope: LimitScope; readonly retryAt: number };

/** `tripped`: this very miss has reached a limit, which is worth one line of audit. */
export type Miss =
	| { readonly kind: 'counted' }
	| { readonly kind: 'tripped'; readonly scope: LimitScope; readonly retryAt: number };

export interface AttemptsOptions {
	readonly store: AttemptStore;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

interface Rule {
	readonly most: number;
	readonly windowMs: number;
}

const minute = 60_000;
const hour = 60 * minute;
const rules: Readonly<Record<LimitScope, readonly Rule[]>> = {
	member: [
		{ most: 5, windowMs: 10 * minute },
		{ most: 20, windowMs: 24 * hour },
	],
	guild: [{ most: 60, windowMs: 10 * minute }],
};

const prefix = 'attempts:';
const countsSchema = z.object({ v: z.literal(1), misses: z.array(z.number()) });

/** Methods reject with what the store rejects with. */
export interface Attempts {
	/** May this member try a code here now? */
	check(guesser: Guesser): Promise<Limit>;
	/** Counts a code that the marketplace has definitely refused. */
	recordMiss(guesser: Guesser): Promise<Miss>;
	/** When the member sent wrong codes, as far as that still counts: milliseconds since the epoch, oldest first. */
	missesOf(userId: string): Promise<readonly number[]>;
	/** Removes the counts in which nothing counts any more. Also done at a miss, once in an hour. */
	prune(): Promise<void>;
}

/**
 * Limits on guessing. Only definite misses count: 5 for a member in 10 minutes, 20 in a day, 60 for a guild in 10
 * minutes, each as a sliding window. Counts lie in the store, so they survive restarts and hold over processes.
 */
export function createAttempts({ store, now }: AttemptsOptions): Attempts {
	let prunedAt = Number.NEGATIVE_INFINITY;

	return {
		async check(guesser) {
			const at = now();
			for (const scope of ['member', 'guild'] as const) {
				const misses = parseMisses(await store.get(keyOf(scope, guesser)));
				const retryAt = limitedUntil(scope, misses, at);
				if (retryAt !== undefined) return { kind: 'limited', scope, retryAt };
			}
			return { kind: 'free' };
		},

		async recordMiss(guesser) {
			const at = now();
			if (at - prunedAt >= hour) {
				prunedAt = at;
				// Nobody waits for it, and where it fails the counts only lie about for an hour more.
				void this.prune().catch(() => {});
			}
			// Both counts, whatever the first one says.
			const member = await addMiss(store, 'member', guesser, at);
			const guild = await addMiss(store, 'guild', guesser, at);
			return member ?? guild ?? { kind: 'counted' };
		},

		async missesOf(userId) {
			const misses = parseMisses(await store.get(memberKey(userId)));
			return stillCounting('member', misses, now());
		},

		async prune() {
			for await (const { key, value } of store.list(prefix)) {
				const scope = key.startsWith(`${prefix}guild:`) ? 'guild' : 'member';
				if (value !== undefined && stillCounting(scope, parseMisses(value), now()).length === 0) {
					// Not removed where a new miss has come meanwhile.
					await store.compareAndSet(key, value, undefined);
				}
			}
		},
	};
}

async function addMiss(
	store: AttemptStore,
	scope: LimitScope,
	guesser: Guesser,
	at: number,
): Promise<Miss | undefined> {
	const misses = await update(store, keyOf(scope, guesser), (current) => {
		const counted = [...stillCounting(scope, parseMisses(current), at), at];
		return { next: { v: 1, misses: counted }, result: counted };
	});
	const reached = rules[scope].some((rule) => within(rule, misses, at).length === rule.most);
	const retryAt = reached ? limitedUntil(scope, misses, at) : undefined;
	return retryAt === undefined ? undefined : { kind: 'tripped', scope, retryAt };
}

function keyOf(scope: LimitScope, { guildId, userId }: Guesser): string {
	return scope === 'member' ? memberKey(userId) : `${prefix}guild:${guildId}`;
}

function memberKey(userId: string): string {
	return `${prefix}member:${userId}`;
}

/** A count that has another shape counts as none: the worst that can follow is a few guesses more. */
function parseMisses(value: unknown): readonly number[] {
	return countsSchema.safeParse(value).data?.misses ?? [];
}

function within(rule: Rule, misses: readonly number[], now: number): readonly number[] {
	return misses.filter((at) => at > now - rule.windowMs);
}

function stillCounting(scope: LimitScope, misses: readonly number[], now: number): readonly number[] {
	const longest = Math.max(...rules[scope].map((rule) => rule.windowMs));
	return misses.filter((at) => at > now - longest);
}

/** When the next try is free again, by the rule that holds longest; undefined where it is free now. */
function limitedUntil(scope: LimitScope, misses: readonly number[], now: number): number | undefined {
	const ends = rules[scope].flatMap((rule) => {
		const counted = within(rule, misses, now).toSorted((a, b) => a - b);
		// As soon as this one falls out of the window, fewer than the limit are left in it.
		const decisive = counted.at(-rule.most);
		return decisive === undefined ? [] : [decisive + rule.windowMs];
	});
	return ends.length === 0 ? undefined : Math.max(...ends);
}
