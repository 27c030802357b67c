import { z } from 'zod';
import { StoreCorruptError } from '../errors.js';
import type { StoredPair } from '../storage/store.js';
import { update, type ValueStore } from '../storage/update.js';

// Lists of claims under one key: a member's index, a day's bucket. A list is a hint and the claim is the truth: an
// entry is written before the claim that it leads to, so that a kill in between loses nothing, and whoever reads a
// list ignores the entries that the claim does not bear out.

const listSchema = z.strictObject({ v: z.literal(1), hashes: z.array(z.string()) });

/** The hashes in a stored list. Throws StoreCorruptError. */
export function parseHashes(key: string, value: unknown): readonly string[] {
	if (value === undefined) return [];
	const parsed = listSchema.safeParse(value);
	if (!parsed.success) {
		throw new StoreCorruptError(`The list ${key} does not have the shape of one`, { cause: parsed.error });
	}
	return parsed.data.hashes;
}

/** The hashes in a listed pair, for who goes through many of which one may be damaged. */
export function hashesIn(pair: StoredPair): readonly string[] | 'damaged' {
	if (pair.corrupt) return 'damaged';
	if (pair.value === undefined) return [];
	return listSchema.safeParse(pair.value).data?.hashes ?? 'damaged';
}

/** Puts `added` on the list, each once. */
export async function addHashes(store: ValueStore, key: string, added: readonly string[]): Promise<void> {
	await update(store, key, (current) => {
		const hashes = parseHashes(key, current);
		const all = new Set([...hashes, ...added]);
		return all.size === hashes.length
			? { result: undefined }
			: { next: { v: 1, hashes: [...all] }, result: undefined };
	});
}

/** Takes `removed` off the list, and the list away where nothing is left. */
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
