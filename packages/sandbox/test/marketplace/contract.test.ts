import { describe, expect, it } from 'vitest';
import { ask, invalidCode, start, validate } from './ask.js';

const paths = [
	['GET', '/api/account/details', 'Invalid request'],
	['GET', '/api/items/all', 'No items found'],
	['GET', '/api/items/item?item_id=20114', 'Item Not Found'],
	['POST', '/api/purchases/validation', 'Invalid purchase code'],
] as const;

describe('the four endpoints', () => {
	it('say what they have not, in the contract’s words', async () => {
		const marketplace = await start({ itemCount: 0 });
		expect(await ask(marketplace, '/api/items/all')).toMatchObject({
			status: 404,
			body: { status: 'error', msg: 'No items found' },
		});
		expect((await ask(marketplace, '/api/items/item?item_id=1')).body).toEqual({
			status: 'error',
			msg: 'Item Not Found',
		});
		expect((await validate(marketplace, 'nonsense')).body).toEqual(invalidCode);
	});
});

describe('the key', () => {
	it.each(paths)('is refused when it is wrong or missing: %s %s says "%s"', async (method, path, msg) => {
		const marketplace = await start();
		for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: marketplace.apiKey }]) {
			const { body } = await ask(marketplace, path, { method, headers });
			expect(body).toEqual({ status: 'error', msg });
		}
	});

	it('may come as the old parameter, in the query or in the body', async () => {
		const marketplace = await start();
		const [code = ''] = marketplace.codes.fresh;
		const inQuery = await ask(marketplace, `/api/items/all?api_key=${marketplace.apiKey}`, { headers: {} });
		const inBody = await ask(marketplace, '/api/purchases/validation', {
			method: 'POST',
			headers: {},
			body: new URLSearchParams({ purchase_code: code, api_key: marketplace.apiKey }),
		});
		expect([inQuery.status, inBody.status]).toEqual([200, 200]);
		marketplace.setVariants({ legacyKey: false });
		expect(
			(await ask(marketplace, `/api/items/all?api_key=${marketplace.apiKey}`, { headers: {} })).status,
		).toBe(404);
	});

	it('of an account that is no author’s opens the account alone', async () => {
		const marketplace = await start({ accountKind: 'regular' });
		const [code = ''] = marketplace.codes.fresh;
		expect((await ask(marketplace, '/api/account/details')).status).toBe(200);
		expect((await ask(marketplace, '/api/items/all')).body).toMatchObject({ msg: 'No items found' });
		expect((await ask(marketplace, '/api/items/item?item_id=20114')).body).toMatchObject({
			msg: 'Item Not Found',
		});
		expect((await validate(marketplace, code)).body).toEqual(invalidCode);
	});
});

describe('a purchase', () => {
	it('is found in any case of its code, from a form and from JSON', async () => {
		const marketplace = await start();
		const [code = ''] = marketplace.codes.fresh;
		const asJson = await ask(marketplace, '/api/purchases/validation', {
			method: 'POST',
			headers: { authorization: `Bearer ${marketplace.apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ purchase_code: code.toUpperCase() }),
		});
		expect([asJson.status, (await validate(marketplace, code.toUpperCase())).status]).toEqual([200, 200]);
	});

	it('without support has no end of it, and a refunded one is not there', async () => {
		const marketplace = await start();
		const { body } = await validate(marketplace, marketplace.codes.noSupport[0] ?? '');
		expect((body as { data: { purchase: object } }).data.purchase).not.toHaveProperty('supported_until');
		expect((await validate(marketplace, marketplace.codes.refunded[0] ?? '')).body).toEqual(invalidCode);
	});
});

describe('what happens', () => {
	it('notifies followers, and the calls are kept, with no secret in them', async () => {
		const marketplace = await start();
		const seen: string[] = [];
		const end = marketplace.on(({ type }) => seen.push(type));
		const { code } = marketplace.addPurchase();
		marketplace.refund(code);
		marketplace.faults.add('*', '500', 1);
		await ask(marketplace, `/api/items/item?item_id=1&api_key=${marketplace.apiKey}`);
		await validate(marketplace, code);
		end();
		marketplace.changeApiKey('unheard');
		expect(seen).toEqual(['purchase-added', 'purchase-refunded', 'faults-changed', 'call', 'call']);
		expect(marketplace.calls).toMatchObject([
			{ path: '/api/items/item?item_id=1&api_key=…', credential: 'header', fault: '500', status: 500 },
			{ encoding: 'form', codeInUrl: false, codeEnding: code.slice(-4), keyAccepted: true, status: 400 },
		]);
		expect(JSON.stringify(marketplace.calls)).not.toContain(code);
	});
});
