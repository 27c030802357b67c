import { afterEach, describe, expect, it } from 'vitest';
import type { Dependency, DependencyState } from '../../src/dependencies/dependency-states.js';
import { type HealthServer, startHealthServer } from '../../src/operations/health-server.js';
import { readiness } from '../../src/operations/readiness.js';
import { memoryStore } from '../roles/memory-store.js';

let server: HealthServer | undefined;
afterEach(() => server?.close());

const up = (): DependencyState => ({ status: 'up' });

it('attack 56: 500 /readyz are one read a second and no write', async () => {
	const asked = { reads: 0, writes: 0 };
	const rows = memoryStore();
	const write = async () => {
		asked.writes += 1;
	};
	const store = {
		...rows,
		get: async (key: string) => {
			asked.reads += 1;
			return rows.get(key);
		},
		// Proves that the store takes writes, by writing.
		ping: write,
		compareAndSet: async () => {
			await write();
			return true;
		},
		overwrite: write,
	};
	const clock = { now: 1_000 };
	const ready = readiness({ isConnected: () => true, store, stateOf: up, now: () => clock.now });
	server = await startHealthServer({ port: 0, host: '127.0.0.1', readiness: ready, metrics: async () => '' });
	const readyz = () => fetch(`http://127.0.0.1:${server?.port}/readyz`);
	const answers = await Promise.all(Array.from({ length: 500 }, readyz));
	expect(answers.every(({ status }) => status === 200)).toBe(true);
	expect(asked).toEqual({ reads: 1, writes: 0 });
	clock.now += 1_000;
	await readyz();
	expect(asked).toEqual({ reads: 2, writes: 0 });
});

describe('readiness', () => {
	const since = Date.UTC(2026, 10, 23);
	const lookAt = (states: Partial<Record<Dependency, DependencyState>>, isConnected = true) =>
		readiness({
			isConnected: () => isConnected,
			store: memoryStore(),
			stateOf: (dependency) => states[dependency] ?? { status: 'up' },
			now: () => since,
		})();

	it('names a store that takes no writes, although it can be read', async () => {
		expect(await lookAt({ store: { status: 'degraded', since, reason: 'SQLITE_FULL' } })).toEqual({
			isReady: false,
			troubles: ['store degraded since 2026-11-23T00:00:00.000Z: SQLITE_FULL'],
		});
	});

	it('names a shop that is down, and is ready all the same', async () => {
		expect(await lookAt({ shop: { status: 'down', since, reason: 'HTTP 500' } })).toEqual({
			isReady: true,
			troubles: ['shop down since 2026-11-23T00:00:00.000Z: HTTP 500'],
		});
	});

	it('is not ready without a connection to Discord', async () => {
		expect(await lookAt({}, false)).toEqual({ isReady: false, troubles: ['discord: not connected'] });
	});

	it('is not ready while the store cannot be read', async () => {
		const store = { get: () => Promise.reject(new Error('away')) };
		const ready = readiness({ isConnected: () => true, store, stateOf: up, now: () => since });
		expect(await ready()).toEqual({ isReady: false, troubles: ['store: no answer'] });
	});
});
