import { isDeepStrictEqual } from 'node:util';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { undone } from '../../src/claims/moderation-changes.js';
import { claimPrefix } from '../../src/claims/store-keys.js';
import type { Store } from '../../src/storage/store.js';

// Bugs that a history must show: they prove that the histories show anything.

interface PlantedBug {
	/** A store with the bug, over one without. */
	store?(store: Store, random: () => number): Store;
	/** Puts the bug into the claims themselves. */
	claims?(claims: ClaimStore): void;
}

const isClaim = (key: string): boolean => key.startsWith(claimPrefix);

export const plantedBugs = {
	/** Now and then says that it has written, and has not. */
	'a swap that lies': {
		store: (store, random) => ({
			...store,
			compareAndSet: async (key, expected, next) =>
				isClaim(key) && random() < 0.1 ? true : await store.compareAndSet(key, expected, next),
		}),
	},
	/** Compares and writes in two steps, as Keyv's own get and set would. */
	'a claim without compare-and-set': {
		store: (store) => ({
			...store,
			async compareAndSet(key, expected, next) {
				if (!isClaim(key)) return await store.compareAndSet(key, expected, next);
				if (!isDeepStrictEqual(await store.get(key), expected)) return false;
				await store.overwrite(key, next);
				return true;
			},
		}),
	},
	/** Brings back what was before the latest change by staff, whatever has happened since. */
	'an undo that restores a stale state': {
		claims({ moderated }) {
			moderated.undo = async (hash, _revision, act) =>
				await moderated.change(hash, act, (record, by, at) => {
					const { undo, revision } = record;
					if (undo === undefined) return 'changed-since';
					return undone({ ...record, undo: { ...undo, revision } }, revision, by, at);
				});
		},
	},
} as const satisfies Readonly<Record<string, PlantedBug>>;

/** The bug of that name; none for any other. */
export function plantedBug(name: string | undefined): PlantedBug {
	const bugs: Readonly<Record<string, PlantedBug>> = plantedBugs;
	return (name !== undefined && Object.hasOwn(bugs, name) && bugs[name]) || {};
}
