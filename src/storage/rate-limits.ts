import { z } from 'zod';
import { type Clock, dayMs, minuteMs } from '../base/clock.js';
import { timestamp } from '../base/row-fields.js';
import type { Store, Transaction } from './store.js';
import { defineKind, type RowOf, Table } from './table.js';

interface LimitRule {
	readonly max: number;
	readonly windowMs: number;
	/** How long a count is kept, if a longer window may be asked for. */
	readonly keptMs?: number;
}

/** Sliding windows by kind of action. The id is a Discord snowflake, a claim's hash or a keyed tag. */
const rules = {
	/** Wrong codes and other members' codes, by member. */
	member: [
		{ max: 5, windowMs: 10 * minuteMs },
		{ max: 20, windowMs: dayMs },
	],
	/** Wrong codes, by guild. */
	guild: [{ max: 60, windowMs: 10 * minuteMs }],
	/** Codes that the marketplace was asked about, by member. */
	question: [{ max: 10, windowMs: 10 * minuteMs }],
	/** Requests for items that are not in memory, by member. */
	item: [{ max: 5, windowMs: 10 * minuteMs }],
	/** Staff look-ups of unknown codes, by staff member. */
	lookup: [
		{ max: 10, windowMs: 10 * minuteMs },
		{ max: 30, windowMs: dayMs },
	],
	/** Look-ups of members' purchases, by staff member. */
	whois: [{ max: 30, windowMs: 10 * minuteMs }],
	/** Checks requested by staff, by claim. */
	recheck: [{ max: 1, windowMs: 10 * minuteMs }],
	/** Role checks requested by staff, by guild and member. */
	reconcile: [{ max: 1, windowMs: minuteMs / 2 }],
	/** Disputes, by a keyed tag of the claimant, which survives a deletion of their data. */
	dispute: [{ max: 2, windowMs: 30 * dayMs }],
	/** Requests without a code, by a keyed tag of the member, which survives a deletion of their data. */
	appeal: [{ max: 2, windowMs: 30 * dayMs }],
	/** Purchases given by staff, by staff member. */
	give: [{ max: 10, windowMs: dayMs }],
	/** Items shown to everyone, by channel and member. The channel's slow mode, of up to six hours, can extend it. */
	share: [{ max: 1, windowMs: minuteMs / 2, keptMs: dayMs / 4 }],
	/** Downloads of one's own data, by member. */
	export: [{ max: 1, windowMs: minuteMs }],
	/** Panels posted or changed, by guild. */
	panel: [{ max: 5, windowMs: 10 * minuteMs }],
	/** References stored, by member, so that typing nonsense all day can't fill the store. */
	reference: [{ max: 10, windowMs: 10 * minuteMs }],
	/** Roles created for staff, by guild and setting: longer than a creation takes, so that two clicks never create two. */
	'make-role': [{ max: 1, windowMs: 2 * minuteMs }],
	/** Downloads of the list of purchases, by guild. */
	list: [{ max: 1, windowMs: minuteMs }],
	/** Purchases that the shop no longer lists, all together: at least so many, and more by the number of purchases. */
	revocation: [{ max: 3, windowMs: dayMs }],
	/** Alerts that this limit is reached. */
	'revocation-alert': [{ max: 1, windowMs: dayMs }],
	/** Purchases given up, by member: verifying again afterwards costs a request to the marketplace. */
	unlink: [{ max: 3, windowMs: dayMs }],
} as const satisfies Record<string, readonly LimitRule[]>;

export type LimitScope = keyof typeof rules;

/** By scope and id. A damaged one reads as none: the worst result is a few more tries. */
export const countsKind = defineKind({
	prefix: 'attempts:',
	schema: z.strictObject({ v: z.literal(1), times: z.array(timestamp) }),
	until: ({ times }, id) => Math.max(...times) + maxWindowMs(scopeOf(id)),
});
type Counts = RowOf<typeof countsKind>;

/** Rate limits that survive restarts and apply across processes. All times are milliseconds since the epoch. */
export class Limits {
	readonly #rows: Table<Counts>;
	readonly #clock: Pick<Clock, 'now'>;

	constructor({ store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'now'> }) {
		this.#rows = new Table(countsKind, store, clock);
		this.#clock = clock;
	}

	/** The times that still count, oldest first, and when the next one is allowed: undefined if now. */
	look(scope: LimitScope, id: string, open?: Transaction) {
		return this.#decide(scope, id, open, (times, now) => ({
			result: { times, retryAt: limitedUntil(scope, times, now) },
		}));
	}

	/**
	 * Counts one even beyond the limit. `retryAt`: if this one reached it; `left`: how many remain.
	 * @param open the transaction that it is a part of; default: one of its own
	 */
	note(scope: LimitScope, id: string, open?: Transaction) {
		return this.#decide(scope, id, open, (times, now) => {
			const counted = withOneMore(scope, times, now);
			const room = rules[scope].map((rule) => rule.max - within(rule, counted, now).length);
			const retryAt = room.includes(0) ? limitedUntil(scope, counted, now) : undefined;
			const left = Math.max(0, Math.min(...room));
			return { next: counted, result: { retryAt, left, counted: counted.length } };
		});
	}

	/**
	 * Counts one if it is allowed; else resolves to when the next one is allowed. `open`: as above. `minWindowMs`: the
	 * least window, up to the scope's `keptMs`. `minMax`: the least maximum.
	 */
	take(
		scope: LimitScope,
		id: string,
		{
			open,
			...least
		}: { readonly open?: Transaction; readonly minWindowMs?: number; readonly minMax?: number } = {},
	): Promise<number | undefined> {
		return this.#decide(scope, id, open, (times, now) => {
			const retryAt = limitedUntil(scope, times, now, least);
			const next = retryAt === undefined ? withOneMore(scope, times, now, least.minMax) : undefined;
			return { next, result: retryAt };
		});
	}

	clear(scope: LimitScope, id: string): Promise<unknown> {
		return this.#rows.take(`${scope}:${id}`);
	}

	giveBack(scope: LimitScope, id: string): Promise<unknown> {
		return this.#decide(scope, id, undefined, (times) => ({ next: times.slice(0, -1), result: undefined }));
	}

	/** Decides by the times that still count, and replaces them by `next`. */
	#decide<Result>(
		scope: LimitScope,
		id: string,
		open: Transaction | undefined,
		decide: (times: readonly number[], now: number) => { next?: number[] | undefined; result: Result },
	): Promise<Result> {
		const work = (row: Counts | undefined) => {
			const now = this.#clock.now();
			const since = now - maxWindowMs(scope);
			const { next, result } = decide(row?.times.filter((at) => at > since) ?? [], now);
			return { next: next && (next.length === 0 ? null : { v: 1 as const, times: next }), result };
		};
		return this.#rows.decide(`${scope}:${id}`, work, open);
	}
}

/** An unknown scope, of a later version, gets the longest window, so that nothing is removed early. */
function scopeOf(rowId: string): LimitScope {
	const isScope = (name: string): name is LimitScope => Object.hasOwn(rules, name);
	const name = rowId.split(':')[0] ?? '';
	return isScope(name) ? name : 'dispute';
}

/** Keeps one more than the limit, which shows that the limit was reached before. More are never needed. */
function withOneMore(scope: LimitScope, times: readonly number[], now: number, minMax = 0): number[] {
	const max = Math.max(minMax, ...rules[scope].map((rule) => rule.max));
	return [...times, now].slice(-max - 1);
}

function within(rule: LimitRule, times: readonly number[], now: number): readonly number[] {
	return times.filter((at) => at > now - rule.windowMs);
}

/** When the next try is allowed again, by the strictest rule; undefined if it is allowed now. */
function limitedUntil(
	scope: LimitScope,
	times: readonly number[],
	now: number,
	{ minWindowMs = 0, minMax = 0 } = {},
): number | undefined {
	const ends = rules[scope].flatMap(({ max, windowMs }) => {
		const rule = { max: Math.max(max, minMax), windowMs: Math.max(windowMs, minWindowMs) };
		const counted = within(rule, times, now).toSorted((a, b) => a - b);
		// When this one leaves the window, fewer than the limit remain in it.
		const decisive = counted.at(-rule.max);
		return decisive === undefined ? [] : [decisive + rule.windowMs];
	});
	return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Maximum time for which a count matters, in milliseconds. */
export function maxWindowMs(scope: LimitScope): number {
	const windows: readonly LimitRule[] = rules[scope];
	return Math.max(...windows.map(({ windowMs, keptMs = windowMs }) => keptMs));
}
