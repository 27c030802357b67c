import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { storedRows } from '../../src/composition/stored-rows.js';
import { type Backend, KeyvStore } from '../../src/storage/keyv-store.js';
import { memoryBackEnd } from './memory-back-end.js';

/** A back end on which every call does `what`. */
function backend(what: () => Promise<never>): Backend {
	return {
		name: 'Broken',
		adapter: {
			opts: {},
			get: what,
			getMany: what,
			set: what,
			delete: what,
			clear: what,
			on() {
				return this;
			},
		},
		deadlineMs: 1_000,
		maxInFlight: 1,
		read: what,
		write: what,
		pages: () => ({ next: what }),
		close: what,
	};
}

const calls = [
	['get', (store: KeyvStore) => store.get('a')],
	['getMany', (store) => store.getMany(['a', 'b'])],
	['an insert', (store) => store.compareAndSet('a', undefined, 1)],
	['a replacement', (store) => store.compareAndSet('a', 1, 2)],
	['a removal', (store) => store.compareAndSet('a', 1, undefined)],
	['overwrite', (store) => store.overwrite('a', 1)],
	['list', (store) => store.list('a')[Symbol.asyncIterator]().next()],
	['ping', (store) => store.ping()],
	['close', (store) => store.close()],
] satisfies [string, (store: KeyvStore) => Promise<unknown>][];

describe('a store whose back end fails', () => {
	it.each(calls)('never answers %s as if nothing were stored', async (_, call) => {
		const cause = new Error('disk I/O error');
		const store = new KeyvStore(
			backend(async () => {
				throw cause;
			}),
		);
		await expect(call(store)).rejects.toThrow(StoreUnavailableError);
		await expect(call(store)).rejects.toMatchObject({ cause });
	});
});

describe('a store whose back end hangs', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each(calls)('gives %s up after its deadline', async (_, call) => {
		const store = new KeyvStore(backend(() => new Promise(() => {})));
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

describe('a store that many people wait for', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each([
		[3, 2],
		[2, 5],
	])('puts together what comes within milliseconds: %i in flight, %i reads', async (size, expected) => {
		let reads = 0;
		const counting: Backend = {
			...backend(() => new Promise(() => {})),
			read: async () => {
				reads += 1;
				return [];
			},
		};
		const store = new KeyvStore(counting, { inFlight: { size } });
		for (const key of ['a', 'b', 'c', 'd', 'e']) {
			void store.get(key);
			await vi.advanceTimersByTimeAsync(3);
		}
		await vi.advanceTimersByTimeAsync(20);
		expect(reads).toBe(expected);
	});
});

describe('a store that knows its kinds of rows', () => {
	it('writes nothing that could not be read again', async () => {
		const store = new KeyvStore(memoryBackEnd(), { schemas: storedRows });
		await expect(store.compareAndSet('grant:1:2', undefined, { v: 1 })).rejects.toThrow(StoreCorruptError);
		await expect(store.overwrite('grant:1:2', { v: 1 })).rejects.toThrow('would be unreadable');
		await expect(store.overwrite('new-kind:1', {})).rejects.toThrow('have no schema');
		expect(await store.get('grant:1:2')).toBeUndefined();
		expect(await store.compareAndSet('grant:1:2', undefined, { v: 1, mark: 5 })).toBe(true);
		await store.ping();
	});
});
