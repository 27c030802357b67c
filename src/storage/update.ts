import type { Store } from './store.js';

/** The parts of a store needed to change values. */
export type ValueStore = Pick<Store, 'get' | 'transact'>;

/** Adds iteration over a kind of value. An unreadable row comes without its value. */
export interface ListedStore extends ValueStore {
	list(prefix: string, after?: string): AsyncIterable<{ readonly key: string; readonly value?: unknown }>;
}

/** `next`, if present, is written (undefined removes the value); otherwise the value stays. */
export interface Change<Result> {
	readonly next?: unknown;
	readonly result: Result;
}

/**
 * A transaction of one row. `change` gets undefined if there is no value, may run several times, and must have no side
 * effects. Rejects as `transact` does.
 */
export async function update<Result>(
	store: Pick<Store, 'transact'>,
	key: string,
	change: (current: unknown) => Change<Result>,
): Promise<Result> {
	return await store.transact(async (tx) => {
		const outcome = change(await tx.get(key));
		if (!Object.hasOwn(outcome, 'next')) return outcome.result;
		if (outcome.next === undefined) tx.remove(key);
		else tx.put(key, outcome.next);
		return outcome.result;
	});
}

/** Changes the value only if it is `expected`, as it was read. @returns true if it was changed */
export async function compareAndSet(
	store: Pick<Store, 'transact'>,
	key: string,
	expected: unknown,
	next: unknown,
): Promise<boolean> {
	return await update(store, key, (current) =>
		JSON.stringify(current) === JSON.stringify(expected) ? { next, result: true } : { result: false },
	);
}
