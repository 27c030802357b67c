import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HealthServer {
	/** The port that was taken. */
	readonly port: number;
	close(): Promise<void>;
}

/**
 * Serves `/healthz` (the process lives), `/readyz` (connected to Discord, store answering; 503 otherwise) and
 * `/metrics` (Prometheus text). None of the pages holds a secret. Rejects where the port is taken.
 */
export async function startHealthServer(options: {
	readonly port: number;
	/** The address to listen on. */
	readonly host: string;
	readonly isReady: () => Promise<boolean>;
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
			options.isReady().then((ready) => (ready ? answer(200, 'ready\n') : failed()), failed);
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
