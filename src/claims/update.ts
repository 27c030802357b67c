import { StoreUnavailableError } from '../errors.js';
import type { Store } from '../storage/store.js';

/** The parts of a store that a change of one value needs. */
export type ValueStore = Pick<Store, 'get' | 'compareAndSet'>;

/** What becomes of a value: `next` is written, without it the value stays. `result` is handed back. */
export interface Change<Result> {
	readonly next?: unknown;
	readonly result: Result;
}

/** Each round somebody's write gets through, so this many lost rounds are no contention: the row can't be matched. */
const mostRounds = 1_000;

/**
 * Reads, changes and swaps one value, again and again until nobody came in between. `change` sees undefined where
 * there is no value, may run several times, and changes nothing else.
 */
export async function update<Result>(
	store: ValueStore,
	key: string,
	change: (current: unknown) => Change<Result>,
): Promise<Result> {
	for (let round = 0; round < mostRounds; round += 1) {
		const current = await store.get(key);
		const { next, result } = change(current);
		if (next === undefined || (await store.compareAndSet(key, current, next))) return result;
	}
	throw new StoreUnavailableError(`A value could not be swapped in ${mostRounds} tries`);
}
