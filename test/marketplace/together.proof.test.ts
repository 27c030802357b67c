import {
	type LocalMarketplaceOptions,
	startLocalMarketplace,
} from '@claimcheck/sandbox/marketplace/local-marketplace';
import type { Variants } from '@claimcheck/sandbox/marketplace/variants';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { Catalog } from '../../src/marketplace/catalog.js';
import { MarketplaceClient } from '../../src/marketplace/client.js';
import { KeyCheck, type KeyProblem } from '../../src/marketplace/key-check.js';
import { PurchaseCheck } from '../../src/marketplace/purchase-check.js';
import type { Limits } from '../../src/storage/rate-limits.js';
import { memoryStore } from '../roles/memory-store.js';
import { floor } from '../world/floor.js';
import { bundleListReader } from './bundled-list-reader.js';

const listReader = await bundleListReader();

const unknownCode = '00000000-0000-4000-8000-000000000000';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** On loopback nothing takes so long: limits that only end what hangs. */
const patient = { singleMs: 50_000, listMs: 50_000, listSilenceMs: 50_000, connectMs: 20_000 };

/** The whole of the marketplace's side of the bot, on a marketplace of this machine. */
async function setUp(
	options: LocalMarketplaceOptions = {},
	{ body = 'form' }: { body?: 'form' | 'json' } = {},
) {
	const marketplace = await startLocalMarketplace(options);
	cleanUps.push(() => marketplace.close());
	const client = new MarketplaceClient({
		baseUrl: marketplace.baseUrl,
		apiKey: marketplace.apiKey,
		body,
		listReader,
		limits: { ...patient, retryWaitMs: 2, maxPauseMs: 100 },
	});
	cleanUps.push(() => client.close());
	const alerts: KeyProblem[] = [];
	const report = { keyProblem: (problem: KeyProblem) => void alerts.push(problem), keyGood: () => {} };
	const store = memoryStore();
	let time = 0;
	// Every answer about the key is an old one.
	const keyCheck = new KeyCheck({ client, store, clock: { now: () => (time += 3_000) }, report });
	const catalog = new Catalog({
		client,
		keyCheck,
		limits: floor<Limits>({}),
		logger: { info: () => {}, warn: () => {} },
		clock: systemClock,
		random: Math.random,
	});
	const purchaseCheck = new PurchaseCheck({ client, keyCheck, catalog });
	return { marketplace, purchaseCheck, catalog, alerts };
}

const variants: readonly Partial<Variants>[] = [
	{},
	{ errorStatus: 200 },
	{ errorStatus: 401 },
	{ errorStatus: 404 },
	{ screenshots: 'object', numbers: 'string', unknownMembers: true },
	{ absent: 'null' },
	{ absent: 'empty', numbers: 'string' },
	{ wrongKey: 'plain-401' },
];

describe.each(['form', 'json'] as const)('with codes in %s bodies', (body) => {
	it.each(variants)(
		'good codes are valid, others invalid, and all items are there on a server with %j',
		async (variant) => {
			const { marketplace, purchaseCheck, catalog, alerts } = await setUp({ variants: variant }, { body });
			await catalog.refresh();
			expect(catalog.snapshot().items).toHaveLength(marketplace.items.length);
			for (const code of [...marketplace.codes.fresh, ...marketplace.codes.noSupport]) {
				expect(await purchaseCheck.checkCode(code)).toMatchObject({ kind: 'valid', purchase: { code } });
			}
			expect(await purchaseCheck.checkCode(unknownCode)).toEqual({ kind: 'invalid' });
			expect(await purchaseCheck.checkCode(marketplace.codes.refunded[0] ?? '')).toEqual({ kind: 'invalid' });
			expect(alerts).toEqual([]);
		},
	);

	it.each(variants)('a changed key makes no code invalid on a server with %j', async (variant) => {
		const { marketplace, purchaseCheck, catalog, alerts } = await setUp({ variants: variant }, { body });
		await catalog.refresh();
		const items = catalog.snapshot().items.length;
		marketplace.changeApiKey('another-key');
		const [code = ''] = marketplace.codes.fresh;
		for (const asked of [code, unknownCode, code]) {
			expect(await purchaseCheck.checkCode(asked)).toEqual({ kind: 'uncheckable', reason: 'bad-key' });
		}
		expect(await catalog.refresh()).toEqual({ ok: false, failure: { kind: 'bad-key' } });
		expect(catalog.snapshot().items).toHaveLength(items);
		expect(alerts).toEqual(['refused']);
	});
});

it('five hundred buyers at a time all get through, beside a refresh of ten thousand items', async () => {
	const { marketplace, purchaseCheck, catalog } = await setUp({ itemCount: 10_000 });
	const codes = Array.from({ length: 500 }, () => marketplace.addPurchase().code);
	const refreshed = catalog.refresh();
	const results: string[] = [];
	// In the waves that a launch comes in: all at one instant would only measure this machine.
	for (let start = 0; start < codes.length; start += 25) {
		const wave = codes.slice(start, start + 25).map((code) => purchaseCheck.checkCode(code));
		results.push(...(await Promise.all(wave)).map(({ kind }) => kind));
	}
	expect(results.filter((kind) => kind !== 'valid')).toEqual([]);
	expect(await refreshed).toEqual({ ok: true, value: { items: 10_000, skipped: 0 } });
});
