import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { IndexedItem } from './indexed-item.js';
import type { Item } from './schemas.js';

/** As few as can be unpacked in a tenth of a millisecond, as many as share words enough to pack well. */
export const blockLength = 16;
const quick = { level: 3 };
/** Large enough to be given back to the system as a whole. */
const slabBytes = 256 * 1_024;

/** Items that stood one after the other in a list. */
export interface ItemBlock {
	/** Of the text that they were read from. */
	readonly digest: string;
	readonly items: readonly IndexedItem[];
	/** How many entries of that text could not be read as an item. */
	readonly skipped: number;
	/** The whole items. */
	readonly packed: Uint8Array;
}

/**
 * Items outside the heap, in a fifth of their size: of ten thousand, a few are read in a day. What lists and searches
 * look at is kept beside them.
 */
export class PackedItems {
	readonly blocks: ItemBlock[] = [];
	/** What the blocks lie in: thousands of small pieces would leave holes between them wherever they are. */
	#slab = Buffer.alloc(0);
	#used = 0;
	#length = 0;

	get length(): number {
		return this.#length;
	}

	/** Where the first item of the next block will be. */
	get nextPlace(): number {
		return this.blocks.length * blockLength;
	}

	/** `items`: as many as `block` has, at most `blockLength`, and in the same order. */
	add(items: readonly Item[], block: Omit<ItemBlock, 'packed'>): void {
		this.adopt({ ...block, packed: deflateRawSync(JSON.stringify(items), quick) });
	}

	/** A block of other items, to be at the same place here. It is copied, so that nothing holds the others' memory. */
	adopt(block: ItemBlock): void {
		this.blocks.push({ ...block, packed: this.#keep(block.packed) });
		this.#length += block.items.length;
	}

	*indexed(): Iterable<IndexedItem> {
		for (const { items } of this.blocks) yield* items;
	}

	/** The whole item at the place that its index has. */
	at(place: number): Item | undefined {
		const block = this.blocks[Math.floor(place / blockLength)];
		if (block === undefined) return undefined;
		const items: readonly Item[] = JSON.parse(inflateRawSync(block.packed).toString());
		return items[place % blockLength];
	}

	#keep(bytes: Uint8Array): Uint8Array {
		if (this.#used + bytes.length > this.#slab.length) {
			this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes.length));
			this.#used = 0;
		}
		const kept = this.#slab.subarray(this.#used, this.#used + bytes.length);
		kept.set(bytes);
		this.#used += bytes.length;
		return kept;
	}
}
