import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

export interface HealthServerOptions {
	readonly port: number;
	readonly host: string;
	readonly readiness: Pick<Readiness, 'check'>;
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
	static async start({ port, host, readiness, registry }: HealthServerOptions): Promise<HealthServer> {
		const server = createServer((request, response) => {
			const answer = (status: number, body: string): void => {
				response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
			};
			const path = request.url?.split('?')[0];
			const failed = (): void => answer(503, 'not ready\n');
			if (path === '/healthz') answer(200, 'ok\n');
			else if (path === '/readyz') {
				readiness.check().then(({ isReady, troubles }) => {
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
