import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { type Change, type ListedStore, update } from '../storage/update.js';

const prefix = 'grant:';
/** A waiting member. The key holds the guild's and the member's id. */
export const grantSchema = z.object({
	v: z.literal(1),
	/** The time of the request, or later: see `#nextMark`. */
	mark: timestamp,
	/** The entry stays at least until then (milliseconds since the epoch). */
	until: optionalNumber(timestamp),
	/** Fulfilled once; checked again after `until`. */
	isDone: z.boolean().optional(),
});
type GrantRow = z.infer<typeof grantSchema>;

/** The mark of an unreadable entry: its key still names a waiting member. */
const unreadable = 0;

/** Maximum duration of an announced change, and of earlier calls that may still arrive. */
const graceMs = 5 * 60_000;

const postponedMs = 60 * 60_000;

/** Entries that can be settled without a read: enough for a burst. */
const maxRemembered = 1_000;

export interface RecordedRequest {
	/** Identifies the request: `settle` and `withdraw` leave a newer one alone. */
	readonly mark: number;
	/** An earlier request is due, in this process or another: its calls may be in flight. */
	readonly isSecond: boolean;
	/** The entry existed only for a final check that was not due yet. `withdraw` restores that check. */
	readonly isBeforeCheck?: boolean;
}

/** Members who wait for their roles, across restarts. The plan isn't stored but made from the current claims. */
export class GrantOutbox {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #clockGuard: Pick<ClockGuard, 'isTrusted'> | undefined;
	/** This process's latest writes for waiting members. If another process has written since, the entry is read again. */
	readonly #written = new Map<string, GrantRow>();

	/**
	 * @param clockGuard while the clock is not trusted, no final check is due: the call that it is for may still arrive
	 */
	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, clockGuard?: Pick<ClockGuard, 'isTrusted'>) {
		this.#store = store;
		this.#clock = clock;
		this.#clockGuard = clockGuard;
	}

	/**
	 * Announces a change of claims after which the member's roles must be checked: call it before the change, and the
	 * queue's `request` after it. The entry stays for some minutes after it is settled, so that neither a crash between
	 * the two calls nor a late earlier call leaves a role behind. Returns its mark.
	 */
	async record(target: MemberRef): Promise<number> {
		return await update(this.#store, keyOf(target), (current) => {
			const mark = this.nextMark(parse(current));
			return { next: { v: 1, mark, until: this.#clock.now() + graceMs } satisfies GrantRow, result: mark };
		});
	}

	/** Requests a sync with the current claims. */
	async recordRequest(target: MemberRef): Promise<RecordedRequest> {
		const key = keyOf(target);
		const renewed = (current: unknown) => {
			const known = parse(current);
			const next: GrantRow = { v: 1, mark: this.nextMark(known), until: this.keptUntil(known) };
			const isFirst = current === undefined;
			return { next, result: { next, isFirst, isSecond: !isFirst && this.isDue(known) } };
		};
		const { next, isFirst, isSecond } = await update(this.#store, key, renewed);
		this.#written.set(key, next);
		for (const oldest of this.#written.keys()) {
			if (this.#written.size <= maxRemembered) break;
			this.#written.delete(oldest);
		}
		return { mark: next.mark, isSecond, ...(!isFirst && !isSecond && { isBeforeCheck: true }) };
	}

	/** Withdraws a request for a change that did not happen. Earlier requests and final checks stay due. */
	async withdraw(target: MemberRef, { mark, isSecond, isBeforeCheck }: RecordedRequest): Promise<void> {
		if (isSecond) return;
		const next = (known: GrantRow | undefined) =>
			isBeforeCheck ? known && { ...known, isDone: true } : undefined;
		await this.swapEntry(target, mark, next);
	}

	/** Removes the entry, or keeps it for a final check; false if a newer request has arrived. */
	async settle(target: MemberRef, mark: number): Promise<boolean> {
		return await this.swapEntry(target, mark, (known) =>
			known !== undefined && this.keptUntil(known) !== undefined ? { ...known, isDone: true } : undefined,
		);
	}

	/** Nothing more can be done now: keeps the entry and checks it again in an hour. */
	async postpone(target: MemberRef, mark: number): Promise<boolean> {
		return await update(this.#store, keyOf(target), (current) => {
			const known = parse(current);
			if (known?.mark !== mark) return { result: false };
			return { next: { ...known, isDone: true, until: this.#clock.now() + postponedMs }, result: true };
		});
	}

	/** @returns true if the member still waits for roles in the guild */
	async has(target: MemberRef): Promise<boolean> {
		const current = await this.#store.get(keyOf(target));
		return current !== undefined && parse(current)?.isDone !== true;
	}

	/** Yields every target that is due now, from this process or an earlier one, with its mark. */
	async *waiting(): AsyncGenerator<MemberRef & { readonly mark: number }> {
		for await (const { key, value } of this.#store.list(prefix)) {
			const [guildId, userId] = key.slice(prefix.length).split(':');
			const entry = parse(value);
			if (guildId && userId && this.isDue(entry)) yield { guildId, userId, mark: entry?.mark ?? unreadable };
		}
	}

	/** Counts a guild's members who lack roles that follow from their claims, including postponed ones. */
	async waitingIn(guildId: string): Promise<number> {
		let count = 0;
		for await (const { value } of this.#store.list(`${prefix}${guildId}:`)) {
			const entry = parse(value);
			// Entries that only await their final check have their roles. That takes minutes, a postponed one an hour.
			const isPostponed = (entry?.until ?? 0) > this.#clock.now() + graceMs;
			if (entry?.isDone !== true || isPostponed) count += 1;
		}
		return count;
	}

	/** Replaces the entry, or removes it for undefined; false if a newer request has arrived. */
	private async swapEntry(
		target: MemberRef,
		mark: number,
		next: (known: GrantRow | undefined) => GrantRow | undefined,
	): Promise<boolean> {
		const key = keyOf(target);
		const written = this.#written.get(key);
		this.#written.delete(key);
		const change = (current: unknown): Change<boolean> => {
			const known = parse(current);
			if (current === undefined || (known?.mark ?? unreadable) !== mark) return { result: false };
			return { next: next(known), result: true };
		};
		return await update(this.#store, key, change, written?.mark === mark ? { value: written } : undefined);
	}

	/** @returns false if the entry is fulfilled and waits for its final check */
	private isDue(entry: GrantRow | undefined): boolean {
		return entry?.isDone !== true || this.keptUntil(entry) === undefined;
	}

	/** A mark only has to differ from earlier ones; the clock may stand still or step back. */
	private nextMark(known: GrantRow | undefined): number {
		return Math.max(this.#clock.now(), (known?.mark ?? 0) + 1);
	}

	/** The time until which the entry must stay; undefined if it need not stay. */
	private keptUntil({ until = 0 }: Partial<GrantRow> = {}): number | undefined {
		const isKept = until > this.#clock.now() || (until > 0 && this.#clockGuard?.isTrusted() === false);
		return isKept ? until : undefined;
	}
}

function parse(stored: unknown): GrantRow | undefined {
	return grantSchema.safeParse(stored).data;
}

function keyOf({ guildId, userId }: MemberRef): string {
	return `${prefix}${guildId}:${userId}`;
}
