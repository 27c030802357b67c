import { expect, it } from 'vitest';
import { ask, start, validate } from './ask.js';

it.each([200, 400, 401, 404] as const)('can send every error body with HTTP %i', async (errorStatus) => {
	const marketplace = await start({ variants: { errorStatus } });
	expect((await validate(marketplace, 'nonsense')).status).toBe(errorStatus);
	expect((await ask(marketplace, '/api/account/details', { headers: {} })).status).toBe(errorStatus);
});

it('can write screenshots as an object, numbers as text and add members of its own', async () => {
	const marketplace = await start({
		variants: { screenshots: 'object', numbers: 'string', unknownMembers: true },
	});
	const { body } = await ask(marketplace, '/api/items/item?item_id=20798');
	expect(body).toMatchObject({
		item: {
			price: { regular: '48.00', extended: '480.00' },
			media: { screenshots: { 1: expect.stringContaining('screenshot-1.png') } },
			internal_ref: { shard: 7 },
		},
	});
});

it.each([
	['null', null],
	['empty', ''],
] as const)('can write what is absent as %s', async (absent, written) => {
	const marketplace = await start({ variants: { absent } });
	const purchase = await validate(marketplace, marketplace.codes.noSupport[0] ?? '');
	expect(purchase.body).toMatchObject({ data: { purchase: { supported_until: written } } });
	const item = await ask(marketplace, '/api/items/item?item_id=21436');
	expect(item.body).toMatchObject({ item: { version: written, media: { preview_image: written } } });
});

it('can refuse a wrong key in a way of its own', async () => {
	const marketplace = await start({ variants: { wrongKey: 'plain-401' } });
	expect(await ask(marketplace, '/api/items/all', { headers: {} })).toMatchObject({
		status: 401,
		body: { message: 'Unauthenticated.' },
	});
});

it('sends browsers to the login page by default', async () => {
	const marketplace = await start();
	const headers = { authorization: `Bearer ${marketplace.apiKey}`, 'user-agent': 'Mozilla/5.0 (X11; Linux)' };
	const redirected = await ask(marketplace, '/api/items/all', { headers });
	expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/login']);
	expect((await ask(marketplace, '/login')).body).toContain('Sign in');
	marketplace.setVariants({ redirectBrowsers: false });
	expect((await ask(marketplace, '/api/items/all', { headers })).status).toBe(200);
});

it('can limit the requests of a minute, and says when the next is taken', async () => {
	let now = Date.UTC(2026, 0, 1);
	const marketplace = await start({ requestsPerMinute: 2, now: () => now });
	const status = async (): Promise<number> => (await ask(marketplace, '/api/account/details')).status;
	expect([await status(), await status()]).toEqual([200, 200]);
	now += 20_000;
	const limited = await ask(marketplace, '/api/account/details');
	expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '40']);
	now += 40_000;
	expect(await status()).toBe(200);
});
