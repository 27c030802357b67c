import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { knownEnd, type SupportEnd } from '../base/support-end.js';
import type { Store, StoredPair } from '../storage/store.js';
import { type KnownRow, update, type ValueStore } from '../storage/update.js';
import { isByStaff } from './changes.js';
import type { ClaimEvent } from './record.js';
import { bucketKey, memberKey } from './store-keys.js';

// Lists of claims under one key: a member's index, a day's bucket. Lists are hints and the claim is authoritative: an
// entry is written before the claim that it points to, so that a crash in between loses nothing, and readers ignore
// entries that no claim confirms.

/** An entry that is not a valid key part is damage: the store would reject such a key. */
const entry = /^[\x21-\x7e]{1,100}$/;

/** One check instead of one schema per entry: a list can have hundreds, and each verification rewrites it. */
function areEntries(hashes: unknown): boolean {
	return Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string' && entry.test(hash));
}

export const claimListSchema = z.strictObject({
	v: z.literal(1),
	hashes: z.custom<readonly string[]>(areEntries),
});

/** Parses a stored list. Throws StoreCorruptError. */
export function parseHashes(key: string, value: unknown): readonly string[] {
	if (value === undefined) return [];
	const parsed = claimListSchema.safeParse(value);
	if (!parsed.success) {
		throw new StoreCorruptError(`The list ${key} does not have the shape of one`, { cause: parsed.error });
	}
	return parsed.data.hashes;
}

/** Like `parseHashes`, for scans that must survive a damaged list. */
export function hashesIn(pair: StoredPair): readonly string[] | 'damaged' {
	if (pair.corrupt) return 'damaged';
	if (pair.value === undefined) return [];
	return claimListSchema.safeParse(pair.value).data?.hashes ?? 'damaged';
}

async function addHashes(
	store: ValueStore,
	key: string,
	added: readonly string[],
	known?: KnownRow,
): Promise<void> {
	const add = (current: unknown) => {
		const hashes = parseHashes(key, current);
		const all = new Set([...hashes, ...added]);
		return all.size === hashes.length
			? { result: undefined }
			: { next: { v: 1, hashes: [...all] }, result: undefined };
	};
	await update(store, key, add, known);
}

/** Adds one claim to its lists. `known`: the lists as just read, which saves a request. */
export async function indexClaim(
	store: Pick<Store, 'getMany'> & ValueStore,
	hash: string,
	lists: readonly string[],
	known?: readonly unknown[],
): Promise<void> {
	const rows = known ?? (await store.getMany(lists));
	await Promise.all(lists.map((key, index) => addHashes(store, key, [hash], { value: rows[index] })));
}

/** Removes `removed` from the list, and deletes the list if it becomes empty. */
export async function removeHashes(
	store: ValueStore,
	key: string,
	removed: ReadonlySet<string>,
): Promise<void> {
	await update(store, key, (current) => {
		const hashes = parseHashes(key, current);
		const left = hashes.filter((hash) => !removed.has(hash));
		if (left.length === hashes.length) return { result: undefined };
		return { next: left.length === 0 ? undefined : { v: 1, hashes: left }, result: undefined };
	});
}

export interface Indexed {
	readonly holders: readonly { readonly userId: string }[];
	readonly history?: readonly ClaimEvent[];
	readonly supportedUntil?: SupportEnd;
}

export function listsOf(hash: string, claim: Indexed): readonly string[] {
	const members = [...membersOf(claim)].map(memberKey);
	const end = knownEnd(claim.supportedUntil);
	return end === undefined ? members : [...members, bucketKey(end, hash)];
}

/** Present and former holders: deleting a member's data must find them. Moderators who changed it are left out. */
function membersOf({ holders, history = [] }: Indexed): ReadonlySet<string> {
	const former = history.flatMap((event) =>
		[isByStaff(event) ? undefined : event.by, event.member, event.to].filter((id) => id !== undefined),
	);
	const present = holders.map(({ userId }) => userId);
	// Deleted or hand-edited history lines may hold no snowflake, which would make an invalid key.
	return new Set([...present, ...former].filter((id) => /^\d{17,20}$/.test(id)));
}

/** Adds many claims to their lists, writing each list once. Call it before writing the claims themselves. */
export async function indexClaims(
	store: Store,
	claims: Iterable<readonly [hash: string, claim: Indexed]>,
): Promise<void> {
	const added = new Map<string, string[]>();
	for (const [hash, claim] of claims) {
		for (const key of listsOf(hash, claim)) added.set(key, [...(added.get(key) ?? []), hash]);
	}
	await Promise.all([...added].map(([key, hashes]) => addHashes(store, key, hashes)));
}
