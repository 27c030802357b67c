import { afterEach, expect, it } from 'vitest';
import { type HealthServer, startHealthServer } from '../../src/health-server.js';
import { readiness } from '../../src/readiness.js';
import { memoryStore } from '../roles/memory-store.js';

let server: HealthServer | undefined;
afterEach(() => server?.close());

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
	const isReady = readiness({ isConnected: () => true, store, now: () => clock.now });
	server = await startHealthServer({ port: 0, host: '127.0.0.1', isReady, metrics: async () => '' });
	const readyz = () => fetch(`http://127.0.0.1:${server?.port}/readyz`);
	const answers = await Promise.all(Array.from({ length: 500 }, readyz));
	expect(answers.every(({ status }) => status === 200)).toBe(true);
	expect(asked).toEqual({ reads: 1, writes: 0 });
	clock.now += 1_000;
	await readyz();
	expect(asked).toEqual({ reads: 2, writes: 0 });
});
