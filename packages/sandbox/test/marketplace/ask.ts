import { onTestFinished } from 'vitest';
import {
	type LocalMarketplace,
	type LocalMarketplaceOptions,
	startLocalMarketplace,
} from '../../src/marketplace/local-marketplace.js';

/** A local marketplace that is closed after the test. */
export async function start(options?: LocalMarketplaceOptions): Promise<LocalMarketplace> {
	const marketplace = await startLocalMarketplace(options);
	onTestFinished(() => marketplace.close());
	return marketplace;
}

export interface Asked {
	readonly status: number;
	readonly headers: Headers;
	readonly body: unknown;
}

/** Sends the right key in the header unless `init` has its own headers. */
export async function ask(
	marketplace: LocalMarketplace,
	path: string,
	init: RequestInit = {},
): Promise<Asked> {
	const response = await fetch(marketplace.baseUrl + path, {
		headers: { authorization: `Bearer ${marketplace.apiKey}` },
		redirect: 'manual',
		...init,
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type') === 'application/json' && text !== '';
	return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export const validate = (marketplace: LocalMarketplace, code: string): Promise<Asked> =>
	ask(marketplace, '/api/purchases/validation', {
		method: 'POST',
		body: new URLSearchParams({ purchase_code: code }),
	});
