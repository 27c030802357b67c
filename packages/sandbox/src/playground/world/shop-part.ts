import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { catalogItems } from '../../marketplace/catalog-items.js';
import { faultKinds } from '../../marketplace/faults.js';
import { generateItems } from '../../marketplace/generated-items.js';
import { hostileItems } from '../../marketplace/hostile-items.js';
import type { ItemRecord } from '../../marketplace/item-record.js';
import type { LocalMarketplace } from '../../marketplace/local-marketplace.js';
import type { PurchaseRecord } from '../../marketplace/purchases.js';
import { actsOf, settled, type WorldPart } from './world-part.js';
import type { Catalogue, ShopActs, ShopState, ShownItem, ShownPurchase } from './world-state.js';

const maxPurchases = 100;
const maxFound = 30;
const largeCatalogue = 10_000;
const halfYearMs = 182 * 86_400_000;

export interface ShopPartOptions {
	readonly shop: LocalMarketplace;
	/** The time, in milliseconds since the epoch. */
	readonly now: () => number;
	/** The key that the bot was started with. */
	readonly keyOfBot: () => string | undefined;
	/** Starts the bot again, with the key that the shop takes by then. */
	readonly restartBot: () => Promise<void>;
	readonly onChange: (state: ShopState) => void;
}

/** The shop, as its author, its buyers and its misfortune can change it. */
export class ShopPart implements WorldPart {
	readonly name = 'shop';
	readonly acts: WorldPart['acts'] = actsOf<ShopActs>({
		'shop-find': { args: z.object({ text: z.string() }), run: ({ text }) => this.#find(text) },
		'shop-buy': {
			args: z.object({
				itemId: z.int(),
				licenceType: z.enum(['regular', 'extended']),
				hasSupport: z.boolean(),
			}),
			run: ({ itemId, licenceType, hasSupport }) => {
				const boughtAt = this.#options.now();
				const support = hasSupport ? {} : { supportedUntil: null };
				return shown(this.#shop.addPurchase({ itemId, licenceType, boughtAt, ...support }));
			},
		},
		'shop-refund': {
			args: z.object({ code: z.string(), isRefunded: z.boolean() }),
			run: ({ code, isRefunded }) => (isRefunded ? this.#shop.refund(code) : this.#shop.reinstate(code)),
		},
		'shop-support': {
			args: z.object({ code: z.string(), change: z.enum(['renew', 'end']) }),
			run: ({ code, change }) => this.#changeSupport(code, change),
		},
		'shop-change-item': {
			args: z.object({
				itemId: z.int(),
				regularPrice: z.number().min(0).max(100_000),
				version: z.string().max(40),
			}),
			run: (args) => this.#changeItem(args),
		},
		'shop-catalogue': {
			args: z.object({ catalogue: z.enum(['usual', 'large', 'none', 'hostile']) }),
			run: ({ catalogue }) => this.#publish(catalogue),
		},
		'shop-fault': {
			args: z.object({ fault: z.enum(faultKinds).nullable() }),
			run: ({ fault }) => {
				this.#endFault();
				this.#endFault = fault === null ? () => undefined : this.#shop.faults.add('*', fault);
			},
		},
		'shop-slow': {
			args: z.object({ ms: z.int().min(0).max(60_000) }),
			run: ({ ms }) => {
				this.#endDelay();
				this.#endDelay = ms === 0 ? () => undefined : this.#shop.faults.add('*', { kind: 'delay', ms });
			},
		},
		'shop-limit': {
			args: z.object({ requestsPerMinute: z.int().min(1).max(1_000).nullable() }),
			run: ({ requestsPerMinute }) => {
				this.#shop.rateLimit.perMinute = requestsPerMinute ?? undefined;
				this.#changed();
			},
		},
		'shop-account': {
			args: z.object({ kind: z.enum(['author', 'regular']) }),
			run: ({ kind }) => {
				this.#shop.accountKind = kind;
				this.#changed();
			},
		},
		'shop-new-key': {
			args: z.object({}),
			run: () => {
				this.#shop.changeApiKey(`key-${randomBytes(24).toString('hex')}`);
			},
		},
		'shop-give-key': {
			args: z.object({}),
			run: () => this.#options.restartBot(),
		},
	});
	readonly #options: ShopPartOptions;
	readonly #changed: ReturnType<typeof settled>;
	readonly #unfollow: () => void;
	#catalogue: Catalogue = 'usual';
	#endFault: () => void = () => undefined;
	#endDelay: () => void = () => undefined;

	constructor(options: ShopPartOptions) {
		this.#options = options;
		this.#changed = settled(() => options.onChange(this.state()), 50);
		this.#unfollow = options.shop.on(() => this.#changed());
	}

	/** Updates the page if nothing of the shop's own has changed. */
	notify(): void {
		this.#changed();
	}

	state(): ShopState {
		const shop = this.#shop;
		const { kind, delayMs } = shop.faults.present();
		return {
			catalogue: this.#catalogue,
			itemCount: shop.items.length,
			fault: kind,
			slowMs: delayMs,
			requestsPerMinute: shop.rateLimit.perMinute,
			accountKind: shop.accountKind,
			isKeyForeign: this.#options.keyOfBot() !== shop.apiKey,
			callCount: shop.calls.length,
			purchases: shop.purchases.slice(-maxPurchases).reverse().map(shown),
		};
	}

	close(): void {
		this.#unfollow();
		this.#changed.cancel();
	}

	get #shop(): LocalMarketplace {
		return this.#options.shop;
	}

	#find(text: string): ShownItem[] {
		const words = text.toLowerCase().split(/\s+/);
		const fits = ({ id, name, category }: ItemRecord) => {
			const searched = `${id} ${name} ${category}`.toLowerCase();
			return words.every((word) => searched.includes(word));
		};
		return this.#shop.items.filter(fits).slice(0, maxFound).map(shownItem);
	}

	#changeSupport(code: string, change: 'renew' | 'end'): void {
		const now = this.#options.now();
		const purchase = this.#shop.purchases.find((it) => it.code === code);
		const until = Math.max(now, purchase?.supportedUntil ?? 0) + halfYearMs;
		this.#shop.extendSupport(code, change === 'renew' ? until : now);
	}

	#changeItem({ itemId, regularPrice, version }: ShopActs['shop-change-item']): void {
		if (!this.#shop.items.some(({ id }) => id === itemId)) throw new Error('There is no such item');
		this.#shop.setItems(
			this.#shop.items.map((item) =>
				item.id === itemId
					? {
							...item,
							regularPrice,
							extendedPrice: regularPrice * 15,
							version: version === '' ? undefined : version,
						}
					: item,
			),
		);
	}

	#publish(catalogue: Catalogue): void {
		this.#catalogue = catalogue;
		this.#shop.setItems(itemsOf[catalogue]());
	}
}

const itemsOf: Readonly<Record<Catalogue, () => readonly ItemRecord[]>> = {
	usual: () => catalogItems,
	large: () => [...catalogItems, ...generateItems(largeCatalogue - catalogItems.length)],
	none: () => [],
	hostile: () => [...hostileItems, ...catalogItems],
};

function shown({ item, ...purchase }: PurchaseRecord): ShownPurchase {
	const { code, licenceType, price, boughtAt, supportedUntil, refunded } = purchase;
	return {
		code,
		itemId: item.id,
		itemName: item.name,
		licenceType,
		price,
		boughtAt,
		supportedUntil,
		isRefunded: refunded,
	};
}

function shownItem(item: ItemRecord): ShownItem {
	const { id, name, category, version, regularPrice, extendedPrice } = item;
	return { id, name, category, version, regularPrice, extendedPrice };
}
