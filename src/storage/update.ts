import { isDeepStrictEqual } from 'node:util';
import { StoreUnavailableError } from '../base/errors.js';
import type { Store } from './store.js';

/** The parts of a store that a change of one value needs. A store in memory has one spelling and no `respell`. */
export type ValueStore = Pick<Store, 'get' | 'compareAndSet'> & Partial<Pick<Store, 'respell'>>;

/** The parts of a store that go through the values of a kind. A row that can't be read comes without its value. */
export interface ListedStore extends ValueStore {
	list(prefix: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

/**
 * The outcome of a change: if there is a `next` it is written (undefined: the value is removed), without one the
 * value stays. `result` is returned.
 */
export interface Change<Result> {
	readonly next?: unknown;
	readonly result: Result;
}

/** What a value was a moment ago. */
export interface KnownRow {
	readonly value: unknown;
}

/** In each round some writer succeeds, so after this many it isn't contention: the row can't be matched. */
const mostRounds = 1_000;

/**
 * Reads, changes and swaps one value, with retries until no other write came in between. `change` sees undefined
 * where there is no value, may run several times, and changes nothing else. Rejects as the store does, and with
 * StoreUnavailableError where the value could not be swapped. `known` saves the first read: where it is out of date the
 * swap fails, and the value is read.
 */
export async function update<Result>(
	store: ValueStore,
	key: string,
	change: (current: unknown) => Change<Result>,
	known?: KnownRow,
): Promise<Result> {
	let before: unknown;
	for (let round = 0; round < mostRounds; round += 1) {
		const current = round === 0 && known !== undefined ? known.value : await store.get(key);
		// Nobody has changed it and the swap still failed: the row has the same meaning in another spelling, as
		// after an edit by hand.
		if (round > 0 && isDeepStrictEqual(current, before)) await store.respell?.(key);
		const outcome = change(current);
		if (!Object.hasOwn(outcome, 'next')) return outcome.result;
		if (await store.compareAndSet(key, current, outcome.next)) return outcome.result;
		before = current;
	}
	throw new StoreUnavailableError(`A value could not be swapped in ${mostRounds} tries`);
}
