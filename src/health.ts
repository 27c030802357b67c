import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Clock } from './base/clock.js';
import { StoreRefusedError } from './base/errors.js';
import { ttlCache } from './base/time/ttl-cache.js';
import type { Settings } from './config.js';
import type { Ground } from './ground.js';
import { type DependencyStates, dependencies } from './operate/dependency-states.js';
import type { Metrics, Readings } from './operate/metrics.js';
import { lastBackupAt } from './storage/backups.js';
import { sqliteFileOf } from './storage/open.js';
import type { Store } from './storage/store.js';

export interface ReadinessAnswer {
	readonly isReady: boolean;
	/** Parts that don't work, one line each, without secrets. */
	readonly troubles: readonly string[];
}

export interface ReadinessParts {
	/** `isWhole`: events are arriving from every guild of this process. */
	readonly gateway: { readonly isWhole: boolean };
	/** `assertUsable` rejects if claims can't be made now. */
	readonly claims: { assertUsable(): Promise<void> };
	readonly states: DependencyStates;
	readonly clock: Pick<Clock, 'now'>;
}

/** Ready if connected to Discord and claims can be made. The shop may be down: the bot keeps codes and retries. */
export function createReadiness(parts: ReadinessParts): () => Promise<ReadinessAnswer> {
	const { gateway, claims, states, clock } = parts;
	// At most once a second: requests to the port must not load the store. Writes are judged by the bot's own.
	const recent = ttlCache<string | undefined>(1_000, clock);
	return async () => {
		const trouble = await recent('database', () =>
			claims.assertUsable().then(
				() => undefined,
				(error: unknown) => (error instanceof StoreRefusedError ? error.message : 'no response'),
			),
		);
		const isConnected = gateway.isWhole;
		const troubles = dependencies.flatMap((dependency) => {
			const state = states.of(dependency);
			if (state.status !== 'up') {
				const since = new Date(state.since).toISOString();
				return [`${dependency} ${state.status} since ${since}: ${state.reason}`];
			}
			if (dependency === 'discord' && !isConnected) return ['discord: not connected'];
			return dependency === 'database' && trouble !== undefined ? [`database: ${trouble}`] : [];
		});
		const isReady = trouble === undefined && isConnected && !states.isFailing('database');
		return { isReady, troubles };
	};
}

/** Serves `/healthz`, `/readyz` (503 with the reasons) and `/metrics`. Rejects if the port can't be opened. */
export async function serveHealth(
	{ host, port }: { readonly host: string; readonly port: number },
	registry: Pick<Metrics['registry'], 'metrics'>,
	readiness: () => Promise<ReadinessAnswer>,
) {
	const server = createServer((request, response) => {
		const answer = (status: number, body: string): void => {
			response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
		};
		const path = request.url?.split('?')[0];
		const failed = (): void => answer(503, 'not ready\n');
		if (path === '/healthz') answer(200, 'ok\n');
		else if (path === '/readyz') {
			readiness().then(({ isReady, troubles }) => {
				const lines = [isReady ? 'ready' : 'not ready', ...troubles];
				answer(isReady ? 200 : 503, `${lines.join('\n')}\n`);
			}, failed);
		} else if (path === '/metrics') registry.metrics().then((text) => answer(200, text), failed);
		else answer(404, 'not found\n');
	});
	await once(server.listen(port, host), 'listening');
	return {
		/** The actual port. */
		port: (server.address() as AddressInfo).port,
		async close(): Promise<void> {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** The last backup and the free space. Both are undefined for a database on a server, which has its own tools. */
function databaseReadings(
	databaseUrl: string,
	store: Store,
	clock: Pick<Clock, 'now'>,
): Readings['database'] {
	const file = sqliteFileOf(databaseUrl);
	// Requests to the health port must not load the store.
	const recent = ttlCache<number>(30_000, clock);
	const backup = () => recent('backup', async () => (await lastBackupAt(store)) ?? 0);
	return {
		// Why it can't be read is in the store's state.
		lastBackupAt: async () => (file === undefined ? undefined : await backup().catch(() => undefined)),
		async diskFree() {
			const disk =
				file === undefined ? undefined : await statfs(dirname(resolve(file))).catch(() => undefined);
			return disk && disk.bavail * disk.bsize;
		},
	};
}

/** The health port with its metrics; undefined if its address can't be used: members matter more than a page. */
export async function openHealth(
	settings: Pick<Settings, 'HEALTH_PORT' | 'HEALTH_HOST' | 'DATABASE_URL'>,
	metrics: Metrics,
	parts: Ground & ReadinessParts & Omit<Readings, 'database'>,
) {
	const { HEALTH_HOST: host, HEALTH_PORT: port } = settings;
	const { store, clock, logger } = parts;
	metrics.follow({ ...parts, database: databaseReadings(settings.DATABASE_URL, store, clock) });
	try {
		return await serveHealth({ host, port }, metrics.registry, createReadiness(parts));
	} catch (err) {
		logger.warn(
			{ err, host, port },
			'There is no health page. Choose a free HEALTH_PORT above 1023, and as HEALTH_HOST an address of this machine',
		);
		return undefined;
	}
}
