import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { judgeError } from '../../src/marketplace/attempt-outcome.js';
import { httpTransport } from '../../src/marketplace/transport.js';
import { accountBody } from './samples.js';
import { hang, json, type Reply, raw, startScriptedServer } from './scripted-server.js';

async function start(reply: Reply, path = '') {
	const server = await startScriptedServer();
	server.answerWith(reply);
	return { server, ...connect(server.baseUrl + path) };
}

/** A transport with a single connection, whose requests one caller can abort. */
function connect(baseUrl: string, connectMs = 20_000) {
	const transport = httpTransport({ baseUrl, apiKey: 'key', connectMs, connections: 1 });
	onTestFinished(() => transport.close());
	const caller = new AbortController();
	const { signal } = caller;
	const send = (more: Partial<Parameters<typeof transport.sendRequest>[0]> = {}) =>
		transport.sendRequest({ path: '/', silenceMs: 20_000, maxBytes: 100_000, signal, ...more });
	return { caller, send };
}

it('leaves nothing behind on its caller’s signal, whether the request was answered or aborted', async () => {
	const { caller, send, server } = await start(json(accountBody));
	await send();
	expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
	server.answerWith(hang);
	const unanswered = send();
	await expect.poll(() => server.inFlight()).toBe(1);
	caller.abort();
	await expect(unanswered).rejects.toThrow('aborted');
	expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

it('aborts a request that still waits for a connection, without sending it', async () => {
	const { caller, send, server } = await start(hang);
	const first = send();
	await expect.poll(() => server.requests.length).toBe(1);
	const second = send();
	caller.abort();
	await expect(first).rejects.toThrow('aborted');
	await expect(second).rejects.toThrow('aborted');
	await expect(send()).rejects.toThrow('aborted');
	expect(server.requests).toHaveLength(1);
});

it('requests paths below its base address', async () => {
	const { send, server } = await start(json({}), '/a//shop//');
	await send({ path: '/api' });
	expect(server.requests).toMatchObject([{ method: 'GET', url: '/a//shop/api', body: '' }]);
	expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
});

describe('a response', () => {
	it('is returned with its status, pause and text', async () => {
		const { send } = await start(raw(404, '{"items":"none","é":1}', { 'retry-after': '7' }));
		const { body, ...rest } = await send();
		expect(rest).toEqual({ status: 404, retryAfter: '7' });
		expect(Buffer.concat(body).toString()).toBe('{"items":"none","é":1}');
	});

	it.each([302, 429, 503])('with HTTP %d is not read', async (status) => {
		const { send, server } = await start((response) => {
			response.writeHead(status, { 'retry-after': '7' });
			response.write('never ends');
		});
		expect(await send()).toEqual({ status, retryAfter: '7', body: [] });
		await expect.poll(() => server.inFlight()).toBe(0);
	});

	it('is limited to the allowed number of bytes', async () => {
		const { send, server } = await start((response) => {
			response.write('x'.repeat(60));
			response.end('y'.repeat(40));
		});
		expect(Buffer.concat((await send({ maxBytes: 100 })).body)).toHaveLength(100);
		await expect(send({ maxBytes: 99 })).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
		await expect.poll(() => server.inFlight()).toBe(0);
	});

	describe('compressed without being asked for', () => {
		const text = '{"a":1}'.padEnd(2_000);
		it.each([
			['gzip', gzipSync(text)],
			['', gzipSync(text)],
			['gzip', Buffer.from(text)],
		])('is decompressed as %j, within its limit', async (coding, bytes) => {
			const { send, server } = await start((response) => {
				response.writeHead(200, coding === '' ? {} : { 'content-encoding': coding }).end(bytes);
			});
			expect(Buffer.concat((await send({ maxBytes: 2_000 })).body).toString()).toBe(text);
			await expect(send({ maxBytes: 1_999 })).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
			expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
		});

		it('is reported with the reason if it can’t be decompressed', async () => {
			const { send } = await start((response) => response.end(gzipSync(text).subarray(0, 30)));
			await expect(send()).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
		});
	});

	it.each([
		['a control sign in a header', 'HTTP/1.1 200 OK\r\nx-a: b\u0001c\r\ncontent-length: 2\r\n\r\n{}'],
		['a blank in the name of a header', 'HTTP/1.1 200 OK\r\nx a: b\r\ncontent-length: 2\r\n\r\n{}'],
		['bare line feeds', 'HTTP/1.1 200 OK\ncontent-length: 2\n\n{}'],
		['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
	])('with %s is reported as not being HTTP', async (_, answer) => {
		const { send } = await start((response) => response.socket?.end(answer));
		const error: unknown = await send().catch((reason: unknown) => reason);
		expect(judgeError(error)).toMatchObject({ failure: { reason: 'not HTTP' } });
	});
});

it('waits no longer for a connection than configured', async () => {
	// Accepts connections, but never starts TLS.
	const silent = createServer().listen(0, '127.0.0.1');
	await once(silent, 'listening');
	onTestFinished(() => void silent.close());
	const { port } = silent.address() as AddressInfo;
	// By default, undici also gives up after ten seconds.
	await expect(connect(`https://127.0.0.1:${port}`, 50).send()).rejects.toThrow('timeout: 50ms');
});
