import { indexItem } from '../../src/marketplace/indexed-item.js';
import { blockLength, PackedItems } from '../../src/marketplace/packed-items.js';
import type { Item } from '../../src/marketplace/schemas.js';

/** These items, as a list that was read has them. */
export function packedFrom(items: readonly Item[]): PackedItems {
	const packed = new PackedItems();
	for (let from = 0; from < items.length; from += blockLength) {
		const some = items.slice(from, from + blockLength);
		const indexed = some.map((item, index) => indexItem(item, packed.nextPlace + index, (text) => text));
		packed.add(some, { digest: '', skipped: 0, items: indexed });
	}
	return packed;
}

/** All of them, unpacked. */
export function unpacked(packed: PackedItems): (Item | undefined)[] {
	return [...packed.indexed()].map(({ place }) => packed.at(place));
}
