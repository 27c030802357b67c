import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Time } from '../base/clock.js';
import { type MemberRef, optionalNumber, snowflake, timestamp } from '../base/row-fields.js';
import type { Follow } from '../claims/claim-records.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import type { Store, Transaction } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';

/** A member whose roles have to be compared with their claims: by guild and member. */
export const syncKind = defineKind({
	prefix: 'sync:',
	schema: z.object({
		v: z.literal(1),
		/** Identifies the request. A newer one has a higher number. */
		revision: timestamp,
		/** Not before then (milliseconds since the epoch). Default: now. */
		due: optionalNumber(timestamp),
		/** After a success it is due once more then, for a call from before the change that arrives late. */
		again: optionalNumber(timestamp),
	}),
});
type SyncRow = RowOf<typeof syncKind>;

/** Members whose rows a commit had no room for. If it is damaged, the drift check finds them. */
export const syncLaterKind = defineKind({
	prefix: 'sync-later:',
	schema: z.object({
		v: z.literal(1),
		targets: z.array(z.object({ guildId: snowflake, userId: snowflake })),
	}),
});
/** A commit has room for as many requests, and notices to fifty holders. */
const maxInCommit = 40;

/** Maximum time for which a call from before a change may still arrive. */
const graceMs = 5 * 60_000;
const postponedMs = 60 * 60_000;

export interface SyncRequest {
	readonly target: MemberRef;
	readonly revision: number;
	/** No other request was open: roles that were seen just before still count. */
	readonly isNew: boolean;
}

/** Members whose roles have to be synced, across restarts. The plan isn't stored but made from the current claims. */
export class SyncRows {
	readonly #store: Store;
	readonly #rows: Table<SyncRow>;
	readonly #later: Table<RowOf<typeof syncLaterKind>>;
	readonly #clock: Time;
	#listener: (request: SyncRequest) => void = () => {};

	/** @param clock while it is not trusted, no row that waits for a time is due */
	constructor(store: Store, clock: Time) {
		this.#store = store;
		this.#rows = new Table(syncKind, store);
		this.#later = new Table(syncLaterKind, store);
		this.#clock = clock;
	}

	/** The syncs that follow from a change of claims, in its commit: a claim counts in every served guild. */
	follow(served: ServedGuilds): Follow {
		return async (tx, userIds) => {
			const targets = [...new Set(userIds)].flatMap((userId) =>
				served.ids.map((guildId) => ({ guildId, userId })),
			);
			const requests = await this.#requestAllIn(tx, targets);
			return () => {
				this.tell(requests);
				// If it fails, the next look for due rows goes on.
				if (requests.length < targets.length) this.#goOn().catch(() => {});
			};
		};
	}

	/** A transaction has no room for many: the rest is in a row that `goOn` works off. */
	async #requestAllIn(tx: Transaction, targets: readonly MemberRef[]): Promise<readonly SyncRequest[]> {
		const later = targets.slice(maxInCommit);
		if (later.length > 0) this.#later.put(tx, randomBytes(9).toString('base64url'), { v: 1, targets: later });
		const requests = targets.slice(0, maxInCommit).map((target) => this.readIn(tx, target, true));
		return (await Promise.all(requests)).map((request) => request());
	}

	async #goOn(): Promise<void> {
		for (let isOver = false; !isOver; ) {
			isOver = true;
			for await (const { id, row } of this.#later.all()) {
				isOver = false;
				const requests = await this.#store.transact(async (tx) => {
					const isThere = (await this.#later.get(id, tx)) !== undefined;
					this.#later.remove(tx, id);
					return isThere ? await this.#requestAllIn(tx, row.targets) : [];
				});
				this.tell(requests);
			}
		}
	}

	/** Who works on requests that are recorded in commits. */
	onRecorded(listener: (request: SyncRequest) => void): void {
		this.#listener = listener;
	}

	/** Call after the commit. */
	tell(requests: readonly SyncRequest[]): void {
		for (const request of requests) this.#listener(request);
	}

	/** Requests a sync with the current claims. */
	async request(target: MemberRef): Promise<SyncRequest> {
		return await this.#store.transact(async (tx) => (await this.readIn(tx, target))());
	}

	/** Reads what a request needs; the result makes it. `isCheckedAgain`: also some minutes after the success. */
	async readIn(tx: Transaction, target: MemberRef, isCheckedAgain = false): Promise<() => SyncRequest> {
		const id = idOf(target);
		const known = await this.#rows.get(id, tx);
		const now = this.#clock.now();
		// It only has to differ from earlier ones.
		const revision = Math.max(now, (known?.revision ?? 0) + 1);
		const again = isCheckedAgain ? now + graceMs : (known?.again ?? known?.due);
		return () => {
			this.#rows.put(tx, id, { v: 1, revision, again });
			return { target, revision, isNew: known === undefined };
		};
	}

	/** The sync has succeeded. `isLeftBehind`: it is repeated in an hour. @returns false if there is a newer request */
	async settle(target: MemberRef, revision: number, isLeftBehind = false): Promise<boolean> {
		const id = idOf(target);
		const work = async (tx: Transaction): Promise<boolean> => {
			const row = await this.#rows.get(id, tx);
			if (row?.revision !== revision) return false;
			// Another process may have settled the same request: the check after it stays.
			const later = row.again ?? (this.#isDue(row) ? undefined : row.due);
			const due = isLeftBehind ? this.#clock.now() + postponedMs : later;
			if (due === undefined) this.#rows.remove(tx, id);
			else this.#rows.put(tx, id, { v: 1, revision, due });
			return true;
		};
		// A buyer's row, which needn't be read.
		const presumed = [[syncKind.prefix + id, { v: 1, revision }]] as const;
		return await this.#store.transact(work, { presumed });
	}

	/** @returns true if the member still waits for roles in the guild */
	async isWaiting(target: MemberRef): Promise<boolean> {
		return this.#isDue(await this.#rows.get(idOf(target)));
	}

	/** The requests that are due, of one guild or of all. */
	async *due(guildId?: string): AsyncGenerator<SyncRequest> {
		await this.#goOn();
		for await (const { id, row } of this.#rows.all(guildId && `${guildId}:`)) {
			if (this.#isDue(row)) yield { target: targetOf(id), revision: row.revision, isNew: false };
		}
	}

	/** Every member with a request, also with a postponed one. Writes nothing. */
	async *requested(): AsyncGenerator<MemberRef> {
		for await (const { id } of this.#rows.all()) yield targetOf(id);
		for await (const { row } of this.#later.all()) yield* row.targets;
	}

	/** Counts a guild's members who lack roles that follow from their claims, including postponed ones. */
	async waitingIn(guildId: string): Promise<number> {
		let count = 0;
		for await (const { row } of this.#rows.all(`${guildId}:`)) {
			// A check after a success takes minutes, a postponed one an hour.
			if (this.#isDue(row) || (row.due ?? 0) > this.#clock.now() + graceMs) count += 1;
		}
		return count;
	}

	#isDue(row: SyncRow | undefined): boolean {
		if (row?.due === undefined) return row !== undefined;
		return row.due <= this.#clock.now() && this.#clock.isTrusted?.() !== false;
	}
}

function idOf({ guildId, userId }: MemberRef): string {
	return `${guildId}:${userId}`;
}

function targetOf(id: string): MemberRef {
	const [guildId = '', userId = ''] = id.split(':');
	return { guildId, userId };
}
