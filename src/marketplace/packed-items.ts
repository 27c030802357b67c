import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from './schemas.js';

/** Items by their place, an array or packed. */
export interface ItemSource extends Iterable<Item> {
	readonly length: number;
	at(place: number): Item | undefined;
}

/** As few as can be unpacked in a tenth of a millisecond, as many as share words enough to pack well. */
const blockLength = 16;
const quick = { level: 3 };

/**
 * Items outside the heap, in a fifth of their size: of ten thousand, a few are read in a day. What lists and searches
 * look at is kept beside them (item-index.ts).
 */
export class PackedItems implements ItemSource {
	readonly #blocks: Buffer[] = [];
	/** Those that don't fill a block yet. */
	#rest: Item[] = [];

	get length(): number {
		return this.#blocks.length * blockLength + this.#rest.length;
	}

	add(item: Item): void {
		this.#rest.push(item);
		if (this.#rest.length < blockLength) return;
		const packed = deflateRawSync(JSON.stringify(this.#rest), quick);
		// A copy: what zlib gives is the beginning of 16 KiB.
		const block = Buffer.allocUnsafeSlow(packed.length);
		packed.copy(block);
		this.#blocks.push(block);
		this.#rest = [];
	}

	at(place: number): Item | undefined {
		return this.#block(Math.floor(place / blockLength))[place % blockLength];
	}

	*[Symbol.iterator](): Iterator<Item> {
		for (let block = 0; block <= this.#blocks.length; block += 1) yield* this.#block(block);
	}

	#block(index: number): readonly Item[] {
		const block = this.#blocks[index];
		if (block === undefined) return index === this.#blocks.length ? this.#rest : [];
		const items: Item[] = JSON.parse(inflateRawSync(block).toString());
		return items;
	}
}
