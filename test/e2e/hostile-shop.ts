import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Stage } from '@claimcheck/sandbox/stage';

type WireItem = Record<string, unknown> & { media: Record<string, unknown> };

export interface HostileShop {
	/** `MARKETPLACE_URL`. */
	readonly url: string;
	close(): void;
}

/** The stage's shop with other words and addresses in its items: each is passed through `change` on its way. */
export async function openHostileShop(
	stage: Stage,
	change: (item: WireItem) => WireItem,
): Promise<HostileShop> {
	const server = createServer((request, response) => {
		void forward(request).then(({ status, text }) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(text);
		});
	});
	async function forward(request: IncomingMessage): Promise<{ status: number; text: string }> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { host: _, connection: __, ...headers } = request.headers;
		const answer = await fetch(`${stage.marketplace.baseUrl}${request.url}`, {
			method: request.method ?? 'GET',
			headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
			...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
		});
		const body = JSON.parse(await answer.text(), (_key, value) => (isItem(value) ? change(value) : value));
		return { status: answer.status, text: JSON.stringify(body) };
	}
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

function isItem(value: unknown): value is WireItem {
	return typeof value === 'object' && value !== null && 'media' in value && 'sub_category' in value;
}
