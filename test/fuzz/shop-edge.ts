import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../src/base/clock.js';
import { Catalog } from '../../src/marketplace/catalog.js';
import { MarketplaceClient } from '../../src/marketplace/client.js';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { KeyCheck } from '../../src/marketplace/key-check.js';
import { PurchaseCheck } from '../../src/marketplace/purchase-check.js';
import type { MarketplaceResult } from '../../src/marketplace/result.js';
import { itemSchema, type ListedItem } from '../../src/marketplace/schemas.js';
import type { CallReport } from '../../src/marketplace/shop-calls.js';
import { Transport } from '../../src/marketplace/transport.js';
import {
	accountBody,
	itemBody,
	itemsBody,
	sampleCode,
	sampleItem,
	validationBody,
} from '../marketplace/samples.js';
import { at, Broken, type Edge, type Json } from './edge.js';
import { type RawShop, type Reply, replyOf, startRawShop } from './raw-shop.js';
import {
	codeIn,
	entriesIn,
	isAccount,
	isFailure,
	isItem,
	isListedItem,
	isPurchase,
	maySaySuccess,
	saysInvalid,
} from './shop-rules.js';
import { raw } from './wire.js';

// An input: `ask` (account, items, item, purchase) and `replies`, one for each operation, as `replyOf` reads them.

const apiKey = 'key-of-the-author-that-nobody-may-see';
const singleBytes = 300_000;
const listBytes = 350_000;
/** CPU time of one play, whatever else the machine does. Milliseconds. */
const maxCpuMs = 5_000;

const paths = {
	account: '/api/account/details',
	items: '/api/items/all',
	item: '/api/items/item',
	purchase: '/api/purchases/validation',
} as const;
type Operation = keyof typeof paths;
const operations = Object.keys(paths) as readonly Operation[];

const json = { 'content-type': 'application/json' };
const good = {
	account: { status: 200, headers: json, body: accountBody },
	items: { status: 200, headers: json, body: itemsBody },
	item: { status: 200, headers: json, body: itemBody },
	purchase: { status: 200, headers: json, body: validationBody },
};

/** A reply with a refusal, as real servers have them. */
const refusal = (msg: string, status: number) => ({ status, headers: json, body: { status: 'error', msg } });

const twenty = Array.from({ length: 20 }, (_, index) => ({
	...sampleItem,
	id: index,
	name: `Item ${index}`,
}));

const seeds: readonly Json[] = [
	...operations.map((ask) => ({ ask, replies: good })),
	{ ask: 'purchase', replies: { ...good, purchase: refusal('Invalid purchase code', 404) } },
	{ ask: 'item', replies: { ...good, item: refusal('Item Not Found', 200) } },
	{ ask: 'items', replies: { ...good, items: refusal('No items found', 400) } },
	{ ask: 'account', replies: { ...good, account: refusal('Invalid request', 401) } },
	{
		ask: 'items',
		replies: { ...good, items: { status: 200, body: { status: 'success', items: twenty }, chunks: 97 } },
	},
];

/** Whatever the shop says, through the real HTTP client: a value of the contract or a documented failure. */
export function shopEdge(): Edge {
	let opened: Promise<{ readonly shop: RawShop; readonly transport: Transport }> | undefined;

	async function open() {
		const shop = await startRawShop();
		const { baseUrl } = shop;
		const transport = new Transport({
			baseUrl,
			apiKey,
			userAgent: 'claimcheck/9.9.9',
			connectMs: 20_000,
			connections: 4,
		});
		return { shop, transport };
	}

	return {
		name: 'shop',
		covers: ['/src/marketplace/'],
		words: [
			apiKey,
			sampleCode,
			sampleCode.toUpperCase(),
			...['success', 'error', 'Invalid purchase code', 'Item Not Found', 'No items found', 'Invalid request'],
			...['status', 'msg', 'items', 'item', 'data', 'purchase', 'purchase_code', 'id', 'retry-after'],
			...[200, 204, 302, 400, 401, 403, 404, 429, 500, 503, 42],
			...['29.00', '2026-01-01', '2026-01-01 00:00', '-1', '120', 'Wed, 21 Oct 2099 07:28:00 GMT'],
			'Rock &amp; Roll',
			`https://cdn.example/${'é'.repeat(1_000)}`,
			'<html><body>Please log in</body></html>',
			raw('<html>', 1),
			raw('{"status":"success","\\u0069tems":[{"id":1,"name":"a"}]}', 1),
			{ '1': 'https://cdn.example.com/1.png', '2': 'https://cdn.example.com/2.png' },
		],
		seeds: () => seeds,
		async play(input) {
			opened ??= open();
			const { shop, transport } = await opened;
			const replies = Object.fromEntries(
				operations.map((name) => [name, replyOf(at(input, 'replies', name))]),
			) as Readonly<Record<Operation, Reply>>;
			shop.sends((path) => {
				const found = operations.find((name) => path.startsWith(paths[name]));
				return found === undefined ? Buffer.alloc(0) : replies[found].wire;
			});
			const asked = operations.find((name) => name === at(input, 'ask')) ?? 'purchase';
			return await playOne(asked, replies, transport);
		},
		async close() {
			const { shop, transport } = (await opened) ?? {};
			await transport?.close();
			await shop?.close();
		},
	};
}

/** In the background: no member waits there, so a pause that the shop asks for is reported immediately. */
const asBackground = { priority: 'background' } as const;

async function playOne(
	asked: Operation,
	replies: Readonly<Record<Operation, Reply>>,
	transport: Transport,
): Promise<string> {
	const reports: CallReport[] = [];
	const begun = process.cpuUsage();
	const client = new MarketplaceClient({
		baseUrl: 'http://127.0.0.1',
		apiKey,
		body: 'form',
		userAgent: 'claimcheck/9.9.9',
		transport,
		limits: { singleMs: 20_000, listMs: 20_000, singleBytes, listBytes },
		calls: {
			note: (report) => reports.push(report),
			noteUnread: (unread) => keepsSecrets('a report', unread),
		},
	});
	const outcome = await plays[asked](client, replies);
	const { user, system } = process.cpuUsage(begun);
	if ((user + system) / 1_000 > maxCpuMs) throw new Broken('seconds of work for one answer', asked);
	keepsSecrets('a report', reports);
	return outcome;
}

type Play = (client: MarketplaceClient, replies: Readonly<Record<Operation, Reply>>) => Promise<string>;

const plays: Readonly<Record<Operation, Play>> = {
	async account(client, { account }) {
		const result = await client.accountDetails(asBackground);
		if (!result.ok) return failed(result);
		if (!maySaySuccess(account)) throw new Broken('an account out of nothing', result.value.username);
		isBounded(account, singleBytes);
		isAccount(result.value);
		return 'taken: account';
	},
	async item(client, { item }) {
		const result = await client.item(sampleItem.id, asBackground);
		if (!result.ok) return failed(result);
		if (!maySaySuccess(item)) throw new Broken('an item out of nothing', result.value.name);
		isBounded(item, singleBytes);
		isItem(result.value);
		if (result.value.id !== sampleItem.id) throw new Broken('another item than the one asked for', '');
		return 'taken: item';
	},
	items: playItems,
	purchase: playPurchase,
};

async function playPurchase(
	client: MarketplaceClient,
	{ purchase, account }: Readonly<Record<Operation, Reply>>,
): Promise<string> {
	const keyCheck = new KeyCheck({ client, clock: systemClock, report: { keyProblem: () => {} } });
	const purchaseCheck = new PurchaseCheck({
		client,
		keyCheck,
		accountGuard: { isOurs: async () => true, isLastOurs: async () => true },
		catalog: { snapshot: () => ({ items: [], state: 'loading' }) },
		clock: systemClock,
		timeoutMs: 20_000,
	});
	const answer = await purchaseCheck.checkCode(sampleCode, asBackground);
	switch (answer.kind) {
		case 'invalid':
			if (!saysInvalid(purchase))
				throw new Broken('a code is called invalid that the shop did not refuse', '');
			if (!maySaySuccess(account))
				throw new Broken('a code is called invalid with a key that is not known good', '');
			return 'taken: invalid';
		case 'valid':
			if (codeIn(purchase)?.trim().toLowerCase() !== sampleCode) {
				throw new Broken("another code's purchase counts as this one's", String(codeIn(purchase)));
			}
			isBounded(purchase, singleBytes);
			isPurchase(answer.purchase);
			return 'taken: valid';
		case 'uncheckable':
			keepsSecrets('an answer', answer);
			return `uncheckable: ${answer.reason}`;
	}
}

async function playItems(
	client: MarketplaceClient,
	{ items }: Readonly<Record<Operation, Reply>>,
): Promise<string> {
	const result = await client.allItems(asBackground);
	const expected = entriesIn(items)?.flatMap((entry) => itemSchema.safeParse(entry).data ?? []);
	if (!result.ok) {
		const isGood = (expected?.length ?? 0) > 0 && (items.body?.length ?? 0) <= listBytes;
		if (isGood) throw new Broken('a list that can be read is refused', JSON.stringify(result.failure));
		return failed(result);
	}
	isBounded(items, listBytes);
	const taken = result.value.items.map(({ listed }) => listed);
	for (const listed of taken) isListedItem(listed);
	if (
		!isDeepStrictEqual(
			taken,
			expected?.map((item) => indexItem(item).listed),
		)
	) {
		throw new Broken('a listed item is not its entry', `${taken.length} of ${expected?.length}`);
	}
	await playCatalogue(client, taken);
	return `taken: ${taken.length === 0 ? 'no' : 'some'} items, ${result.value.skipped > 0 ? 'some' : 'none'} skipped`;
}

/** Typical uses of an accepted list. */
async function playCatalogue(client: MarketplaceClient, items: readonly ListedItem[]): Promise<void> {
	const keyCheck = new KeyCheck({ client, clock: systemClock, report: { keyProblem: () => {} } });
	const catalogue = new Catalog({
		client,
		keyCheck,
		limits: { take: async () => undefined },
		logger: { info: () => {}, warn: () => {} },
	});
	if (!(await catalogue.refresh()).ok) throw new Broken('the same list is another one', 'in the catalogue');
	const byId = new Map(items.map((item) => [item.id, item]));
	for (const [id, item] of byId) {
		if (!isDeepStrictEqual(catalogue.get(id), item))
			throw new Broken('an item is lost in the catalogue', String(id));
	}
	for (const query of ['', 'aurora', '42', items[0]?.name ?? 'x', items.at(-1)?.name.slice(-5) ?? '\u0000']) {
		catalogue.suggest(query);
	}
	const { items: snapshot } = catalogue.snapshot();
	if (snapshot.length !== byId.size) throw new Broken('an item is lost in the catalogue', 'of the snapshot');
}

function failed(result: MarketplaceResult<unknown> & { readonly ok: false }): string {
	isFailure(result.failure, Date.now());
	keepsSecrets('a failure', result.failure);
	const isRefusal = ['invalid-code', 'item-not-found', 'no-items', 'bad-key'].includes(result.failure.kind);
	return `${isRefusal ? 'taken' : 'failed'}: ${result.failure.kind}`;
}

function isBounded({ body }: Reply, most: number): void {
	if ((body?.length ?? 0) > most) throw new Broken('more than the limit is taken', `${body?.length} bytes`);
}

function keepsSecrets(where: string, said: unknown): void {
	const text = JSON.stringify(said).toLowerCase();
	for (const secret of [apiKey, sampleCode]) {
		if (text.includes(secret)) throw new Broken(`a secret is in ${where}`, '');
	}
}
