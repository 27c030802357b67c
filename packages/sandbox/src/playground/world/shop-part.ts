import { randomBytes } from 'node:crypto';
import { catalogItems } from '../../marketplace/catalog-items.js';
import { generateItems } from '../../marketplace/generated-items.js';
import { hostileItems } from '../../marketplace/hostile-items.js';
import type { ItemRecord } from '../../marketplace/item-record.js';
import type { LocalMarketplace } from '../../marketplace/local-marketplace.js';
import type { PurchaseRecord } from '../../marketplace/purchases.js';
import type { BotPart } from './bot-part.js';
import { type ActsOf, settled, type WorldOptions, WorldPart } from './world-part.js';
import type { Catalogue, ShopState, ShownItem, ShownPurchase } from './world-state.js';

const maxPurchases = 100;
/** The hostile ones come first, and no list has room for ten thousand. */
const maxItems = 300;
const largeCatalogue = 10_000;
const halfYearMs = 182 * 86_400_000;

/** The shop, as its author, its buyers and its failures can change it. */
export class ShopPart extends WorldPart {
	readonly name = 'shop';
	readonly acts: ActsOf<'shop'> = {
		'shop-items': () => this.#shop.items.slice(0, maxItems).map(shownItem),
		'shop-buy': ({ itemId, licenceType, hasSupport }) => {
			const boughtAt = this.stage.discord.now();
			const support = hasSupport ? {} : { supportedUntil: null };
			return shown(this.#shop.addPurchase({ itemId, licenceType, boughtAt, ...support }));
		},
		'shop-refund': ({ code, isRefunded }) =>
			isRefunded ? this.#shop.refund(code) : this.#shop.reinstate(code),
		'shop-support': ({ code, change }) => this.#changeSupport(code, change),
		'shop-change-item': ({ itemId, regularPrice, version }) =>
			this.#shop.publish(itemId, { regularPrice, version: version === '' ? undefined : version }),
		'shop-catalogue': ({ catalogue }) => {
			this.#catalogue = catalogue;
			this.#shop.setItems(itemsOf[catalogue]());
		},
		'shop-fault': ({ fault }) => {
			this.#shop.faults.clear();
			if (fault !== null) this.#shop.faults.add('*', fault);
		},
		'shop-new-key': () => this.#shop.changeApiKey(`key-${randomBytes(24).toString('hex')}`),
		'shop-give-key': () => this.#bot.restart(),
	};
	readonly #bot: BotPart;
	readonly #changed = settled(() => this.notify(), 50);
	#catalogue: Catalogue = 'usual';
	#itemsChanged = 0;

	constructor(options: WorldOptions, bot: BotPart) {
		super(options);
		this.#bot = bot;
		const unfollow = options.stage.marketplace.on(({ type }) => {
			if (type === 'items-changed') this.#itemsChanged += 1;
			this.#changed();
		});
		this.endings.push(unfollow, this.#changed.cancel);
	}

	state(): ShopState {
		const shop = this.#shop;
		return {
			catalogue: this.#catalogue,
			itemCount: shop.items.length,
			itemsChanged: this.#itemsChanged,
			fault: shop.faults.everywhere,
			isKeyForeign: this.#bot.isKeyForeign,
			purchases: shop.purchases.slice(-maxPurchases).reverse().map(shown),
		};
	}

	get #shop(): LocalMarketplace {
		return this.stage.marketplace;
	}

	#changeSupport(code: string, change: 'renew' | 'end'): void {
		const now = this.stage.discord.now();
		const purchase = this.#shop.purchases.find((it) => it.code === code);
		const until = Math.max(now, purchase?.supportedUntil ?? 0) + halfYearMs;
		this.#shop.extendSupport(code, change === 'renew' ? until : now);
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

function shownItem({ id, name, version, regularPrice }: ItemRecord): ShownItem {
	return { id, name, version, regularPrice };
}
