import { isDeepStrictEqual } from 'node:util';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { undone } from '../../src/claims/moderation-changes.js';
import { parseRecord } from '../../src/claims/record.js';
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
	/** Reads from a replica that is now and then behind. */
	'stale reads': {
		store(store, random) {
			const former = new Map<string, unknown>();
			const stale = (key: string, value: unknown): unknown => {
				const seen = former.get(key);
				former.set(key, value);
				return isClaim(key) && seen !== undefined && random() < 0.1 ? seen : value;
			};
			return {
				...store,
				get: async (key) => stale(key, await store.get(key)),
				getMany: async (keys) =>
					(await store.getMany(keys)).map((value, index) => stale(keys[index] ?? '', value)),
			};
		},
	},
	/** Acknowledges a write and loses it a moment later: a failover to a replica that did not have it. */
	'a write lost after it was acknowledged': {
		store: (store, random) => ({
			...store,
			async compareAndSet(key, expected, next) {
				const isWritten = await store.compareAndSet(key, expected, next);
				if (isWritten && isClaim(key) && random() < 0.1) {
					setImmediate(() => void store.compareAndSet(key, next, expected).catch(() => {}));
				}
				return isWritten;
			},
		}),
	},
	/** Leaves the former holder where they were. */
	'a transfer that forgets the old holder': {
		store: (store) => ({
			...store,
			async compareAndSet(key, expected, next) {
				const record = isClaim(key) ? parseRecord(key, next) : undefined;
				const latest = record?.history.at(-1);
				if (record === undefined || latest?.what !== 'transferred') {
					return await store.compareAndSet(key, expected, next);
				}
				const left = parseRecord(key, expected)?.holders.find(({ userId }) => userId === latest.member);
				const holders = left === undefined ? record.holders : [...record.holders, left];
				return await store.compareAndSet(key, expected, { ...record, holders });
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
