import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { at, type Json, membersOf, numberIn } from './edge.js';
import { bytesOf } from './wire.js';

export interface Reply {
	readonly status: number;
	readonly wire: Buffer;
}

/** A reply from `{status, headers, body, length}`: the body is written as JSON; `length` is added to the header's. */
export function replyOf(node: Json | undefined): Reply {
	const status = numberIn(at(node, 'status'), 100, 999, 200);
	const body = bytesOf(at(node, 'body') ?? null);
	const headers = membersOf(at(node, 'headers')).flatMap(([name, value]) => {
		const text = typeof value === 'string' ? value : bytesOf(value).subarray(0, 2_000).toString('latin1');
		const isFraming = /^(?:content-length|transfer-encoding|connection|trailer|upgrade)$/i.test(name);
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || isFraming) return [];
		return [`${name}: ${text.replace(/[^\x20-\x7e\x80-\xff]/g, '')}`];
	});
	const length = Math.max(0, body.length + numberIn(at(node, 'length'), -1_000_000, 1_000_000, 0));
	const framing = [`content-length: ${length}`, 'connection: close'];
	const head = [`HTTP/1.1 ${status} As it is`, ...headers, ...framing, '', ''].join('\r\n');
	return { status, wire: Buffer.concat([Buffer.from(head, 'latin1'), body]) };
}

/** The reply to a request for this path: bytes, after which the connection ends, or a function that handles it. */
type Answer = (path: string) => Buffer | ((socket: Socket) => void);
type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

export type RawServer = Awaited<ReturnType<typeof startRawServer>>;

/** A server on loopback that sends the given bytes and ends each connection. */
export async function startRawServer() {
	let [answer, upgrade]: [Answer?, Upgrade?] = [];
	const server = createServer((request) => {
		request.resume().once('end', () => {
			const sent = answer?.(request.url ?? '') ?? Buffer.alloc(0);
			if (typeof sent === 'function') sent(request.socket);
			else request.socket.end(sent);
		});
	});
	server.on('upgrade', (request, _, head) => upgrade?.(request, request.socket, head));
	// Otherwise a gateway's next frame would wait for the acknowledgement of the previous one.
	server.on('connection', (socket) => socket.setNoDelay(true));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The replies from now on, and the handler for a WebSocket. */
		serves(...both: [Answer, Upgrade]): void {
			[answer, upgrade] = both;
		},
		async close(): Promise<void> {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
