import { expect, it } from 'vitest';
import { ask, start, validate } from './ask.js';

const paths = [
	['GET', '/api/account/details', 'Invalid request'],
	['GET', '/api/items/all', 'No items found'],
	['GET', '/api/items/item?item_id=20114', 'Item Not Found'],
	['POST', '/api/purchases/validation', 'Invalid purchase code'],
] as const;

it.each(paths)('a wrong or missing key is refused: %s %s says "%s"', async (method, path, msg) => {
	const marketplace = await start();
	for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: marketplace.apiKey }]) {
		const { body } = await ask(marketplace, path, { method, headers });
		expect(body).toEqual({ status: 'error', msg });
	}
});

it('marketplace events notify followers and keep the calls, without secrets', async () => {
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
