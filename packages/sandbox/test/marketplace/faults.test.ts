import { expect, it } from 'vitest';
import { marketplaceClient } from '../../../../src/marketplace/client.js';
import { type FaultKind, faultKinds } from '../../src/marketplace/faults.js';
import type { LocalMarketplace } from '../../src/marketplace/local-marketplace.js';
import { start } from './ask.js';

/** The result of each fault in the bot's own client, for a purchase code. */
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
	return marketplaceClient({
		baseUrl: marketplace.baseUrl,
		apiKey: marketplace.apiKey,
		body: 'form',
		limits: { singleMs: 500, maxAttempts: 1, retryWaitMs: 1 },
	});
}

it.each(faultKinds)('%s reaches the client once as intended, and then all is well', async (kind) => {
	const marketplace = await start();
	const client = clientOf(marketplace);
	const [code = ''] = marketplace.codes.fresh;
	marketplace.faults.add('purchases/validation', kind, 1);
	const failed = await client.validatePurchase(code);
	const failure = failed.ok ? undefined : failed.failure;
	const what = failure !== undefined && 'reason' in failure ? failure.reason : failure?.kind;
	expect(what).toBe(understood[kind]);
	expect(marketplace.calls.at(-1)?.fault).toBe(kind);
	// Another client, since this one honors the pause after a 429.
	await client.close();
	const fresh = clientOf(marketplace);
	expect((await fresh.validatePurchase(code)).ok).toBe(true);
	await fresh.close();
});
