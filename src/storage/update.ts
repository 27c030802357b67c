import { isDeepStrictEqual } from 'node:util';
import { StoreUnavailableError } from '../base/errors.js';
import type { Store } from './store.js';

/** The parts of a store needed to change one value. A store in memory has one serialization and no `normalize`. */
export type ValueStore = Pick<Store, 'get' | 'compareAndSet'> & Partial<Pick<Store, 'normalize'>>;

/** Adds iteration over a kind of value. An unreadable row comes without its value. */
export interface ListedStore extends ValueStore {
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

/** `next`, if present, is written (undefined removes the value); otherwise the value stays. */
export interface Change<Result> {
	readonly next?: unknown;
	readonly result: Result;
}

export interface KnownRow {
	readonly value: unknown;
}

/** In each round some writer succeeds, so after this many it isn't contention: the row can't be matched. */
const maxRounds = 1_000;

/**
 * Reads, changes and swaps one value, and retries until no other write intervened. `change` gets undefined if there is
 * no value, may run several times, and must have no side effects. Rejects as the store does, and with
 * StoreUnavailableError if the value could not be swapped. `known` saves the first read: if it is out of date the swap
 * fails, and the value is read.
 */
export async function update<Result>(
	store: ValueStore,
	key: string,
	change: (current: unknown) => Change<Result>,
	known?: KnownRow,
): Promise<Result> {
	let before: unknown;
	for (let round = 0; round < maxRounds; round += 1) {
		const current = round === 0 && known !== undefined ? known.value : await store.get(key);
		// The value is unchanged and the swap failed: it is serialized differently, as after an edit by hand.
		if (round > 0 && isDeepStrictEqual(current, before)) await store.normalize?.(key);
		const outcome = change(current);
		if (!Object.hasOwn(outcome, 'next')) return outcome.result;
		if (await store.compareAndSet(key, current, outcome.next)) return outcome.result;
		before = current;
	}
	throw new StoreUnavailableError(`A value could not be swapped in ${maxRounds} tries`);
}
