import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import { optionalNumber, snowflake, timestamp } from '../base/row-fields.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import type { Follow } from '../claims/claim-records.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ListedStore, Transaction } from '../storage/store.js';

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

const laterPrefix = 'grant-later:';
/** Members who wait for their row. */
export const laterSchema = z.object({
	v: z.literal(1),
	targets: z.array(z.object({ guildId: snowflake, userId: snowflake })),
});
/** A commit has room for as many requests, and notices to fifty holders. */
const maxInCommit = 40;

/** The mark of an unreadable entry: its key still names a waiting member. */
const unreadable = 0;

/** Maximum time for which a call from before a change may still arrive. */
const graceMs = 5 * 60_000;

const postponedMs = 60 * 60_000;

export interface RecordedRequest {
	readonly target: MemberRef;
	/** Identifies the request: `settle` leaves a newer one alone. */
	readonly mark: number;
	/** An earlier request is due, in this process or another: its calls may be in flight. */
	readonly isSecond: boolean;
}

/** Members who wait for their roles, across restarts. The plan isn't stored but made from the current claims. */
export class GrantOutbox {
	readonly #store: ListedStore;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #clockGuard: Pick<ClockGuard, 'isTrusted'> | undefined;
	#listener: (request: RecordedRequest) => void = () => {};

	/**
	 * @param clockGuard while the clock is not trusted, no final check is due: the call that it is for may still arrive
	 */
	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, clockGuard?: Pick<ClockGuard, 'isTrusted'>) {
		this.#store = store;
		this.#clock = clock;
		this.#clockGuard = clockGuard;
	}

	/**
	 * The role syncs that follow from a change of claims, in its commit: a claim counts in every served guild. They are
	 * checked once more after some minutes, for a call from before the change that arrives late.
	 */
	follow(served: Pick<ServedGuilds, 'ids'>): Follow {
		return async (tx, userIds) => {
			const targets = [...new Set(userIds)].flatMap((userId) =>
				served.ids.map((guildId) => ({ guildId, userId })),
			);
			const requests = await this.requestAllIn(tx, targets);
			return () => {
				this.tell(requests);
				// If it fails, the next look for waiting members goes on.
				if (requests.length < targets.length) this.goOn().catch(() => {});
			};
		};
	}

	/**
	 * Requests for all holders of a changed claim, each checked again. A transaction has no room for many: the rest is in a
	 * row that `goOn` works off.
	 */
	private async requestAllIn(
		tx: Transaction,
		targets: readonly MemberRef[],
	): Promise<readonly RecordedRequest[]> {
		const later = targets.slice(maxInCommit);
		if (later.length > 0)
			tx.put(laterPrefix + randomBytes(9).toString('base64url'), { v: 1, targets: later });
		return await Promise.all(
			targets.slice(0, maxInCommit).map((target) => this.requestIn(tx, target, { isCheckedAgain: true })),
		);
	}

	/** Requests what commits had no room for. */
	private async goOn(): Promise<void> {
		for (let isOver = false; !isOver; ) {
			isOver = true;
			for await (const { key, value } of this.#store.list(laterPrefix)) {
				isOver = false;
				const requests = await this.#store.transact(async (tx) => {
					// A damaged row goes: who lacks a role is found by the sweep of all members.
					const row = value === undefined ? undefined : laterSchema.safeParse(await tx.get(key)).data;
					tx.remove(key);
					return row === undefined ? [] : await this.requestAllIn(tx, row.targets);
				});
				this.tell(requests);
			}
		}
	}

	/** Who works on requests that are recorded in commits. */
	onRecorded(listener: (request: RecordedRequest) => void): void {
		this.#listener = listener;
	}

	/** Call after the commit. */
	tell(requests: readonly RecordedRequest[]): void {
		for (const request of requests) this.#listener(request);
	}

	/** Requests a sync with the current claims. */
	async recordRequest(target: MemberRef): Promise<RecordedRequest> {
		return await this.#store.transact((tx) => this.requestIn(tx, target));
	}

	/**
	 * Requests a sync with the claims of a commit. `isCheckedAgain`: the entry stays for some minutes after it is settled,
	 * so that an earlier call that arrives late leaves no role behind.
	 */
	async requestIn(
		tx: Transaction,
		target: MemberRef,
		{ isCheckedAgain = false } = {},
	): Promise<RecordedRequest> {
		return (await this.readIn(tx, target, { isCheckedAgain }))();
	}

	/** Reads what `requestIn` reads; the result then requests the sync. */
	async readIn(
		tx: Transaction,
		target: MemberRef,
		{ isCheckedAgain = false } = {},
	): Promise<() => RecordedRequest> {
		const current = await tx.get(keyOf(target));
		const known = parse(current);
		const until = isCheckedAgain ? this.#clock.now() + graceMs : this.keptUntil(known);
		const next: GrantRow = { v: 1, mark: this.nextMark(known), until };
		return () => {
			tx.put(keyOf(target), next);
			return { target, mark: next.mark, isSecond: current !== undefined && this.isDue(known) };
		};
	}

	/** Removes the entry, or keeps it for a final check; false if a newer request has arrived. */
	async settle(target: MemberRef, mark: number): Promise<boolean> {
		return await this.swapEntry(target, mark, (known) =>
			known !== undefined && this.keptUntil(known) !== undefined ? { ...known, isDone: true } : undefined,
		);
	}

	/** Nothing more can be done now: keeps the entry and checks it again in an hour. */
	async postpone(target: MemberRef, mark: number): Promise<boolean> {
		const until = this.#clock.now() + postponedMs;
		return await this.swapEntry(target, mark, (known) => known && { ...known, isDone: true, until });
	}

	/** @returns true if the member still waits for roles in the guild */
	async has(target: MemberRef): Promise<boolean> {
		const current = await this.#store.get(keyOf(target));
		return current !== undefined && parse(current)?.isDone !== true;
	}

	/** Yields every target that is due now, from this process or an earlier one, with its mark. */
	async *waiting(): AsyncGenerator<MemberRef & { readonly mark: number }> {
		await this.goOn();
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
		return await this.#store.transact(async (tx) => {
			const current = await tx.get(keyOf(target));
			const known = parse(current);
			if (current === undefined || (known?.mark ?? unreadable) !== mark) return false;
			const row = next(known);
			if (row === undefined) tx.remove(keyOf(target));
			else tx.put(keyOf(target), row);
			return true;
		});
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
