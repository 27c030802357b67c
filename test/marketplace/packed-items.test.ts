import { expect, it } from 'vitest';
import { PackedItems } from '../../src/marketplace/packed-items.js';
import { sampleItem } from '../views/samples.js';

it.each([0, 1, 15, 16, 17, 48])('%d items come back as they were, one by one and all of them', (count) => {
	const items = Array.from({ length: count }, (_, index) =>
		sampleItem({ id: index, name: `Éclair 写真 ${index}`, version: index % 2 === 0 ? undefined : '1.0.0' }),
	);
	const packed = new PackedItems();
	for (const item of items) packed.add(item);
	expect(packed.length).toBe(count);
	expect([...packed]).toEqual(items);
	expect(items.map((_, place) => packed.at(place))).toEqual(items);
	expect(packed.at(count)).toBeUndefined();
});
