import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from './readiness.js';

export interface HealthServer {
	/** The port that was taken. */
	readonly port: number;
	close(): Promise<void>;
}

/**
 * Serves `/healthz` (the process lives), `/readyz` (connected to Discord and the store works; 503 otherwise, with the
 * reasons) and `/metrics` (Prometheus text). No page holds a secret. Rejects if the port can't be opened.
 */
export async function startHealthServer(options: {
	readonly port: number;
	/** The address to listen on. */
	readonly host: string;
	readonly readiness: () => Promise<Readiness>;
	readonly metrics: () => Promise<string>;
}): Promise<HealthServer> {
	const server = createServer((request, response) => {
		const answer = (status: number, body: string): void => {
			response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
		};
		const path = request.url?.split('?')[0];
		const failed = (): void => answer(503, 'not ready\n');
		if (path === '/healthz') answer(200, 'ok\n');
		else if (path === '/readyz') {
			options.readiness().then(({ isReady, troubles }) => {
				const lines = [isReady ? 'ready' : 'not ready', ...troubles];
				answer(isReady ? 200 : 503, `${lines.join('\n')}\n`);
			}, failed);
		} else if (path === '/metrics') options.metrics().then((text) => answer(200, text), failed);
		else answer(404, 'not found\n');
	});
	await listen(server, options.port, options.host);
	return {
		port: (server.address() as AddressInfo).port,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
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
