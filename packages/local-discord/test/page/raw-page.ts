import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import type { PageServer } from '../../src/page/page-server.js';
import { keyProtocolPrefix, type ServerFrame, socketProtocol } from '../../src/page/protocol.js';

/** A response as an attacker sees it. */
export interface RawAnswer {
	/** 0 if the connection was closed without a response. */
	readonly status: number;
	/** Header names in lowercase. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export function portOf(server: PageServer): number {
	return Number(new URL(server.address).port);
}

export function keyOf(server: PageServer): string {
	return new URL(server.address).hash.slice('#key='.length);
}

/** Sends raw bytes, without any client between the test and the server, and reads until it closes. */
export async function sendRaw(port: number, text: string): Promise<RawAnswer> {
	const socket = connect(port, '127.0.0.1');
	const chunks: Buffer[] = [];
	socket.on('data', (chunk) => chunks.push(chunk));
	socket.on('error', () => undefined);
	socket.write(text);
	await once(socket, 'close');
	const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
	const [first = '', ...lines] = head.split('\r\n');
	const headers = lines.map((line) => [
		line.slice(0, line.indexOf(':')).toLowerCase(),
		line.slice(line.indexOf(':') + 2),
	]);
	return {
		status: Number(first.split(' ')[1] ?? 0),
		headers: Object.fromEntries(headers),
		body: body.join('\r\n\r\n'),
	};
}

/** One GET request; `headers` replace the proper ones, and undefined leaves one out. */
export function get(
	server: PageServer,
	path: string,
	headers: Readonly<Record<string, string | undefined>> = {},
	method = 'GET',
): Promise<RawAnswer> {
	const all = { Host: `127.0.0.1:${portOf(server)}`, Connection: 'close', ...headers };
	const lines = Object.entries(all).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}: ${value}\r\n`],
	);
	return sendRaw(portOf(server), `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

type SocketOptions = Pick<ClientOptions, 'origin' | 'headers'> & {
	readonly path?: string;
	readonly key?: string;
	readonly protocols?: readonly string[];
};

/** Opens a socket as the page does, except for the given options; closed with the test. */
export function openSocket(server: PageServer, given: SocketOptions = {}): WebSocket {
	const socket = newSocket(server, given);
	onTestFinished(() => socket.terminate());
	return socket;
}

/** Like `openSocket`, but the caller must close it. */
export function newSocket(server: PageServer, given: SocketOptions = {}): WebSocket {
	const { path = '/socket', key = keyOf(server), protocols, ...options } = given;
	const { origin } = new URL(server.address);
	const socket = new WebSocket(
		`ws://127.0.0.1:${portOf(server)}${path}`,
		[...(protocols ?? [socketProtocol, `${keyProtocolPrefix}${key}`])],
		{ origin, ...options },
	);
	socket.on('error', () => undefined);
	return socket;
}

/** `open`, or the status with which the socket was refused. */
export function outcomeOf(socket: WebSocket): Promise<number | 'open'> {
	return new Promise((resolve) => {
		socket.once('open', () => resolve('open'));
		socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
		socket.once('error', () => resolve(0));
	});
}

/** The next frame of this type. */
export function nextFrame<T extends ServerFrame['type']>(
	socket: WebSocket,
	type: T,
): Promise<ServerFrame & { readonly type: T }> {
	return new Promise((resolve, reject) => {
		const end = (code: number) => reject(new Error(`Closed with ${code}`));
		const take = (data: unknown) => {
			const frame = JSON.parse(String(data)) as ServerFrame;
			if (frame.type !== type) return;
			socket.off('message', take);
			socket.off('close', end);
			resolve(frame as ServerFrame & { readonly type: T });
		};
		socket.on('message', take);
		socket.once('close', end);
	});
}

/** The close code with which the server ends the socket. */
export async function closeOf(socket: WebSocket): Promise<number> {
	const [code] = (await once(socket, 'close')) as [number];
	return code;
}

let lastId = 0;

/** Sends an act as the page does, and returns the server's reply. */
export async function act(
	socket: WebSocket,
	name: string,
	args: unknown,
): Promise<{ readonly result: unknown } | { readonly problem: string }> {
	lastId += 1;
	const id = lastId;
	return new Promise((resolve) => {
		const take = (data: unknown) => {
			const frame = JSON.parse(String(data)) as ServerFrame;
			if ((frame.type !== 'done' && frame.type !== 'refused') || frame.id !== id) return;
			socket.off('message', take);
			resolve(frame.type === 'done' ? { result: frame.result } : { problem: frame.problem });
		};
		socket.on('message', take);
		socket.send(JSON.stringify({ id, act: name, args }));
	});
}
