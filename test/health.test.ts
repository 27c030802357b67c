import { afterEach, describe, expect, it } from 'vitest';
import { SecretChangedError } from '../src/base/errors.js';
import { createReadiness, type ReadinessAnswer, serveHealth } from '../src/health.js';
import type { Dependency, DependencyState, DependencyStates } from '../src/operate/dependency-states.js';
import { createMetrics } from '../src/operate/metrics.js';
import type { Store } from '../src/storage/store.js';
import { quietStates } from './operate/quiet-states.js';
import { quietReadings } from './quiet-readings.js';
import { memoryStore } from './roles/memory-store.js';
import { floor } from './world/floor.js';

let server: Awaited<ReturnType<typeof serveHealth>> | undefined;
afterEach(() => server?.close());

/** Claims that are usable if the store can be read, as the bot's are. */
const claimsIn = (store: Pick<Store, 'get'>) => ({
	assertUsable: async () => void (await store.get('meta:secret')),
});
const states = quietStates();
const gateway = { isWhole: true };
const local = { port: 0, host: '127.0.0.1' };

it('attack 56: 500 requests to /readyz cause one read a second and no write', async () => {
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
		// Writing shows that the store accepts writes.
		ping: write,
		transact: async () => {
			await write();
			return expect.unreachable();
		},
	};
	let now = 1_000;
	const readiness = createReadiness({ gateway, claims: claimsIn(store), states, clock: { now: () => now } });
	server = await serveHealth(local, { metrics: expect.unreachable }, readiness);
	const readyz = () => fetch(`http://127.0.0.1:${server?.port}/readyz`);
	const answers = await Promise.all(Array.from({ length: 500 }, readyz));
	expect(answers.every(({ status }) => status === 200)).toBe(true);
	expect(asked).toEqual({ reads: 1, writes: 0 });
	now += 1_000;
	await readyz();
	expect(asked).toEqual({ reads: 2, writes: 0 });
});

it.each([
	[{ isReady: true, troubles: ['shop down'] }, 200, 'ready\nshop down\n'],
	[
		{ isReady: false, troubles: ['store degraded: SQLITE_FULL'] },
		503,
		'not ready\nstore degraded: SQLITE_FULL\n',
	],
] satisfies [ReadinessAnswer, number, string][])(
	'/readyz says whether the bot is ready, and what does not work: %j',
	async (readiness, status, text) => {
		server = await serveHealth(local, { metrics: expect.unreachable }, async () => readiness);
		const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`);
		expect([answer.status, await answer.text()]).toEqual([status, text]);
	},
);

it('/metrics contains zero values for events that haven’t happened yet, and no other path has a page', async () => {
	const metrics = createMetrics(['/verify']);
	metrics.follow({ ...quietReadings, waitingGrants: { size: 3 } });
	metrics.interactions.inc({ name: '/verify', result: 'ok' });
	server = await serveHealth(local, metrics.registry, expect.unreachable);
	const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
	expect(text).toContain('claimcheck_interactions_total{name="/verify",result="ok"} 1');
	// An alert on an increase misses the first error if the series only appears with it.
	expect(text).toContain('claimcheck_interactions_total{name="/verify",result="error"} 0');
	expect(text).toContain('claimcheck_verifications_total{outcome="failed"} 0');
	expect(text).toContain('claimcheck_grants_waiting 3');
	expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
});

describe('readiness', () => {
	const since = Date.UTC(2026, 10, 23);
	const clock = { now: () => since };
	const lookAt = (seen: Partial<Record<Dependency, DependencyState>>, isWhole = true) =>
		createReadiness({
			gateway: { isWhole },
			claims: claimsIn(memoryStore()),
			states: floor<DependencyStates>({
				of: (dependency: Dependency) => seen[dependency] ?? { status: 'up' },
				isFailing: (dependency: Dependency) => seen[dependency] !== undefined,
			}),
			clock,
		})();

	it.each([
		['database', 'degraded', false],
		['shop', 'down', true],
	] as const)('names a %s that is %s; ready: %s', async (dependency, status, isReady) => {
		expect(await lookAt({ [dependency]: { status, since, reason: 'HTTP 500' } })).toEqual({
			isReady,
			troubles: [`${dependency} ${status} since 2026-11-23T00:00:00.000Z: HTTP 500`],
		});
	});

	it('is not ready without a connection to Discord', async () => {
		expect(await lookAt({}, false)).toEqual({ isReady: false, troubles: ['discord: not connected'] });
	});

	it('is not ready while the store cannot be read', async () => {
		const store = { get: () => Promise.reject(new Error('away')) };
		const readiness = createReadiness({ gateway, claims: claimsIn(store), states, clock });
		expect(await readiness()).toEqual({ isReady: false, troubles: ['database: no response'] });
	});

	it('is not ready while CLAIM_SECRET is being changed', async () => {
		const claims = { assertUsable: () => Promise.reject(new SecretChangedError('It is being changed')) };
		const readiness = createReadiness({ gateway, claims, states, clock });
		expect(await readiness()).toEqual({ isReady: false, troubles: ['database: It is being changed'] });
	});
});
