import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/base/version.js';
import { type MarketplaceClientOptions, marketplaceClient } from '../../src/marketplace/client.js';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { accountSchema, itemSchema, purchaseSchema } from '../../src/marketplace/schemas.js';
import type { CallReport, ShopCalls } from '../../src/marketplace/shop-calls.js';
import { FakeClock } from '../world/fake-clock.js';
import { floor } from '../world/floor.js';
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
import { json, raw, refusal, startScriptedServer } from './scripted-server.js';

const apiKey = 'key-of-the-author-that-nobody-may-see';

/** A client with a scripted server, both closed after the test. Nothing on loopback takes as long as its limits. */
async function startClient(options: Partial<MarketplaceClientOptions> = {}) {
	const server = await startScriptedServer();
	const reports: CallReport[] = [];
	const client = marketplaceClient({
		...{ baseUrl: server.baseUrl, apiKey, body: 'form', ...options },
		calls: floor<ShopCalls>({ note: (report) => void reports.push(report), noteUnread: () => {} }),
		limits: { singleMs: 20_000, connectMs: 20_000, retryWaitMs: 2, ...options.limits },
	});
	onTestFinished(() => client.close());
	return { client, server, reports };
}

describe('a request', () => {
	it('sends the key only in the Authorization header, and returns the value in the domain’s own terms', async () => {
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
			expect(headers['user-agent']).toBe(`claimcheck/${version}`);
			expect(headers.accept).toBe('application/json');
			expect(body).not.toContain(apiKey);
		}
	});

	it.each([
		['form', 'application/x-www-form-urlencoded', 'purchase_code=a%2Bb%26c%3D1'],
		['json', 'application/json', '{"purchase_code":"a+b&c=1"}'],
	] as const)('sends the code in a %s body', async (body, contentType, content) => {
		const { client, server } = await startClient({ body });
		server.answerWith(refusal('Invalid purchase code'));
		await client.validatePurchase('a+b&c=1');
		expect(server.requests[0]?.headers['content-type']).toBe(contentType);
		expect(server.requests[0]?.body).toBe(content);
	});
});

it('a successful response is malformed if it is for another code or another item, but not in another case', async () => {
	const { client, server } = await startClient();
	server.answerWith(json(validationBody), json(validationBody), json(itemBody));
	expect((await client.validatePurchase(sampleCode.toUpperCase())).ok).toBe(true);
	const purchase = await client.validatePurchase('00000000-0000-4000-8000-000000000000');
	for (const result of [purchase, await client.item(43)]) {
		expect(result).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
	}
});

it('the list of items is malformed if no entry can be read, and empty if there is none', async () => {
	const { client, server } = await startClient();
	server.answerWith(json({ status: 'success', items: ['a', 'b'] }), json({ status: 'success', items: [] }));
	expect(await client.allItems()).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
	expect(await client.allItems()).toMatchObject({ ok: true, value: { items: { length: 0 }, skipped: 0 } });
});

it('repeats no text from the server’s message, neither in the result nor in the report', async () => {
	const clock = new FakeClock();
	const { client, server, reports } = await startClient({ clock, limits: { maxAttempts: 1 } });
	server.answerWith(raw(502, apiKey), refusal(`Unknown code ${sampleCode} for key ${apiKey}`));
	const results = [await client.item(42), await client.validatePurchase(sampleCode)];
	expect(JSON.stringify(results)).not.toMatch(new RegExp(`${apiKey}|${sampleCode}`));
	expect(reports).toStrictEqual([
		{ endpoint: 'items/item', outcome: 'unavailable', reason: 'HTTP 502', requests: 1, ms: 0 },
		{
			...{ endpoint: 'purchases/validation', outcome: 'refused', requests: 1, ms: 0 },
			reason: 'an unknown error message (HTTP 400)',
		},
	]);
});

it('treats endlessly nested JSON as an outage, and the next call works', async () => {
	const { client, server } = await startClient();
	server.answerWith(raw(200, '['.repeat(400_000)));
	const failure = { kind: 'unavailable' };
	expect(await client.validatePurchase(sampleCode)).toMatchObject({ ok: false, failure });
	server.answerWith(json(validationBody));
	expect(await client.validatePurchase(sampleCode)).toMatchObject({ ok: true });
});

it('never follows a redirect, so that the key is never sent elsewhere', async () => {
	const { client, server } = await startClient();
	server.answerWith(raw(307, '', { location: `${server.baseUrl}/elsewhere` }), json(itemsBody));
	await client.validatePurchase(sampleCode);
	expect(server.requests.map(({ url }) => url)).toEqual(['/api/purchases/validation']);
});
