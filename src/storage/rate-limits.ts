import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import type { Store } from './store.js';
import { type ListedStore, update } from './update.js';

interface LimitRule {
	readonly most: number;
	readonly windowMs: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** What is limited, each as a sliding window, and by whose id: a Discord snowflake, or a claim's hash. */
const rules = {
	/** Wrong codes and codes of others, by member. */
	member: [
		{ most: 5, windowMs: 10 * minute },
		{ most: 20, windowMs: day },
	],
	/** Wrong codes, by guild. */
	guild: [{ most: 60, windowMs: 10 * minute }],
	/** Codes that the marketplace was asked about, by member. */
	question: [{ most: 10, windowMs: 10 * minute }],
	/** Ids of items that are not in memory, by member. */
	item: [{ most: 5, windowMs: 10 * minute }],
	/** Codes that staff looked up and nobody knows, by member of staff. */
	lookup: [
		{ most: 10, windowMs: 10 * minute },
		{ most: 30, windowMs: day },
	],
	/** Members whose purchases staff looked at, by member of staff. */
	whois: [{ most: 30, windowMs: 10 * minute }],
	/** Checks that staff asked for, by claim. */
	recheck: [{ most: 1, windowMs: 10 * minute }],
	/** Looks at a member's roles that staff asked for, by guild and member. */
	reconcile: [{ most: 1, windowMs: minute / 2 }],
	/** Purchases that staff gave, by member of staff. */
	give: [{ most: 10, windowMs: day }],
	/** Purchases let go of, by member: verifying again afterwards costs a request to the marketplace. */
	unlink: [{ most: 3, windowMs: day }],
} as const satisfies Record<string, readonly LimitRule[]>;

export type LimitScope = keyof typeof rules;

const prefix = 'attempts:';
/** Rows of this scope have a prefix and a field of their own: other versions of the bot read and write them so. */
const unlinkPrefix = 'unlinks:';
export const countsSchema = z.union([
	z.object({ v: z.literal(1), misses: z.array(timestamp) }).transform(({ misses }) => misses),
	z.object({ v: z.literal(1), times: z.array(timestamp) }).transform(({ times }) => times),
]);

interface Counter {
	readonly scope: LimitScope;
	readonly id: string;
}

/** A counter as it was read. */
interface CountedTry {
	/** When the next one is free again; undefined if it is free now. */
	readonly retryAt: number | undefined;
	/** The times that still count, oldest first. */
	readonly times: readonly number[];
}

/**
 * Counts in the store, so that they survive restarts and hold over processes. A count from the future, as a clock
 * leaves it that was wrong, counts as from now: nobody waits longer than a window for it. All times are milliseconds
 * since the epoch. Methods reject with what the store rejects with.
 */
export interface Limits {
	/** When the next one is free again; undefined where it is free now. */
	retryAt(scope: LimitScope, id: string): Promise<number | undefined>;
	/** Several counters in one request. */
	look(counters: readonly Counter[]): Promise<readonly CountedTry[]>;
	/** Counts one even beyond the limit; `retryAt` where exactly this one has reached it, `left`: how many more fit. */
	note(
		scope: LimitScope,
		id: string,
	): Promise<{ readonly retryAt: number | undefined; readonly left: number }>;
	/** Counts one where it is free, atomically; undefined then, else when the next one is free. */
	take(scope: LimitScope, id: string): Promise<number | undefined>;
	/** Forgets all of one's. */
	clear(scope: LimitScope, id: string): Promise<void>;
	/** Takes the latest one back. */
	giveBack(scope: LimitScope, id: string): Promise<void>;
	/** What still counts, oldest first. */
	times(scope: LimitScope, id: string): Promise<readonly number[]>;
	/** Removes the counters that have expired. */
	prune(): Promise<void>;
}

/** A store of counters. */
export type LimitStore = ListedStore & Pick<Store, 'getMany'>;

/** The limits over a store. `now`: milliseconds since the epoch. */
export function createLimits({ store, now }: { store: LimitStore; now: () => number }): Limits {
	async function times(scope: LimitScope, id: string): Promise<readonly number[]> {
		return await timesOf(scope, id, await store.get(keyOf(scope, id)));
	}

	async function timesOf(scope: LimitScope, id: string, row: unknown): Promise<readonly number[]> {
		const at = now();
		const stored = timesIn(row);
		if (stored.every((time) => time <= at)) return stillCounting(scope, stored, at);
		// Written back, or each look would count it from its own moment again.
		return await update(store, keyOf(scope, id), (current) => {
			const counted = stillCounting(scope, timesIn(current), at);
			return { next: rowOf(scope, counted), result: counted };
		});
	}

	async function pruneUnder(keyPrefix: string): Promise<void> {
		for await (const { key, value } of store.list(keyPrefix)) {
			const scope = scopeOf(key);
			const isOver = (row: unknown): boolean => stillCounting(scope, timesIn(row), now()).length === 0;
			if (value === undefined || !isOver(value)) continue;
			// Not removed where a new one has come meanwhile.
			await update(store, key, (current) =>
				isOver(current) ? { next: undefined, result: undefined } : { result: undefined },
			);
		}
	}

	return {
		times,

		async retryAt(scope, id) {
			return limitedUntil(scope, await times(scope, id), now());
		},

		async look(counters) {
			const rows = await store.getMany(counters.map(({ scope, id }) => keyOf(scope, id)));
			return await Promise.all(
				counters.map(async ({ scope, id }, index) => {
					const times = await timesOf(scope, id, rows[index]);
					return { times, retryAt: limitedUntil(scope, times, now()) };
				}),
			);
		},

		async note(scope, id) {
			const at = now();
			const count = (current: unknown) => {
				const next = withOneMore(scope, timesIn(current), at);
				return { next: rowOf(scope, next), result: next };
			};
			const counted = await update(store, keyOf(scope, id), count);
			const room = rules[scope].map((rule) => rule.most - within(rule, counted, at).length);
			const retryAt = room.includes(0) ? limitedUntil(scope, counted, at) : undefined;
			return { retryAt, left: Math.max(0, Math.min(...room)) };
		},

		async take(scope, id) {
			const at = now();
			return await update(store, keyOf(scope, id), (current) => {
				const counted = stillCounting(scope, timesIn(current), at);
				const retryAt = limitedUntil(scope, counted, at);
				// The counted ones are written as well: they may have come from the future.
				const next = retryAt === undefined ? withOneMore(scope, counted, at) : counted;
				return { next: rowOf(scope, next), result: retryAt };
			});
		},

		async giveBack(scope, id) {
			await update(store, keyOf(scope, id), (current) => {
				const left = stillCounting(scope, timesIn(current), now()).slice(0, -1);
				return { next: left.length === 0 ? undefined : rowOf(scope, left), result: undefined };
			});
		},

		async clear(scope, id) {
			await update(store, keyOf(scope, id), () => ({ next: undefined, result: undefined }));
		},

		async prune() {
			for (const each of [prefix, unlinkPrefix]) await pruneUnder(each);
		},
	};
}

function keyOf(scope: LimitScope, id: string): string {
	return scope === 'unlink' ? unlinkPrefix + id : `${prefix}${scope}:${id}`;
}

/** For an unknown scope, as of a later version, the longest-lived one, so that nothing is removed early. */
function scopeOf(key: string): LimitScope {
	if (key.startsWith(unlinkPrefix)) return 'unlink';
	const name = key.slice(prefix.length).split(':')[0] ?? '';
	return isScope(name) ? name : 'member';
}

function isScope(name: string): name is LimitScope {
	return Object.hasOwn(rules, name);
}

/** A count that has another shape counts as none: the worst that can follow is a few tries more. */
function timesIn(value: unknown): readonly number[] {
	return countsSchema.safeParse(value).data ?? [];
}

function rowOf(scope: LimitScope, times: readonly number[]) {
	return scope === 'unlink' ? { v: 1, times } : { v: 1, misses: times };
}

function stillCounting(scope: LimitScope, times: readonly number[], now: number): readonly number[] {
	const longest = Math.max(...rules[scope].map((rule) => rule.windowMs));
	return times.map((at) => Math.min(at, now)).filter((at) => at > now - longest);
}

/** Keeps one more than the limit, which shows that it was reached before. More are never needed. */
function withOneMore(scope: LimitScope, times: readonly number[], now: number): readonly number[] {
	const most = Math.max(...rules[scope].map((rule) => rule.most));
	return [...stillCounting(scope, times, now), now].slice(-most - 1);
}

function within(rule: LimitRule, times: readonly number[], now: number): readonly number[] {
	return times.filter((at) => at > now - rule.windowMs);
}

/** When the next try is free again, by the rule that holds longest; undefined where it is free now. */
function limitedUntil(scope: LimitScope, times: readonly number[], now: number): number | undefined {
	const ends = rules[scope].flatMap((rule) => {
		const counted = within(rule, times, now).toSorted((a, b) => a - b);
		// As soon as this one falls out of the window, fewer than the limit are left in it.
		const decisive = counted.at(-rule.most);
		return decisive === undefined ? [] : [decisive + rule.windowMs];
	});
	return ends.length === 0 ? undefined : Math.max(...ends);
}

/** For how long a count matters at most. Milliseconds. */
export function longestWindow(scope: LimitScope): number {
	return Math.max(...rules[scope].map((rule) => rule.windowMs));
}
