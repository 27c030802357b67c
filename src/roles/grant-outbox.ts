import { z } from 'zod';
import type { MemberRef } from '../base/member-ref.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { type Change, type ListedStore, update } from '../storage/update.js';

const prefix = 'grant:';
/** A member who waits, under `grant:`, the guild's and the member's id. */
export const grantSchema = z.object({
	v: z.literal(1),
	/** When it was asked for, or later: see `#nextMark`. */
	mark: timestamp,
	/** The request stays at least until then (milliseconds since the epoch). */
	until: optionalNumber(timestamp),
	/** It was fulfilled once and is checked again after `until`. */
	isDone: z.boolean().optional(),
});
type GrantRow = z.infer<typeof grantSchema>;

/** The mark of an unreadable entry: its key still names a waiting member. */
const unreadable = 0;

/**
 * How long an announced change may take, and a call that was sent before it may still be under way: from a killed
 * process, or one that Discord answered too late.
 */
const graceMs = 5 * 60_000;

const postponedMs = 60 * 60_000;

/** Entries that are settled without being read first: those of a burst. */
const mostRemembered = 1_000;

export interface RecordedRequest {
	/** Identifies the request: `settle` and `withdraw` leave a newer one alone. */
	readonly mark: number;
	/** An earlier request is due, in this process or another: its calls may be in flight. */
	readonly isSecond: boolean;
	/** The entry existed only for a final check that was not due yet. `withdraw` brings that check back. */
	readonly isBeforeCheck?: boolean;
}

/**
 * Which members still wait for their roles, kept in the store so that a restart forgets nobody. An entry says only
 * who: the roles follow from the claims when they are given, so a newer request never meets an older plan.
 */
export class GrantOutbox {
	readonly #store: ListedStore;
	readonly #now: () => number;
	readonly #clockGuard: Pick<ClockGuard, 'isTrusted'> | undefined;
	/** What this process has written last for those who still wait: read again where another has written since. */
	readonly #written = new Map<string, GrantRow>();

	/** @param clockGuard by a clock that is off, no final check is due: the call that it is for may still arrive. */
	constructor(store: ListedStore, now: () => number, clockGuard?: Pick<ClockGuard, 'isTrusted'>) {
		this.#store = store;
		this.#now = now;
		this.#clockGuard = clockGuard;
	}

	/**
	 * Announces a change of claims after which the member's roles have to be checked: call it before the change, and
	 * the queue's `request` after it. The entry is kept for some minutes after it is settled, so that neither a kill
	 * between the two calls nor an earlier call that arrives late leaves a role behind. Returns its mark.
	 */
	async record(target: MemberRef): Promise<number> {
		return await update(this.#store, keyOf(target), (current) => {
			const mark = this.nextMark(parse(current));
			return { next: { v: 1, mark, until: this.#now() + graceMs } satisfies GrantRow, result: mark };
		});
	}

	/** Asks for the roles as the claims are now. */
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
			if (this.#written.size <= mostRemembered) break;
			this.#written.delete(oldest);
		}
		return { mark: next.mark, isSecond, ...(!isFirst && !isSecond && { isBeforeCheck: true }) };
	}

	/**
	 * Takes a request back, which was made for a change that did not happen. What the entry owed before stays: an earlier
	 * request stays open, and a final check stays due at its time, even if that has passed since.
	 */
	async withdraw(target: MemberRef, { mark, isSecond, isBeforeCheck }: RecordedRequest): Promise<void> {
		if (isSecond) return;
		const next = (known: GrantRow | undefined) =>
			isBeforeCheck ? known && { ...known, isDone: true } : undefined;
		await this.swapEntry(target, mark, next);
	}

	/**
	 * The request with this mark is fulfilled: removes the entry, or keeps it for a final check if a change was
	 * announced. False: a newer request has arrived since, and may be settled already.
	 */
	async settle(target: MemberRef, mark: number): Promise<boolean> {
		return await this.swapEntry(target, mark, (known) =>
			known !== undefined && this.keptUntil(known) !== undefined ? { ...known, isDone: true } : undefined,
		);
	}

	/** Nothing more can be done for the request now: it stays and is checked again in an hour. */
	async postpone(target: MemberRef, mark: number): Promise<boolean> {
		return await update(this.#store, keyOf(target), (current) => {
			const known = parse(current);
			if (known?.mark !== mark) return { result: false };
			return { next: { ...known, isDone: true, until: this.#now() + postponedMs }, result: true };
		});
	}

	/** Whether the member still waits for roles in the guild. */
	async has(target: MemberRef): Promise<boolean> {
		const current = await this.#store.get(keyOf(target));
		return current !== undefined && parse(current)?.isDone !== true;
	}

	/** Every target that is due now, from this process or an earlier one, with its mark. */
	async *waiting(): AsyncGenerator<MemberRef & { readonly mark: number }> {
		for await (const { key, value } of this.#store.list(prefix)) {
			const [guildId, userId] = key.slice(prefix.length).split(':');
			const entry = parse(value);
			if (guildId && userId && this.isDue(entry)) yield { guildId, userId, mark: entry?.mark ?? unreadable };
		}
	}

	/** How many members of a guild are without roles that follow from their claims, also where nothing can be done now. */
	async waitingIn(guildId: string): Promise<number> {
		let count = 0;
		for await (const { value } of this.#store.list(`${prefix}${guildId}:`)) {
			const entry = parse(value);
			// What is only checked a last time is given: that takes minutes, and a postponed request an hour.
			const isPostponed = (entry?.until ?? 0) > this.#now() + graceMs;
			if (entry?.isDone !== true || isPostponed) count += 1;
		}
		return count;
	}

	/** Replaces the entry (undefined: removes it) unless a newer request has arrived. @returns whether it did */
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

	/** False if the entry is fulfilled and waits for its final check. */
	private isDue(entry: GrantRow | undefined): boolean {
		return entry?.isDone !== true || this.keptUntil(entry) === undefined;
	}

	/** A mark only has to differ from the ones before it; the clock may stand still or step back. */
	private nextMark(known: GrantRow | undefined): number {
		return Math.max(this.#now(), (known?.mark ?? 0) + 1);
	}

	/** Until when the entry stays, whatever becomes of it; undefined: no longer. */
	private keptUntil({ until = 0 }: Partial<GrantRow> = {}): number | undefined {
		const isKept = until > this.#now() || (until > 0 && this.#clockGuard?.isTrusted() === false);
		return isKept ? until : undefined;
	}
}

function parse(stored: unknown): GrantRow | undefined {
	return grantSchema.safeParse(stored).data;
}

function keyOf({ guildId, userId }: MemberRef): string {
	return `${prefix}${guildId}:${userId}`;
}
