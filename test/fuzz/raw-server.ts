import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { at, type Json, membersOf, numberIn } from './edge.js';
import { bytesOf } from './wire.js';

export interface Reply {
	readonly status: number;
	readonly wire: Buffer;
}

/**
 * A reply from `{status, headers, body, cut, length, chunks}`: the body is written as JSON and cut after `cut` bytes;
 * `length` is a false length for the header, and `chunks` is the chunk size in bytes.
 */
export function replyOf(node: Json | undefined): Reply {
	const status = numberIn(at(node, 'status'), 100, 999, 200);
	const written = bytesOf(at(node, 'body') ?? null);
	const body = written.subarray(0, numberIn(at(node, 'cut'), 0, written.length, written.length));
	const headers = membersOf(at(node, 'headers')).flatMap(([name, value]) => {
		const text = typeof value === 'string' ? value : bytesOf(value).subarray(0, 2_000).toString('latin1');
		const isFraming = /^(?:content-length|transfer-encoding|connection|trailer|upgrade)$/i.test(name);
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || isFraming) return [];
		return [`${name}: ${text.replace(/[^\x20-\x7e\x80-\xff]/g, '')}`];
	});
	const chunks = numberIn(at(node, 'chunks'), 1, 1_000_000, 0);
	const length = Math.max(0, body.length + numberIn(at(node, 'length'), -1_000_000, 1_000_000, 0));
	const framing = chunks > 0 ? 'transfer-encoding: chunked' : `content-length: ${length}`;
	const head = [`HTTP/1.1 ${status} As it is`, ...headers, framing, 'connection: close', '', ''].join('\r\n');
	return {
		status,
		wire: Buffer.concat([Buffer.from(head, 'latin1'), chunks > 0 ? chunked(body, chunks) : body]),
	};
}

function chunked(body: Buffer, size: number): Buffer {
	// At most a thousand chunks for a large body.
	const step = Math.max(size, Math.ceil(body.length / 1_000));
	const pieces: Buffer[] = [];
	for (let from = 0; from < body.length; from += step) {
		const piece = body.subarray(from, from + step);
		pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
	}
	return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

/** Bytes, after which the connection ends, or a function that handles the connection. */
type Sent = Buffer | ((socket: Socket) => void);

/** A server on loopback that sends the given bytes and ends each connection. */
export interface RawServer {
	readonly baseUrl: string;
	/** The replies for each path from now on, and the handler for a WebSocket. */
	serves(
		answer: (path: string) => Sent,
		upgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
	): void;
	close(): Promise<void>;
}

export async function startRawServer(): Promise<RawServer> {
	let serve: Parameters<RawServer['serves']> | undefined;
	const server = createServer((request) => {
		request.resume().once('end', () => {
			const sent = serve?.[0](request.url ?? '') ?? Buffer.alloc(0);
			if (typeof sent === 'function') sent(request.socket);
			else request.socket.end(sent);
		});
	});
	server.on('upgrade', (request, _, head) => serve?.[1](request, request.socket, head));
	// Otherwise a gateway's next frame would wait for the acknowledgement of the previous one.
	server.on('connection', (socket) => socket.setNoDelay(true));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		serves: (...both) => {
			serve = both;
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
