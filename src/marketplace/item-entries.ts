import { hash } from 'node:crypto';
import type { EntrySink } from './entry-splitter.js';
import { indexItem } from './indexed-item.js';
import { blockLength, PackedItems } from './packed-items.js';
import { type Item, itemSchema } from './schemas.js';

/** What no JSON has in it, so that two lists of entries are the same bytes only if each entry is the same. */
const endOfEntry = 0;

/**
 * Reads the entries of a list, and counts those that could not be read as an item. A list is mostly the one that was
 * read ten minutes ago: where sixteen entries are what they were, their items are taken over instead of read.
 */
export class ItemEntries implements EntrySink {
	readonly #known: PackedItems;
	readonly #packed = new PackedItems();
	readonly #texts = new Map<string, string>();
	/** The entries of one block, each with a byte behind it; `#ends` are the places of these. */
	#text = Buffer.allocUnsafeSlow(64 * 1_024);
	#ends: number[] = [];
	#blocks = 0;
	#skipped = 0;
	#isBroken = false;
	/** Before that, all there is so far is what was known. */
	#isChanged = false;

	/** `known`: items of an earlier list. */
	constructor(known = new PackedItems()) {
		this.#known = known;
	}

	/** After `end`: `known` itself where nothing has changed. */
	get items(): PackedItems {
		return this.#isChanged ? this.#packed : this.#known;
	}

	get skipped(): number {
		return this.#skipped;
	}

	add(json: Uint8Array): void {
		const from = this.#used;
		const end = from + json.length;
		if (end >= this.#text.length) {
			const larger = Buffer.allocUnsafeSlow(2 * (end + 1));
			this.#text.copy(larger, 0, 0, from);
			this.#text = larger;
		}
		this.#text.set(json, from);
		this.#text[end] = endOfEntry;
		this.#ends.push(end);
		if (this.#ends.length === blockLength) this.#endBlock();
	}

	end(): boolean {
		if (this.#ends.length > 0) this.#endBlock();
		if (this.#blocks < this.#known.blocks.length) this.#change();
		return !this.#isBroken;
	}

	get #used(): number {
		const last = this.#ends.at(-1);
		return last === undefined ? 0 : last + 1;
	}

	#endBlock(): void {
		const digest = hash('sha256', this.#text.subarray(0, this.#used), 'base64');
		const known = this.#known.blocks[this.#blocks];
		const isSame = known?.digest === digest && known.items.length + known.skipped === this.#ends.length;
		if (isSame) {
			if (this.#isChanged) this.#packed.adopt(known);
			this.#skipped += known.skipped;
		} else {
			this.#change();
			this.#readBlock(digest);
		}
		this.#blocks += 1;
		this.#ends = [];
	}

	#change(): void {
		if (this.#isChanged) return;
		this.#isChanged = true;
		for (const block of this.#known.blocks.slice(0, this.#blocks)) this.#packed.adopt(block);
	}

	#readBlock(digest: string): void {
		const items = this.#ends.flatMap((end, index) => {
			const before = this.#ends[index - 1];
			return this.#read(this.#text.toString('utf8', before === undefined ? 0 : before + 1, end)) ?? [];
		});
		const skipped = this.#ends.length - items.length;
		this.#skipped += skipped;
		const place = this.#packed.nextPlace;
		const indexed = items.map((item, index) => indexItem(item, place + index, this.#shared));
		this.#packed.add(items, { digest, skipped, items: indexed });
	}

	#read(text: string): Item | undefined {
		try {
			return itemSchema.safeParse(JSON.parse(text)).data;
		} catch {
			this.#isBroken = true;
			return undefined;
		}
	}

	readonly #shared = (text: string): string => {
		const known = this.#texts.get(text);
		if (known === undefined) this.#texts.set(text, text);
		return known ?? text;
	};
}
