import { afterEach, describe, expect, it } from 'vitest';
import { type HealthServer, startHealthServer } from '../src/health-server.js';
import { createMetrics } from '../src/metrics.js';

let server: HealthServer | undefined;
afterEach(() => server?.close());

async function start(isReady: () => Promise<boolean>): Promise<(path: string) => Promise<Response>> {
	const metrics = createMetrics({ waitingGrants: () => 3, guilds: () => 0 });
	metrics.interactions.inc({ name: '/verify', result: 'ok' });
	server = await startHealthServer({
		port: 0,
		host: '127.0.0.1',
		isReady,
		metrics: () => metrics.registry.metrics(),
	});
	const { port } = server;
	return (path) => fetch(`http://127.0.0.1:${port}${path}`);
}

describe('the health server', () => {
	it('says that the process lives, whatever the store does', async () => {
		const get = await start(() => Promise.reject(new Error('store away')));
		expect((await get('/healthz')).status).toBe(200);
	});

	it.each([
		['connected with a store that answers', async () => true, 200],
		['not connected to Discord', async () => false, 503],
		['without its store', () => Promise.reject(new Error('store away')), 503],
	])('says whether it is ready: %s', async (_, isReady, status) => {
		const get = await start(isReady);
		expect((await get('/readyz')).status).toBe(status);
	});

	it('gives the metrics for Prometheus', async () => {
		const get = await start(async () => true);
		const text = await (await get('/metrics')).text();
		expect(text).toContain('claimcheck_interactions_total{name="/verify",result="ok"} 1');
		expect(text).toContain('claimcheck_grants_waiting 3');
	});

	it('has nothing else to show', async () => {
		const get = await start(async () => true);
		expect((await get('/')).status).toBe(404);
	});
});
