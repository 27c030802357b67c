import { z } from 'zod';
import { StoreCorruptError } from '../errors.js';
import { update, type ValueStore } from './update.js';

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

/** Puts `hash` on the list, once. */
export async function addHash(store: ValueStore, key: string, hash: string): Promise<void> {
	await update(store, key, (current) => {
		const hashes = parseHashes(key, current);
		if (hashes.includes(hash)) return { result: undefined };
		return { next: { v: 1, hashes: [...hashes, hash] }, result: undefined };
	});
}
