import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;

/** A marketplace on loopback that gives exactly the responses that the test sets. */
export interface ScriptedServer {
	readonly baseUrl: string;
	readonly requests: readonly SeenRequest[];
	/** Requests without a response yet. */
	readonly inFlight: number;
	/** Answers the next requests with `replies`, one each; the last one repeats. */
	answerWith(...replies: [Reply, ...Reply[]]): void;
	close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
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
			reply?.(response, request);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		baseUrl: `http://127.0.0.1:${port}`,
		requests,
		get inFlight() {
			return inFlight;
		},
		answerWith(...next) {
			replies = next;
		},
		async close() {
			if (!server.listening) return;
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
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

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
	return (response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(value));
	};
}

export function raw(status: number, body: string, headers: Record<string, string | string[]> = {}): Reply {
	return (response) => {
		response.writeHead(status, headers);
		response.end(body);
	};
}

export const refusal = (msg: string, status = 400): Reply => json({ status: 'error', msg }, status);

/** Never responds. */
export const hang: Reply = () => {};
