import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { catalogItems } from './catalog-items.js';
import { Events, endingOf, type MarketplaceEvent, type RecordedCall } from './events.js';
import { Faults } from './faults.js';
import { generateItems } from './generated-items.js';
import type { ItemRecord } from './item-record.js';
import { MediaFiles } from './media.js';
import { type PurchaseRecord, Purchases, type PurchaseWish, type SampleCodes } from './purchases.js';
import { MarketplaceServer } from './server.js';
import { defaultVariants, type Variants } from './variants.js';
import { Wire } from './wire.js';

export interface LocalMarketplaceOptions {
	/** Default 0: any free port. */
	readonly port?: number;
	/** The only accepted key, until it is changed. */
	readonly apiKey?: string;
	/** `regular` accounts may only read their own details. Default `author`. */
	readonly accountKind?: 'author' | 'regular';
	/** The number of items: the handwritten ones first, then as many generated ones as needed. */
	readonly itemCount?: number;
	/** The same seed gives the same purchase codes. */
	readonly seed?: number;
	readonly variants?: Partial<Variants>;
	/** Milliseconds since the epoch. */
	readonly now?: () => number;
}

/**
 * Starts a marketplace on this machine, on loopback: the whole contract, the variants of real servers, a catalog with
 * images that it serves itself, purchases in every state, and faults. Close it when done.
 */
export async function startLocalMarketplace(
	options: LocalMarketplaceOptions = {},
): Promise<LocalMarketplace> {
	const server = createServer();
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return new LocalMarketplace(server, `http://127.0.0.1:${port}`, options);
}

/** A running local marketplace. Its contents can be changed while it runs, and its events can be followed. */
export class LocalMarketplace {
	/** `MARKETPLACE_URL`. */
	readonly baseUrl: string;
	/** The initial codes, by state. */
	readonly codes: SampleCodes;
	readonly faults: Faults;
	accountKind: 'author' | 'regular';
	readonly #events = new Events();
	readonly #server: Server;
	readonly #purchases: Purchases;
	readonly #now: () => number;
	#items: readonly ItemRecord[];
	#apiKey: string;
	#variants: Variants;

	/** Use `startLocalMarketplace`. */
	constructor(server: Server, baseUrl: string, options: LocalMarketplaceOptions) {
		const now = options.now ?? Date.now;
		this.#now = now;
		this.#server = server;
		this.baseUrl = baseUrl;
		this.#apiKey = options.apiKey ?? 'local-marketplace-author-key';
		this.accountKind = options.accountKind ?? 'author';
		this.#variants = { ...defaultVariants, ...options.variants };
		this.#items = chooseItems(options.itemCount ?? catalogItems.length);
		this.#purchases = new Purchases(this.#items, options.seed ?? 1, now);
		this.codes = this.#purchases.addSamples();
		this.faults = new Faults((on) => this.#events.emit({ type: 'faults-changed', on }));
		const media = new MediaFiles((id) => this.#items.some((item) => item.id === id));
		const interfaceOf = new MarketplaceServer({
			world: () => ({
				apiKey: this.#apiKey,
				accountKind: this.accountKind,
				items: this.#items,
				purchases: this.#purchases,
				variants: this.#variants,
				wire: new Wire(this.baseUrl, this.#variants),
			}),
			faults: this.faults,
			events: this.#events,
			media,
			now,
		});
		server.on('request', (request, response) => void interfaceOf.handle(request, response));
	}

	/** `MARKETPLACE_API_KEY`. */
	get apiKey(): string {
		return this.#apiKey;
	}

	/** The author creates a new key; the old one is refused from now on. */
	changeApiKey(apiKey: string): void {
		this.#apiKey = apiKey;
		this.#events.emit({ type: 'key-changed' });
	}

	/** Takes effect with the next request. */
	setVariants(variants: Partial<Variants>): void {
		this.#variants = { ...this.#variants, ...variants };
	}

	get items(): readonly ItemRecord[] {
		return this.#items;
	}

	/** Publishes other items; purchases of earlier ones stay. */
	setItems(items: readonly ItemRecord[]): void {
		this.#items = items;
		this.#purchases.offer(items);
		this.#events.emit({ type: 'items-changed', count: items.length });
	}

	/** The author publishes an item again, with these changes. Throws if there is no such item. */
	publish(itemId: number, changes: Partial<ItemRecord>): void {
		if (!this.#items.some(({ id }) => id === itemId)) throw new Error('There is no such item');
		const publishedAt = new Date(this.#now()).toISOString();
		this.setItems(
			this.#items.map((item) => (item.id === itemId ? { ...item, ...changes, publishedAt } : item)),
		);
	}

	/** Every purchase, including the samples. */
	get purchases(): readonly PurchaseRecord[] {
		return this.#purchases.all();
	}

	/** Records a purchase. Throws if the item isn't for sale or the code is taken. */
	addPurchase(wish?: PurchaseWish): PurchaseRecord {
		const purchase = this.#purchases.add(wish);
		this.#publish('purchase-added', purchase);
		return purchase;
	}

	/** The buyer downloads the item. */
	download(code: string): void {
		this.#purchases.change(code, { downloaded: true });
	}

	/** The buyer gets the money back: from now on, the code is reported as invalid. Throws if there is no such code. */
	refund(code: string): void {
		this.#publish('purchase-refunded', this.#purchases.change(code, { refunded: true }));
	}

	/** The refund was a mistake, and is undone. */
	reinstate(code: string): void {
		this.#publish('purchase-reinstated', this.#purchases.change(code, { refunded: false }));
	}

	/** Sets the end of support to `until` (milliseconds since the epoch); undefined removes it. */
	extendSupport(code: string, until: number | undefined): void {
		this.#publish('support-changed', this.#purchases.change(code, { supportedUntil: until }));
	}

	/** Every request to the interface so far, oldest first. */
	get calls(): readonly RecordedCall[] {
		return this.#events.calls;
	}

	/** Calls `listener` for all events from now on; the returned function stops that. */
	on(listener: (event: MarketplaceEvent) => void): () => void {
		return this.#events.on(listener);
	}

	/** Closes the server and every connection, including hanging ones. */
	async close(): Promise<void> {
		if (!this.#server.listening) return;
		this.#server.close();
		this.#server.closeAllConnections();
		await once(this.#server, 'close');
	}

	#publish(
		type: 'purchase-added' | 'purchase-refunded' | 'purchase-reinstated' | 'support-changed',
		{ code, item }: PurchaseRecord,
	): void {
		this.#events.emit({ type, codeEnding: endingOf(code), itemId: item.id });
	}
}

function chooseItems(count: number): readonly ItemRecord[] {
	const written = catalogItems.slice(0, count);
	return [...written, ...generateItems(count - written.length)];
}
