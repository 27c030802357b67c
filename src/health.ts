import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Clock } from './base/clock.js';
import { StoreRefusedError } from './base/errors.js';
import type { Logger } from './base/logger.js';
import { TtlCache } from './base/time/ttl-cache.js';
import { version } from './base/version.js';
import type { Settings } from './config.js';
import { type DependencyStates, dependencies } from './operate/dependency-states.js';
import type { Metrics, Readings } from './operate/metrics.js';
import { noMetrics } from './operate/no-metrics.js';
import { lastBackupAt } from './storage/backups/backup-path.js';
import { sqliteFileOf } from './storage/open.js';
import type { ListedStore, Store } from './storage/store.js';

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
	readonly states: Pick<DependencyStates, 'of' | 'isFailing'>;
	readonly clock: Pick<Clock, 'now'>;
}

/**
 * A check that is ready if the bot is connected and claims can be made. A shop outage doesn't count: the bot keeps codes
 * and retries.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<ReadinessAnswer> {
	const { gateway, claims, states, clock } = parts;
	// At most once a second: requests to the port must not load the store. Writes are judged by the bot's own.
	const recent = new TtlCache<string | undefined>(1_000, clock);
	return async () => {
		const trouble = await recent.of('database', () =>
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
		return {
			isReady: trouble === undefined && isConnected && !states.isFailing('database'),
			troubles,
		};
	};
}

export interface HealthServerOptions {
	readonly port: number;
	readonly host: string;
	readonly registry: Metrics['registry'];
}

/**
 * Serves `/healthz` (the process lives), `/readyz` (connected to Discord and the store works; otherwise 503 with the
 * reasons) and `/metrics` (Prometheus text). No page holds a secret.
 */
export class HealthServer {
	readonly #server: Server;

	private constructor(server: Server) {
		this.#server = server;
	}

	/** Rejects if the port can't be opened. */
	static async start(
		{ port, host, registry }: HealthServerOptions,
		readiness: () => Promise<ReadinessAnswer>,
	): Promise<HealthServer> {
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
		await listen(server, port, host);
		return new HealthServer(server);
	}

	/** The actual port. */
	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise<void>((resolve) => this.#server.close(() => resolve()));
	}
}

async function listen(server: Server, port: number, host: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve();
		});
	});
}

/** Requests to the health port must not load the store. */
const rememberedMs = 30_000;

/** The last backup and the free space, for the metrics. Only for SQLite: other databases have their own tools. */
class DatabaseReadings {
	readonly #file: string | undefined;
	readonly #store: ListedStore;
	readonly #recent: TtlCache<number>;
	#last: number | undefined;

	constructor(databaseUrl: string, store: ListedStore, clock: Pick<Clock, 'now'>) {
		this.#file = sqliteFileOf(databaseUrl);
		this.#store = store;
		this.#recent = new TtlCache<number>(rememberedMs, clock);
	}

	/** Milliseconds since the epoch, 0 if there is none; undefined if the database is backed up by its own tools. */
	async lastBackupAt(): Promise<number | undefined> {
		if (this.#file === undefined) return undefined;
		try {
			this.#last = await this.#recent.of('backup', async () => (await lastBackupAt(this.#store)) ?? 0);
		} catch {
			// Visible in the store's state.
		}
		return this.#last;
	}

	/** Free space on the database's disk, in bytes; undefined if it is on another machine. */
	async diskFree(): Promise<number | undefined> {
		if (this.#file === undefined) return undefined;
		try {
			const { bavail, bsize } = await statfs(dirname(resolve(this.#file)));
			return bavail * bsize;
		} catch {
			return undefined;
		}
	}
}

/**
 * The configured health port, with the readings for its metrics; undefined if there is none, or its address can't be used:
 * members matter more than a page that may have no reader.
 */
export async function openHealth(
	settings: Pick<Settings, 'HEALTH_PORT' | 'HEALTH_HOST' | 'DATABASE_URL'>,
	parts: ReadinessParts &
		Omit<Readings, 'database' | 'version'> & {
			readonly store: Store;
			readonly metrics: Pick<Metrics, 'registry' | 'follow'>;
			readonly logger: Pick<Logger, 'warn'>;
		},
): Promise<HealthServer | undefined> {
	if (settings.HEALTH_PORT === 0) return undefined;
	const { HEALTH_HOST: host, HEALTH_PORT: port } = settings;
	const { store, metrics, clock } = parts;
	metrics.follow({ ...parts, database: new DatabaseReadings(settings.DATABASE_URL, store, clock), version });
	try {
		return await HealthServer.start({ port, host, registry: metrics.registry }, createReadiness(parts));
	} catch (error) {
		const problem = problemOf(error, host, port);
		if (problem === undefined) throw error;
		parts.logger.warn({ problem }, 'There is no health page. Restart the bot once its address can be used');
		return undefined;
	}
}

/** The problem with the address; undefined for an error that no setting can fix. */
function problemOf(error: unknown, host: string, port: number): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	switch (code) {
		case 'EADDRINUSE':
			return `HEALTH_PORT ${port} is taken: another program, or another copy of the bot, listens on ${host}:${port}. Choose a free port, or 0 for none`;
		case 'EACCES':
			return `HEALTH_PORT ${port} needs more rights than the bot has: choose a port above 1023`;
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
			return `HEALTH_HOST ${host} is no address of this machine`;
		default:
			return undefined;
	}
}

/** Counts only if the health port exposes the metrics, and loads the Prometheus client only then. */
export async function openMetrics(
	settings: Pick<Settings, 'HEALTH_PORT'>,
	names: readonly string[],
): Promise<Metrics> {
	if (settings.HEALTH_PORT === 0) return noMetrics;
	const { createMetrics } = await import('./operate/metrics.js');
	return createMetrics(names);
}
