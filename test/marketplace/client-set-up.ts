import { onTestFinished } from 'vitest';
import { type MarketplaceClientOptions, marketplaceClient } from '../../src/marketplace/client.js';
import type { CallReport, ShopCalls } from '../../src/marketplace/shop-calls.js';
import { floor } from '../world/floor.js';
import { startScriptedServer } from './scripted-server.js';

export const apiKey = 'key-of-the-author-that-nobody-may-see';

/** Nothing takes this long on loopback: the limit only ends requests that hang. */
const patient = { singleMs: 20_000, connectMs: 20_000 };

/** A client with a scripted server, both closed after the test. Retries don't delay the test. */
export async function startClient(options: Partial<MarketplaceClientOptions> = {}) {
	const server = await startScriptedServer();
	onTestFinished(() => server.close());
	const reports: CallReport[] = [];
	const client = marketplaceClient({
		baseUrl: server.baseUrl,
		apiKey,
		body: 'form',
		calls: floor<ShopCalls>({ note: (report) => void reports.push(report), noteUnread: () => {} }),
		...options,
		limits: { ...patient, retryWaitMs: 2, ...options.limits },
	});
	onTestFinished(() => client.close());
	return { client, server, reports };
}
