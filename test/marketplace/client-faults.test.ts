import { describe, expect, it } from 'vitest';
import type { MarketplaceClient } from '../../src/marketplace/client.js';
import { startClient } from './client-set-up.js';
import { itemsBody, sampleCode, validationBody } from './samples.js';
import { hang, json, type Reply, raw } from './scripted-server.js';

const faults: readonly (readonly [name: string, reply: Reply])[] = [
	['a truncated answer', truncated],
	['JSON that is nested without an end', raw(200, '['.repeat(400_000))],
	['a reset connection', (response) => response.socket?.resetAndDestroy()],
	['silence', hang],
	['an answer that dribbles', dribble],
	['200 MB', flood],
];

const endless: ReadonlySet<Reply> = new Set([hang, dribble]);

const calls: readonly (readonly [name: string, call: (client: MarketplaceClient) => Promise<unknown>])[] = [
	['all items', (client) => client.allItems()],
	['a purchase', (client) => client.validatePurchase(sampleCode)],
];

const bodies = { ...itemsBody, ...validationBody };

describe.each(calls)('asking for %s', (_, call) => {
	it.each(faults)('through %s is an outage in time, and works again afterwards', async (_name, reply) => {
		// An endless reply takes the whole of its time.
		const limitMs = endless.has(reply) ? 400 : 20_000;
		const { client, server } = await startClient({
			limits: { singleMs: limitMs, listMs: limitMs, listBytes: 2 * 1024 * 1024 },
		});
		server.answerWith(reply);
		expect(await call(client)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
		server.answerWith(json(bodies));
		await expect.poll(() => call(client)).toMatchObject({ ok: true });
	});
});

it('never follows a redirect, so that the key stays here', async () => {
	const { client, server } = await startClient();
	server.answerWith(raw(307, '', { location: `${server.baseUrl}/elsewhere` }), json(itemsBody));
	await client.validatePurchase(sampleCode);
	expect(server.requests.map(({ url }) => url)).toEqual(['/api/purchases/validation']);
});

it('reports a refused connection as unavailable', async () => {
	const { server } = await startClient();
	await server.close();
	const { client } = await startClient({ baseUrl: server.baseUrl });
	expect(await client.validatePurchase(sampleCode)).toEqual({
		ok: false,
		failure: { kind: 'unavailable', reason: 'ECONNREFUSED' },
	});
});

/** Promises more than it sends. */
function truncated(response: Parameters<Reply>[0]): void {
	const body = JSON.stringify(validationBody);
	response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
	response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

/** A byte now and then, for ever. */
function dribble(response: Parameters<Reply>[0]): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	const timer = setInterval(() => response.write(' '), 20);
	response.on('close', () => clearInterval(timer));
}

/** 200 MB, as fast as they are taken. */
function flood(response: Parameters<Reply>[0]): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = Buffer.alloc(64 * 1024, ' ');
	let left = 200 * 16;
	const pour = (): void => {
		while (left > 0 && !response.destroyed) {
			left -= 1;
			if (!response.write(chunk)) {
				response.once('drain', pour);
				return;
			}
		}
		response.end();
	};
	pour();
}
