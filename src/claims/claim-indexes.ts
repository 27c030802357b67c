import { z } from 'zod';
import { dayMs } from '../base/clock.js';
import { knownEnd } from '../base/purchase-fields.js';
import type { Store, Transaction } from '../storage/store.js';
import { defineKind } from '../storage/table.js';
import { isByStaff } from './changes.js';
import { type ClaimEvent, type ClaimRecord, claimKey, type Holder } from './record.js';

// Claims are found by their members and by the day on which their support ends. Each entry is a row of its own, written
// in the commit of its claim, so that both always agree.

export const memberPrefix = 'member:';
export const allDuePrefix = 'due:';

export function memberEntryPrefix(userId: string): string {
	return `${memberPrefix}${userId}:`;
}

/** The prefixes of the entries of the UTC days between the two times (`until` excluded), day by day. */
export function* duePrefixesBetween(from: number, until: number): Generator<string> {
	for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) yield duePrefix(day);
}

/** `due:YYYY-MM-DD:`, in UTC. */
function duePrefix(time: number): string {
	return `${allDuePrefix}${new Date(time).toISOString().slice(0, -'T00:00:00.000Z'.length)}:`;
}

/** An entry says all in its key. */
const entrySchema = z.strictObject({});
export const memberEntryKind = defineKind({ prefix: memberPrefix, schema: entrySchema });
export const dueEntryKind = defineKind({ prefix: allDuePrefix, schema: entrySchema });

/** Entries in the commit of a whole claim, which writes at most 100 rows. */
const maxEntries = 90;

export interface Indexed extends Pick<ClaimRecord, 'supportedUntil'> {
	readonly holders: readonly Pick<Holder, 'userId'>[];
	readonly history?: readonly ClaimEvent[];
	readonly undo?: { readonly before: { readonly holders: readonly Pick<Holder, 'userId'>[] } } | undefined;
}

/** The keys of a claim's entries. */
export function entriesOf(hash: string, claim: Indexed): readonly string[] {
	const members = [...membersOf(claim)].map((userId) => memberEntryPrefix(userId) + hash);
	const end = knownEnd(claim.supportedUntil);
	return end === undefined ? members : [...members, duePrefix(end) + hash];
}

/** Present and former holders: deleting a member's data must find them. Moderators who changed it are left out. */
function membersOf({ holders, history = [], undo }: Indexed): ReadonlySet<string> {
	const former = history.flatMap((event) =>
		[isByStaff(event) ? undefined : event.by, event.member, event.to].filter((id) => id !== undefined),
	);
	const named = [...holders, ...(undo?.before.holders ?? [])].map(({ userId }) => userId);
	// Deleted or hand-edited history lines may hold no snowflake, which would make an invalid key.
	return new Set([...named, ...former].filter((id) => /^\d{17,20}$/.test(id)));
}

/** @param before as this transaction has read it. Without one, `next` may name many people: see `putFirstEntries` */
export function putClaim(
	tx: Transaction,
	hash: string,
	before: ClaimRecord | undefined,
	next: ClaimRecord,
): void {
	const known = new Set(before === undefined ? [] : entriesOf(hash, before));
	const entries = entriesOf(hash, next);
	const added = entries.filter((key) => !known.delete(key));
	for (const key of before === undefined ? added.slice(0, maxEntries) : added) tx.put(key, {});
	for (const key of known) tx.remove(key);
	tx.put(claimKey(hash), next);
}

/** Puts the entries that a claim's commit has no room for, before it. If it doesn't follow, readers ignore them. */
export async function putFirstEntries(store: Store, entries: readonly string[]): Promise<void> {
	await changeEntries(store, entries.slice(maxEntries), (tx, key) => tx.put(key, {}));
}

export async function removeClaim(store: Store, hash: string, claim: ClaimRecord): Promise<void> {
	await changeEntries(store, [claimKey(hash), ...entriesOf(hash, claim)], (tx, key) => tx.remove(key));
}

async function changeEntries(
	store: Store,
	keys: readonly string[],
	change: (tx: Transaction, key: string) => void,
): Promise<void> {
	for (let start = 0; start < keys.length; start += maxEntries)
		await store.transact(async (tx) => {
			for (const key of keys.slice(start, start + maxEntries)) change(tx, key);
		});
}
