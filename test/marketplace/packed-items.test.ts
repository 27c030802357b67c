import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { blockLength, PackedItems } from '../../src/marketplace/packed-items.js';
import { sampleItem } from '../views/samples.js';
import { packedFrom, unpacked } from './packed-from.js';

const itemsOf = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		sampleItem({ id: index, name: `Éclair 写真 ${index}`, version: index % 2 === 0 ? undefined : '1.0.0' }),
	);

it.each([0, 1, 15, 16, 17, 48])('%d items come back as they were', (count) => {
	const items = itemsOf(count);
	const packed = packedFrom(items);
	expect(packed.length).toBe(count);
	expect(unpacked(packed)).toEqual(items);
	expect(packed.at(Math.ceil(count / blockLength) * blockLength)).toBeUndefined();
});

it('may need more room than one piece of memory has', () => {
	const noise = (id: number) =>
		Array.from({ length: 700 }, (_, part) => hash('sha256', `${id} ${part}`, 'base64')).join('');
	const items = itemsOf(40).map((item) => ({ ...item, description: noise(item.id) }));
	expect(unpacked(packedFrom(items))).toEqual(items);
});

it('are the same after others have taken them over, and hold nothing of these', () => {
	const items = itemsOf(40);
	const [first, second] = [packedFrom(items), new PackedItems()];
	for (const block of first.blocks) second.adopt(block);
	expect(unpacked(second)).toEqual(items);
	const memory = new Set(first.blocks.map(({ packed }) => packed.buffer));
	expect(second.blocks.filter(({ packed }) => memory.has(packed.buffer))).toEqual([]);
});

it('take a few large pieces of memory, of which little is left over', () => {
	const description = (id: number) => `Documentation ${id} and updates ${id * 7_919} included. `.repeat(20);
	const packed = packedFrom(itemsOf(10_000).map((item) => ({ ...item, description: description(item.id) })));
	const pieces = new Set(packed.blocks.map((block) => block.packed.buffer));
	const bytes = [...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0);
	const used = packed.blocks.reduce((sum, block) => sum + block.packed.length, 0);
	expect(pieces.size).toBeLessThan(40);
	expect(bytes - used).toBeLessThan(512 * 1_024);
	// Of about 1,300 unpacked.
	expect(used / 10_000).toBeLessThan(200);
});
