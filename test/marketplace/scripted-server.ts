import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface SeenRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export type Reply = (response: ServerResponse) => void;

/** A marketplace on loopback that gives exactly the responses that the test sets, until the test's end. */
export async function startScriptedServer() {
	const requests: SeenRequest[] = [];
	let replies: Reply[] = [json({ status: 'error', msg: 'not scripted' }, 500)];
	let inFlight = 0;
	const server = createServer((incoming, response) => {
		inFlight += 1;
		response.on('close', () => {
			inFlight -= 1;
		});
		void see(incoming).then((request) => {
			requests.push(request);
			const reply = replies.length > 1 ? replies.shift() : replies[0];
			reply?.(response);
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;

	return {
		baseUrl: `http://127.0.0.1:${port}`,
		requests,
		/** Requests without a response yet. */
		inFlight: () => inFlight,
		/** Answers the next requests with `next`, one each; the last one repeats. */
		answerWith(...next: [Reply, ...Reply[]]) {
			replies = next;
		},
	};
}

async function see(incoming: IncomingMessage): Promise<SeenRequest> {
	let body = '';
	incoming.setEncoding('utf8');
	// A client that aborted halfway is no reason to fail here.
	for await (const chunk of incoming) body += String(chunk);
	return { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
}

export function raw(status: number, body: string, headers: Record<string, string | string[]> = {}): Reply {
	return (response) => void response.writeHead(status, headers).end(body);
}

export const json = (value: unknown, status = 200): Reply =>
	raw(status, JSON.stringify(value), { 'content-type': 'application/json' });

export const refusal = (msg: string): Reply => json({ status: 'error', msg }, 400);

/** Never responds. */
export const hang: Reply = () => {};
