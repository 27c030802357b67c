import { describe, expect, it } from 'vitest';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { accountSchema, itemSchema, purchaseSchema } from '../../src/marketplace/schemas.js';
import { FakeClock } from '../world/fake-clock.js';
import { apiKey, startClient } from './client-set-up.js';
import {
	accountBody,
	itemBody,
	itemsBody,
	sampleAccount,
	sampleCode,
	sampleItem,
	samplePurchase,
	validationBody,
} from './samples.js';
import { json, raw, refusal } from './scripted-server.js';

describe('a request', () => {
	it('carries the key in the Authorization header alone, and gives the value in the domain’s own terms', async () => {
		const { client, server, reports } = await startClient();
		server.answerWith(json(accountBody), json(itemsBody), json(itemBody), json(validationBody));
		const item = itemSchema.parse(sampleItem);
		expect([
			await client.accountDetails(),
			await client.allItems(),
			await client.item(42),
			await client.validatePurchase(sampleCode),
		]).toEqual(
			[
				accountSchema.parse(sampleAccount),
				{ items: [indexItem(item)], skipped: 0 },
				item,
				purchaseSchema.parse(samplePurchase),
			].map((value) => ({ ok: true, value })),
		);
		expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
			'GET /api/account/details',
			'GET /api/items/all',
			'GET /api/items/item?item_id=42',
			'POST /api/purchases/validation',
		]);
		expect(reports.map(({ endpoint }) => endpoint)).toEqual([
			'account/details',
			'items/all',
			'items/item',
			'purchases/validation',
		]);
		for (const { headers, body } of server.requests) {
			expect(headers.authorization).toBe(`Bearer ${apiKey}`);
			expect(headers['user-agent']).toBe('claimcheck/9.9.9');
			expect(headers.accept).toBe('application/json');
			expect(body).not.toContain(apiKey);
		}
	});

	it.each([
		['form', 'application/x-www-form-urlencoded', 'purchase_code=a%2Bb%26c%3D1'],
		['json', 'application/json', '{"purchase_code":"a+b&c=1"}'],
	] as const)('carries the code in a %s body', async (body, contentType, content) => {
		const { client, server } = await startClient({ body });
		server.answerWith(refusal('Invalid purchase code'));
		await client.validatePurchase('a+b&c=1');
		expect(server.requests[0]?.headers['content-type']).toBe(contentType);
		expect(server.requests[0]?.body).toBe(content);
	});
});

describe('a success', () => {
	it('may spell the code in another case', async () => {
		const { client, server } = await startClient();
		server.answerWith(json(validationBody));
		expect((await client.validatePurchase(sampleCode.toUpperCase())).ok).toBe(true);
	});

	it('for another code, or another item, is malformed', async () => {
		const { client, server } = await startClient();
		server.answerWith(json(validationBody), json(itemBody));
		const purchase = await client.validatePurchase('00000000-0000-4000-8000-000000000000');
		const item = await client.item(43);
		for (const result of [purchase, item]) {
			expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
		}
	});
});

describe('the list of items', () => {
	it('leaves out entries that can’t be read, and counts them', async () => {
		const { client, server } = await startClient();
		const items = [null, sampleItem, { name: 'no id' }, 'text', { ...sampleItem, id: 43, price: 'free' }];
		server.answerWith(json({ status: 'success', items }));
		const result = await client.allItems();
		expect(result.ok && result.value.items.map(({ listed }) => listed.id)).toEqual([42, 43]);
		expect(result.ok && result.value.skipped).toBe(3);
	});

	it('is malformed where no entry at all can be read, and empty where there is none', async () => {
		const { client, server } = await startClient();
		server.answerWith(json({ status: 'success', items: ['a', 'b'] }), json({ status: 'success', items: [] }));
		expect(await client.allItems()).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
		expect(await client.allItems()).toMatchObject({ ok: true, value: { items: { length: 0 }, skipped: 0 } });
	});

	it('may be longer than a single answer, up to its own limit', async () => {
		const long = { ...sampleItem, description: 'x'.repeat(3_000) };
		const { client, server } = await startClient({ limits: { singleBytes: 2_000, listBytes: 5_000 } });
		server.answerWith(json({ status: 'success', items: [long] }));
		expect((await client.allItems()).ok).toBe(true);
		server.answerWith(json({ status: 'success', item: long }));
		expect(await client.item(42)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
		server.answerWith(json({ status: 'success', items: [long, long] }));
		expect(await client.allItems()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
	});
});

describe('a refusal', () => {
	it.each([
		['an unknown message', refusal('Something broke'), 'refused'],
		['no message', json({ status: 'error' }, 400), 'refused'],
		['another endpoint’s message', refusal('Item Not Found', 404), 'refused'],
		['HTTP 500', refusal('Invalid purchase code', 500), 'unavailable'],
		['HTTP 503', refusal('Invalid purchase code', 503), 'unavailable'],
		['HTTP 429', refusal('Invalid purchase code', 429), 'rate-limited'],
		['a word that only begins so', refusal('Invalid purchase code format error in plugin'), 'refused'],
	])('with %s never means an invalid code', async (_, reply, kind) => {
		const { client, server } = await startClient({ limits: { defaultPauseMs: 60_000 } });
		server.answerWith(reply);
		expect(await client.validatePurchase(sampleCode)).toMatchObject({ ok: false, failure: { kind } });
	});

	it('is not repeated with anything that the server put into it', async () => {
		const { client, server, reports } = await startClient();
		server.answerWith(refusal(`Unknown code ${sampleCode} for key ${apiKey}`));
		const output = JSON.stringify([await client.validatePurchase(sampleCode), reports]);
		expect(output).not.toContain(sampleCode);
		expect(output).not.toContain(apiKey);
	});
});

it('reports why a call failed, without anything that the server may have put into it', async () => {
	const clock = new FakeClock();
	const { client, server, reports } = await startClient({ clock, limits: { maxAttempts: 1 } });
	server.answerWith(raw(502, 'Bad gateway'), refusal('Invalid purchase code'));
	await client.item(42);
	await client.validatePurchase(sampleCode);
	expect(reports).toStrictEqual([
		{ endpoint: 'items/item', outcome: 'unavailable', reason: 'HTTP 502', requests: 1, ms: 0 },
		{ endpoint: 'purchases/validation', outcome: 'invalid-code', requests: 1, ms: 0 },
	]);
});

it('answers, rather than throws, after it was closed', async () => {
	const { client, server } = await startClient();
	server.answerWith(json(accountBody));
	await client.close();
	expect(await client.accountDetails()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
});
