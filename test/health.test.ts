import { afterEach, describe, expect, it } from 'vitest';
import { type ReadinessAnswer, serveHealth } from '../src/health.js';
import { createMetrics } from '../src/operate/metrics.js';
import { quietReadings } from './quiet-readings.js';

let server: Awaited<ReturnType<typeof serveHealth>> | undefined;
afterEach(() => server?.close());

async function start(
	readiness: () => Promise<ReadinessAnswer>,
): Promise<(path: string) => Promise<Response>> {
	const metrics = createMetrics(['/verify']);
	metrics.follow({ ...quietReadings, waitingGrants: { size: 3 } });
	metrics.interactions.inc({ name: '/verify', result: 'ok' });
	const { registry } = metrics;
	server = await serveHealth({ port: 0, host: '127.0.0.1' }, registry, readiness);
	const { port } = server;
	return (path) => fetch(`http://127.0.0.1:${port}${path}`);
}

describe('the health server', () => {
	it('says that the process lives, whatever the store does', async () => {
		const get = await start(() => Promise.reject(new Error('store away')));
		expect((await get('/healthz')).status).toBe(200);
	});

	it.each([
		[{ isReady: true, troubles: [] }, 200, 'ready\n'],
		[{ isReady: true, troubles: ['shop down'] }, 200, 'ready\nshop down\n'],
		[
			{ isReady: false, troubles: ['store degraded: SQLITE_FULL'] },
			503,
			'not ready\nstore degraded: SQLITE_FULL\n',
		],
	])('says whether it is ready, and what does not work: %j', async (readiness, status, text) => {
		const get = await start(async () => readiness);
		const answer = await get('/readyz');
		expect([answer.status, await answer.text()]).toEqual([status, text]);
	});

	it('gives the metrics for Prometheus', async () => {
		const get = await start(async () => ({ isReady: true, troubles: [] }));
		const text = await (await get('/metrics')).text();
		expect(text).toContain('claimcheck_interactions_total{name="/verify",result="ok"} 1');
		// An alert on an increase misses the first error of a series that appears with it.
		expect(text).toContain('claimcheck_interactions_total{name="/verify",result="error"} 0');
		expect(text).toContain('claimcheck_verifications_total{outcome="failed"} 0');
		expect(text).toContain('claimcheck_grants_waiting 3');
	});

	it('has nothing else to show', async () => {
		const get = await start(async () => ({ isReady: true, troubles: [] }));
		expect((await get('/')).status).toBe(404);
	});
});
