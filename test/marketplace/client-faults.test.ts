import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import type { MarketplaceClient } from '../../src/marketplace/client.js';
import { FakeClock } from '../world/fake-clock.js';
import { startClient } from './client-set-up.js';
import { accountBody, itemBody, itemsBody, sampleAccount, sampleCode, validationBody } from './samples.js';
import type { Reply } from './scripted-server.js';
import { hang, json, raw } from './scripted-server.js';

const page = '<!DOCTYPE html><html><title>Sorry</title><body>Back soon</body></html>';
const html = { 'content-type': 'text/html; charset=utf-8' };

const faults: readonly (readonly [name: string, reply: Reply, kind: string])[] = [
	['500', raw(500, '{"status":"error","msg":"Server Error"}'), 'unavailable'],
	['502 with a page', raw(502, page, html), 'unavailable'],
	['200 with a page', raw(200, page, html), 'unavailable'],
	['an empty answer', raw(200, ''), 'unavailable'],
	['a truncated answer', truncated, 'unavailable'],
	['JSON that breaks off', raw(200, '{"status":"success","data":{"purch'), 'unavailable'],
	['JSON that is nested without an end', raw(200, '['.repeat(400_000)), 'unavailable'],
	['a wrong shape', json({ status: 'success', data: { purchase: 7 }, items: {}, item: [] }), 'malformed'],
	['an array', json([]), 'malformed'],
	['a reset connection', (response) => response.socket?.resetAndDestroy(), 'unavailable'],
	['429', raw(429, '', { 'retry-after': '30' }), 'rate-limited'],
	['a redirect', raw(302, '', { location: '/login' }), 'unavailable'],
	['silence', hang, 'unavailable'],
	['an answer that dribbles', dribble, 'unavailable'],
	['200 MB', flood, 'unavailable'],
	['401', json({ message: 'Unauthenticated.' }, 401), 'bad-key'],
	['403 of a firewall', raw(403, 'error code: 1010'), 'blocked'],
	['a plain 404', raw(404, 'Not Found'), 'unavailable'],
	['503 for maintenance', raw(503, page, { ...html, 'retry-after': '3600' }), 'unavailable'],
];

const endless: ReadonlySet<Reply> = new Set([hang, dribble]);

const calls: readonly (readonly [name: string, call: (client: MarketplaceClient) => Promise<unknown>])[] = [
	['all items', (client) => client.allItems()],
	['a purchase', (client) => client.validatePurchase(sampleCode)],
];

const bodies = {
	...accountBody,
	...itemBody,
	...itemsBody,
	data: { ...sampleAccount, ...validationBody.data },
};

describe.each(calls)('asking for %s', (_, call) => {
	it.each(faults)(
		'through %s is reported as what it is, in time, and works again afterwards',
		async (_name, reply, kind) => {
			const clock = kind === 'rate-limited' ? new FakeClock() : systemClock;
			// An endless reply takes the whole of its time.
			const limitMs = endless.has(reply) ? 400 : 20_000;
			const { client, server } = await startClient({
				clock,
				limits: { singleMs: limitMs, listMs: limitMs, listBytes: 2 * 1024 * 1024 },
			});
			server.answerWith(reply);
			expect(await call(client)).toMatchObject({ ok: false, failure: { kind } });
			server.answerWith(json(bodies));
			if (clock instanceof FakeClock) await clock.advance(30_000);
			await expect.poll(() => call(client)).toMatchObject({ ok: true });
		},
	);
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
