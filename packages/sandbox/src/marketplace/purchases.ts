import type { ItemRecord } from './item-record.js';
import { pick, seededRandom } from './seeded-random.js';

type LicenceType = 'regular' | 'extended';

export interface PurchaseRecord {
	readonly code: string;
	readonly item: ItemRecord;
	readonly licenceType: LicenceType;
	/** In US dollars. */
	readonly price: number;
	/** Milliseconds since the epoch. */
	readonly boughtAt: number;
	/** Milliseconds since the epoch; undefined if the purchase has no support. */
	readonly supportedUntil: number | undefined;
	readonly downloaded: boolean;
	/** A refunded purchase's code is reported like any invalid one. */
	readonly refunded: boolean;
}

/** Properties of a purchase; the others are random. Times in milliseconds since the epoch. */
export interface PurchaseWish {
	readonly code?: string;
	readonly itemId?: number;
	readonly licenceType?: LicenceType;
	readonly boughtAt?: number;
	/** `null`: without support. By default half a year from the purchase. */
	readonly supportedUntil?: number | null;
	readonly downloaded?: boolean;
	readonly refunded?: boolean;
}

/** Codes to try things with, in each possible state of a purchase. */
export interface SampleCodes {
	/** Bought recently, with support. */
	readonly fresh: readonly string[];
	readonly supportEnded: readonly string[];
	readonly noSupport: readonly string[];
	readonly refunded: readonly string[];
}

const dayMs = 86_400_000;
const supportDays = 182;

/** All purchases. The same seed gives the same codes. */
export class Purchases {
	readonly #byCode = new Map<string, PurchaseRecord>();
	#items: ReadonlyMap<number, ItemRecord> = new Map();
	readonly #random: () => number;
	readonly #now: () => number;

	constructor(items: readonly ItemRecord[], seed: number, now: () => number) {
		this.offer(items);
		this.#random = seededRandom(seed);
		this.#now = now;
	}

	/** Sets the items that can be bought. Purchases describe their items as currently sold. */
	offer(items: readonly ItemRecord[]): void {
		this.#items = new Map(items.map((item) => [item.id, item]));
		for (const [key, purchase] of this.#byCode) {
			const item = this.#items.get(purchase.item.id);
			if (item !== undefined) this.#byCode.set(key, { ...purchase, item });
		}
	}

	/** Throws if the wish names an item that isn't for sale, or a code that is taken. */
	add(wish: PurchaseWish = {}): PurchaseRecord {
		const code = wish.code ?? this.#inventCode();
		if (this.#byCode.has(keyOf(code))) throw new Error('There is a purchase with this code already');
		const item = this.#choose(wish.itemId);
		const licenceType = wish.licenceType ?? (this.#random() < 0.9 ? 'regular' : 'extended');
		const boughtAt = wish.boughtAt ?? this.#now() - Math.floor(1 + this.#random() * 30) * dayMs;
		const supportedUntil =
			wish.supportedUntil === undefined ? boughtAt + supportDays * dayMs : wish.supportedUntil;
		const purchase: PurchaseRecord = {
			code,
			item,
			licenceType,
			price: licenceType === 'regular' ? item.regularPrice : item.extendedPrice,
			boughtAt,
			supportedUntil: supportedUntil ?? undefined,
			downloaded: wish.downloaded ?? this.#random() < 0.8,
			refunded: wish.refunded ?? false,
		};
		this.#byCode.set(keyOf(code), purchase);
		return purchase;
	}

	/** A few in each state. Empty lists if there is nothing to buy. */
	addSamples(): SampleCodes {
		if (this.#items.size === 0) return { fresh: [], supportEnded: [], noSupport: [], refunded: [] };
		const now = this.#now();
		const some = (count: number, wish: () => PurchaseWish): string[] =>
			Array.from({ length: count }, () => this.add(wish()).code);
		return {
			fresh: some(12, () => ({})),
			supportEnded: some(4, () => {
				const boughtAt = now - Math.floor(200 + this.#random() * 700) * dayMs;
				return { boughtAt, supportedUntil: boughtAt + supportDays * dayMs };
			}),
			noSupport: some(3, () => ({ supportedUntil: null })),
			refunded: some(3, () => ({ refunded: true })),
		};
	}

	/** Ignores case, as real servers do. */
	find(code: string): PurchaseRecord | undefined {
		return this.#byCode.get(keyOf(code));
	}

	all(): readonly PurchaseRecord[] {
		return [...this.#byCode.values()];
	}

	/** Throws if there is no such purchase. */
	change(
		code: string,
		change: Partial<Pick<PurchaseRecord, 'refunded' | 'supportedUntil' | 'downloaded'>>,
	): PurchaseRecord {
		const purchase = this.find(code);
		if (purchase === undefined) throw new Error('There is no purchase with this code');
		const changed = { ...purchase, ...change };
		this.#byCode.set(keyOf(code), changed);
		return changed;
	}

	#choose(id: number | undefined): ItemRecord {
		const [first, ...others] = this.#items.values();
		const item =
			id === undefined && first !== undefined
				? pick(this.#random, [first, ...others])
				: this.#items.get(id ?? -1);
		if (item === undefined) throw new Error(`Item ${id ?? ''} is not for sale`);
		return item;
	}

	/** A version 4 UUID, like the codes of real servers. */
	#inventCode(): string {
		const hex = Array.from({ length: 32 }, (_, index) => {
			if (index === 12) return '4';
			return pick(this.#random, index === 16 ? [...'89ab'] : [...'0123456789abcdef']);
		}).join('');
		return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
	}
}

const keyOf = (code: string): string => code.toLowerCase();
