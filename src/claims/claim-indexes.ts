import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import type { Store, StoredPair } from '../storage/store.js';
import { type KnownRow, update, type ValueStore } from '../storage/update.js';
import type { ClaimEvent } from './record.js';
import { bucketKey, memberKey } from './store-keys.js';

// Lists of claims under one key: a member's index, a day's bucket. A list is a hint and the claim is the truth: an
// entry is written before the claim that it points to, so that a kill in between loses nothing, and readers ignore
// entries that no claim confirms.

/** An entry that no key can hold names no claim: it is damage, and not for the store to stumble over. */
const entry = /^[\x21-\x7e]{1,100}$/;

/** One check for all entries: on the day of a launch a list has hundreds, and each verification reads and writes it. */
function areEntries(hashes: unknown): boolean {
	return Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string' && entry.test(hash));
}

export const claimListSchema = z.strictObject({
	v: z.literal(1),
	hashes: z.custom<readonly string[]>(areEntries),
});

/** The hashes in a stored list. Throws StoreCorruptError. */
export function parseHashes(key: string, value: unknown): readonly string[] {
	if (value === undefined) return [];
	const parsed = claimListSchema.safeParse(value);
	if (!parsed.success) {
		throw new StoreCorruptError(`The list ${key} does not have the shape of one`, { cause: parsed.error });
	}
	return parsed.data.hashes;
}

/** The hashes in a listed pair, for a scan that must survive a damaged list. */
export function hashesIn(pair: StoredPair): readonly string[] | 'damaged' {
	if (pair.corrupt) return 'damaged';
	if (pair.value === undefined) return [];
	return claimListSchema.safeParse(pair.value).data?.hashes ?? 'damaged';
}

/** Adds `added` to the list, each once. */
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

/** Adds one claim to its lists. `known`: their rows as they were just read, which saves a request. */
export async function indexClaim(
	store: Pick<Store, 'getMany'> & ValueStore,
	hash: string,
	lists: readonly string[],
	known?: readonly unknown[],
): Promise<void> {
	const rows = known ?? (await store.getMany(lists));
	await Promise.all(lists.map((key, index) => addHashes(store, key, [hash], { value: rows[index] })));
}

/** Removes `removed` from the list, and the list itself if nothing is left. */
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

/** What the lists of a claim are chosen by. */
export interface Indexed {
	readonly holders: readonly { readonly userId: string }[];
	readonly history?: readonly ClaimEvent[];
	/** Milliseconds since the epoch. */
	readonly supportedUntil?: number | undefined;
}

/** Every list that must contain the claim. */
export function listsOf(hash: string, claim: Indexed): readonly string[] {
	const members = [...membersOf(claim)].map(memberKey);
	return claim.supportedUntil === undefined ? members : [...members, bucketKey(claim.supportedUntil, hash)];
}

/**
 * The holders, present and former: deleting a member's data must find both. Moderators who changed the claim are not
 * among them.
 */
function membersOf({ holders, history = [] }: Indexed): ReadonlySet<string> {
	const former = history.flatMap(({ what, by, member, to }) => [
		...(what === 'claimed' || what === 'guild-added' || what === 'guild-left' || what === 'unlinked'
			? [by]
			: []),
		...[member, to].filter((id) => id !== undefined),
	]);
	// Where the data was deleted, or a line was edited by hand, there is no member: and a key of anything can't be written.
	return new Set([...holders.map(({ userId }) => userId), ...former].filter((id) => /^\d{17,20}$/.test(id)));
}

/**
 * Writes many claims into their lists, each list once. Comes before the claims themselves are written. Rejects with
 * StoreCorruptError on a list that can't be read, unless `isDamagePassed`: then such a list stays as it is.
 */
export async function indexClaims(
	store: Store,
	claims: Iterable<readonly [hash: string, claim: Indexed]>,
	isDamagePassed = false,
): Promise<void> {
	const added = new Map<string, string[]>();
	for (const [hash, claim] of claims) {
		for (const key of listsOf(hash, claim)) added.set(key, [...(added.get(key) ?? []), hash]);
	}
	const add = async (key: string, hashes: readonly string[]): Promise<void> => {
		try {
			await addHashes(store, key, hashes);
		} catch (error) {
			if (!isDamagePassed || !(error instanceof StoreCorruptError)) throw error;
		}
	};
	await Promise.all([...added].map(([key, hashes]) => add(key, hashes)));
}
