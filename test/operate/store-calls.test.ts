import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { keyvStore } from '../../src/storage/keyv-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { memoryBackEnd } from '../storage/memory-back-end.js';
import { put } from '../storage/put.js';
import { quietStates } from './quiet-states.js';

function setUp() {
	const fails: { reads?: Error; writes?: Error } = {};
	const failing = (part: 'reads' | 'writes'): void => {
		const failure = fails[part];
		if (failure !== undefined) throw failure;
	};
	const works = memoryBackEnd();
	const backend: typeof works = {
		...works,
		adapter: {
			...works.adapter,
			async set(key: string, value: unknown) {
				failing('writes');
				return await works.adapter.set(key, value);
			},
		},
		async read(keys) {
			failing('reads');
			return await works.read(keys);
		},
		async commit(transactions) {
			failing('writes');
			return await works.commit(transactions);
		},
		async page(...range) {
			failing('reads');
			return await works.page(...range);
		},
	};
	const states = quietStates();
	const times: number[] = [];
	const calls = { states, durations: { observe: (ms: number) => times.push(ms) } };
	return { fails, states, observed: keyvStore(backend, { calls }), times };
}

const full = new StoreUnavailableError('SQLite', {
	cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }),
});

describe('an observed store', () => {
	it('accepts no writes when its disk is full, and recovers', async () => {
		const { fails, states, observed } = setUp();
		fails.writes = full;
		await expect(compareAndSet(observed, 'a', undefined, 1)).rejects.toBe(full);
		await observed.get('a');
		expect(states.of('database')).toMatchObject({ status: 'degraded', reason: 'SQLITE_FULL' });
		delete fails.writes;
		await observed.ping();
		expect(states.of('database').status).toBe('up');
	});

	it('isn’t known to accept writes after a commit that found another value and wrote nothing', async () => {
		const { fails, states, observed } = setUp();
		fails.writes = full;
		await expect(observed.ping()).rejects.toBe(full);
		delete fails.writes;
		expect(await compareAndSet(observed, 'a', 'another value', 1)).toBe(false);
		expect(states.of('database').status).toBe('degraded');
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
		expect(states.of('database').status).toBe('down');
		delete fails.reads;
		await reads[name]();
		expect(states.of('database').status).toBe('up');
	});

	it('is up even if a row is damaged, and even after closing', async () => {
		const { fails, states, observed } = setUp();
		fails.reads = new StoreCorruptError('A stored row is not readable');
		await expect(observed.get('a')).rejects.toThrow(StoreCorruptError);
		await observed.close();
		await expect(observed.get('a')).rejects.toThrow('closed');
		expect(states.of('database').status).toBe('up');
	});

	it('reports each call', async () => {
		const { observed, times } = setUp();
		await observed.get('a');
		// The row is read for a comparison, then written.
		await put(observed, 'a', 1);
		expect(times).toHaveLength(3);
	});
});
