import { describe, expect, it } from 'vitest';
import { MarketplaceClient } from '../../../../src/marketplace/client.js';
import { type FaultKind, Faults, faultKinds } from '../../src/marketplace/faults.js';
import type { LocalMarketplace } from '../../src/marketplace/local-marketplace.js';
import { ask, start } from './ask.js';

/** The result of each fault in the bot's own client, at a purchase code. */
const understood: Readonly<Record<FaultKind, string>> = {
	'500': 'HTTP 500',
	'502-html': 'HTTP 502',
	'200-html': 'no JSON (HTTP 200)',
	empty: 'no JSON (HTTP 200)',
	truncated: 'UND_ERR_SOCKET',
	'wrong-shape': "a success without the contract's shape (HTTP 200)",
	array: 'neither a success nor an error (HTTP 200)',
	reset: 'ECONNRESET',
	'429': 'rate-limited',
	redirect: 'a redirect (HTTP 302)',
	hang: 'timed out',
	dribble: 'timed out',
	huge: 'ANSWER_TOO_LARGE',
	'401': 'bad-key',
	'404': 'no JSON (HTTP 404)',
	'maintenance-404': 'no JSON (HTTP 404)',
	'maintenance-503': 'HTTP 503',
	denies: 'invalid-code',
};

function clientOf(marketplace: LocalMarketplace) {
	return new MarketplaceClient({
		baseUrl: marketplace.baseUrl,
		apiKey: marketplace.apiKey,
		body: 'form',
		limits: { singleMs: 500, maxAttempts: 1, retryWaitMs: 1 },
	});
}

it.each(faultKinds)('%s reaches the client as what it is, once, and then all is well', async (kind) => {
	const marketplace = await start();
	const client = clientOf(marketplace);
	const [code = ''] = marketplace.codes.fresh;
	marketplace.faults.add('purchases/validation', kind, 1);
	const failed = await client.validatePurchase(code);
	const failure = failed.ok ? undefined : failed.failure;
	const what = failure !== undefined && 'reason' in failure ? failure.reason : failure?.kind;
	expect(what).toBe(understood[kind]);
	expect(marketplace.calls.at(-1)?.fault).toBe(kind);
	// Another client: this one honours the pause after a 429.
	await client.close();
	const fresh = clientOf(marketplace);
	expect((await fresh.validatePurchase(code)).ok).toBe(true);
	await fresh.close();
});

describe('a fault', () => {
	it('stays at its endpoint until it is switched off or cleared', async () => {
		const marketplace = await start();
		const off = marketplace.faults.add('items/all', '404');
		const statuses = async () => [
			(await ask(marketplace, '/api/items/all')).status,
			(await ask(marketplace, '/api/account/details')).status,
		];
		expect(await statuses()).toEqual([404, 200]);
		expect(await statuses()).toEqual([404, 200]);
		off();
		expect(await statuses()).toEqual([200, 200]);
		marketplace.faults.add('*', '401');
		expect(marketplace.faults.list()).toEqual(['401']);
		expect(await statuses()).toEqual([401, 401]);
		marketplace.faults.clear('*');
		expect(await statuses()).toEqual([200, 200]);
	});

	it('lasts for its number of requests, and the next one takes over', async () => {
		const marketplace = await start();
		marketplace.faults.add('*', '500', 2);
		marketplace.faults.add('*', '404', 1);
		const statuses: number[] = [];
		for (let i = 0; i < 4; i += 1) statuses.push((await ask(marketplace, '/api/account/details')).status);
		expect(statuses).toEqual([500, 500, 404, 200]);
	});

	it('can be no more than a delay, alone or on top of another', () => {
		const faults = new Faults();
		faults.add('account/details', { kind: 'delay', ms: 60 });
		faults.add('*', { kind: 'delay', ms: 30 }, 1);
		faults.add('account/details', '500', 1);
		expect(faults.take('account/details')).toEqual({ delayMs: 90, kind: '500' });
		expect(faults.take('account/details')).toEqual({ delayMs: 60, kind: undefined });
		expect(faults.take('items/all')).toEqual({ delayMs: 0, kind: undefined });
	});

	it('that hangs does not keep the marketplace from closing', async () => {
		const marketplace = await start();
		marketplace.faults.add('*', 'hang');
		const asked = ask(marketplace, '/api/account/details').catch(() => 'cut');
		await expect.poll(() => marketplace.calls.length).toBe(1);
		await marketplace.close();
		expect(await asked).toBe('cut');
	});
});
