import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { claimKind } from '../../src/claims/record.js';
import { type Backend, keyvStore } from '../../src/storage/keyv-store.js';
import type { Store, Transaction } from '../../src/storage/store.js';
import { compareAndSet } from './compare-and-set.js';
import { memoryBackEnd } from './memory-back-end.js';
import { put } from './put.js';

/** A back end on which every call does `what`. */
function backend(what: () => Promise<never>): Backend {
	const works = memoryBackEnd();
	const adapter = { ...works.adapter, set: what };
	return { ...works, adapter, read: what, commit: what, page: what, close: what };
}

const calls = [
	['get', (store: Store) => store.get('a')],
	['getMany', (store) => store.getMany(['a', 'b'])],
	['a transaction that reads', (store) => compareAndSet(store, 'a', undefined, 1)],
	['a transaction', (store) => put(store, 'a', 1)],
	['list', (store) => store.list('a')[Symbol.asyncIterator]().next()],
	['ping', (store) => store.ping()],
	['close', (store) => store.close()],
] satisfies [string, (store: Store) => Promise<unknown>][];

describe('a store with a failing back end', () => {
	it.each(calls)('never answers %s as if nothing were stored', async (_, call) => {
		const cause = new Error('disk I/O error');
		const store = keyvStore(
			backend(async () => {
				throw cause;
			}),
		);
		await expect(call(store)).rejects.toThrow(StoreUnavailableError);
		await expect(call(store)).rejects.toMatchObject({ cause });
	});
});

describe('a store with a hanging back end', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each(calls)('aborts %s after its deadline', async (_, call) => {
		const store = keyvStore(backend(() => new Promise(() => {})));
		const outcome = call(store).then(
			() => 'answered',
			(error: unknown) => error,
		);
		await vi.advanceTimersByTimeAsync(999);
		expect(await Promise.race([outcome, 'still waiting'])).toBe('still waiting');
		await vi.advanceTimersByTimeAsync(1);
		expect(await outcome).toBeInstanceOf(StoreUnavailableError);
	});
});

describe('a commit with an unexpected answer', () => {
	const lost = new Error('Connection terminated');

	it.each<[string, string, (commit: () => unknown) => unknown, ((tx: Transaction) => void)?]>([
		['counts if its row is stored', 'made', (commit) => commit()],
		['is an error if its row isn’t', 'unknown', () => {}],
		['is an error if it leaves no row to recognize it by', 'unknown', (c) => c(), (tx) => tx.remove('a')],
	])('%s', async (_, expected, arrive, write = (tx) => tx.put('a', 'mine')) => {
		const inner = memoryBackEnd();
		const store = keyvStore({
			...inner,
			async commit(transactions) {
				await arrive(() => inner.commit(transactions));
				throw lost;
			},
		});
		await put(keyvStore(inner), 'a', 'old');
		const outcome = store
			.transact(async (tx) => write(tx))
			.then(
				() => 'made',
				(error: unknown) =>
					error instanceof StoreUnavailableError && error.cause === lost ? 'unknown' : error,
			);
		expect(await outcome).toBe(expected);
	});

	it('is an error, but may still arrive, and a retry finds it', async () => {
		vi.useFakeTimers();
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const inner = memoryBackEnd();
		let arrive = (): void => {};
		const store = keyvStore({
			...inner,
			async commit(transactions) {
				await new Promise<void>((resolve) => {
					arrive = resolve;
				});
				return await inner.commit(transactions);
			},
		});
		const act = () =>
			store.transact(async (tx) => {
				if ((await tx.get('act:1')) !== undefined) return 'found';
				tx.put('act:1', true);
				return 'made';
			});
		const first = act().catch((error: unknown) => error);
		await vi.advanceTimersByTimeAsync(1_500);
		expect(await first).toBeInstanceOf(StoreUnavailableError);
		arrive();
		const again = act();
		await vi.advanceTimersByTimeAsync(1);
		expect(await again).toBe('found');
	});
});

describe('a store that knows its kinds of rows', () => {
	it('writes no claim that could not be read again', async () => {
		const store = keyvStore(memoryBackEnd(), { checked: [claimKind] });
		await expect(compareAndSet(store, 'claim:1', undefined, { v: 1 })).rejects.toThrow(StoreCorruptError);
		await expect(put(store, 'claim:1', { v: 1 })).rejects.toThrow('would be unreadable');
		expect(await store.get('claim:1')).toBeUndefined();
		expect(await compareAndSet(store, 'another:1', undefined, { v: 1 })).toBe(true);
		await store.ping();
	});
});

describe('a row that many transactions of one process need', () => {
	it('costs two commits for each, not one for every failed attempt', async () => {
		const works = memoryBackEnd();
		let commits = 0;
		const store = keyvStore({
			...works,
			async commit(transactions) {
				commits += 1;
				return await works.commit(transactions);
			},
		});
		const increment = async (tx: Transaction) => tx.put('n', Number((await tx.get('n')) ?? 0) + 1);
		await Promise.all(Array.from({ length: 70 }, () => store.transact(increment)));
		expect(await store.get('n')).toBe(70);
		expect(commits).toBeLessThanOrEqual(140);
	});
});
