import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../base/clock.js';
import { StoreRefusedError } from '../base/errors.js';
import { TtlCache } from '../base/time/ttl-cache.js';
import { type DependencyStates, dependencies } from '../dependencies/dependency-states.js';
import type { Metrics } from './metrics.js';

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
