import { PackedItems } from './packed-items.js';
import { itemSchema } from './schemas.js';

/** Reads the entries of a list one after the other, and counts those that could not be read as an item. */
export class ItemEntries {
	readonly items = new PackedItems();
	#skipped = 0;

	get skipped(): number {
		return this.#skipped;
	}

	add(entry: unknown): void {
		const item = itemSchema.safeParse(entry).data;
		if (item === undefined) this.#skipped += 1;
		else this.items.add(item);
	}
}
