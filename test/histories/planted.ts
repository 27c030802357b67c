import type { ClaimStore } from '../../src/claims/claim-store.js';
import { undone } from '../../src/claims/moderation-changes.js';
import { claimPrefix } from '../../src/claims/record.js';
import type { Store } from '../../src/storage/store.js';
import { onCommit } from '../storage/on-commit.js';

// Bugs that a history must reveal, which proves that the histories reveal anything.

export interface PlantedBug {
	/** Wraps a correct store and adds the bug. */
	store?(store: Store, random: () => number): Store;
	/** Plants the bug in the claims themselves. */
	claims?(claims: ClaimStore): void;
}

const isClaim = (key: string): boolean => key.startsWith(claimPrefix);

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
	/** Sometimes claims to have written without writing. */
	'a swap that lies': {
		store: (store, random) => ({
			...store,
			transact: async (work) => {
				const answered: unknown[] = [];
				const lying = onCommit(store, {
					before(written) {
						if ([...written.keys()].some(isClaim) && random() < 0.1) throw answered;
					},
				});
				try {
					return await lying.transact(async (tx) => {
						const answer = await work(tx);
						answered[0] = answer;
						return answer;
					});
				} catch (error) {
					if (error !== answered) throw error;
					return answered[0] as never;
				}
			},
		}),
	},
	/** Compares and writes in two steps, as Keyv's own get and set would. */
	'a claim without compare-and-set': {
		store: (store) => ({
			...store,
			async transact(work) {
				const written = new Map<string, unknown>();
				const { get, getMany } = store;
				const put = (key: string, value: unknown) => void written.set(key, value);
				const answer = await work({ get, getMany, put, remove: (key) => put(key, undefined) });
				if (![...written.keys()].some(isClaim)) return await store.transact(work);
				await store.transact(async (tx) => {
					for (const [key, value] of written) value === undefined ? tx.remove(key) : tx.put(key, value);
				});
				return answer;
			},
		}),
	},
	/** Restores the state before the latest change by staff, whatever has happened since. */
	'an undo that restores a stale state': {
		claims({ moderated }) {
			const honest = moderated.change.bind(moderated);
			moderated.change = async (hash, act, change) =>
				await honest(hash, act, (record, by, at, seatsAt) => {
					const { undo, revision } = record;
					const next = change(record, by, at, seatsAt);
					// Only an undo is refused for this reason.
					if (next !== 'changed-since' || undo === undefined) return next;
					return undone({ ...record, undo: { ...undo, revision } }, revision, by, at);
				});
		},
	},
};
