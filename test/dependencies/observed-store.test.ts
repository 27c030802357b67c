import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { DependencyStates } from '../../src/dependencies/dependency-states.js';
import { observedStore } from '../../src/dependencies/observed-store.js';
import { memoryRows } from '../../src/storage/memory-rows.js';
import type { Store } from '../../src/storage/store.js';

function setUp() {
	const fails: { reads?: Error; writes?: Error } = {};
	const orFail = async <Result>(part: 'reads' | 'writes', work: () => Promise<Result>): Promise<Result> => {
		const failure = fails[part];
		if (failure !== undefined) throw failure;
		return await work();
	};
	const rows = memoryRows();
	const store: Store = {
		get: (key) => orFail('reads', () => rows.get(key)),
		getMany: (keys) => orFail('reads', () => Promise.all(keys.map((key) => rows.get(key)))),
		compareAndSet: (key, expected, next) => orFail('writes', () => rows.compareAndSet(key, expected, next)),
		async *list(prefix) {
			await orFail('reads', async () => {});
			for await (const { key, value } of rows.list(prefix)) yield { key, value };
		},
		respell: () => orFail('writes', async () => {}),
		overwrite: () => orFail('writes', async () => {}),
		ping: () => orFail('writes', async () => {}),
		close: async () => {
			fails.reads = new StoreUnavailableError('The store is closed');
		},
	};
	const states = new DependencyStates({ now: () => 0, monotonicNow: () => 0, onChange: () => {} });
	const calls: number[] = [];
	const observed = observedStore(store, {
		states,
		onCall: (ms) => calls.push(ms),
		monotonicNow: () => 0,
	});
	return { fails, states, observed, calls };
}

const full = new StoreUnavailableError('SQLite', {
	cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }),
});

describe('a store that is observed', () => {
	it('takes no writes when its disk is full, and does again', async () => {
		const { fails, states, observed } = setUp();
		fails.writes = full;
		await expect(observed.compareAndSet('a', undefined, 1)).rejects.toBe(full);
		await observed.get('a');
		expect(states.of('store')).toMatchObject({ status: 'degraded', reason: 'SQLITE_FULL' });
		delete fails.writes;
		await observed.ping();
		expect(states.of('store').status).toBe('up');
	});

	it('is not proved to take writes by one that found another value and wrote nothing', async () => {
		const { fails, states, observed } = setUp();
		fails.writes = full;
		await expect(observed.ping()).rejects.toBe(full);
		delete fails.writes;
		expect(await observed.compareAndSet('a', 'another value', 1)).toBe(false);
		expect(states.of('store').status).toBe('degraded');
	});

	it.each(['get', 'getMany', 'list'] as const)('is down when %s fails', async (name) => {
		const { fails, states, observed } = setUp();
		fails.reads = new StoreUnavailableError('away');
		const reads = {
			get: () => observed.get('a'),
			getMany: () => observed.getMany(['a']),
			list: async () => {
				for await (const { key } of observed.list('')) expect(key).toBe('');
			},
		};
		await expect(reads[name]()).rejects.toThrow('away');
		expect(states.of('store').status).toBe('down');
		delete fails.reads;
		await reads[name]();
		expect(states.of('store').status).toBe('up');
	});

	it('works although a row is damaged, and although it is closed', async () => {
		const { fails, states, observed } = setUp();
		fails.reads = new StoreCorruptError('A stored row is not readable');
		await expect(observed.get('a')).rejects.toThrow(StoreCorruptError);
		await observed.close();
		await expect(observed.get('a')).rejects.toThrow('closed');
		expect(states.of('store').status).toBe('up');
	});

	it('reports each call', async () => {
		const { observed, calls } = setUp();
		await observed.get('a');
		await observed.overwrite('a', 1);
		expect(calls).toEqual([0, 0]);
	});
});
