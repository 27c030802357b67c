import { expect, it } from 'vitest';
import { inBatches } from '../../src/base/in-batches.js';

it.each([
	[0, []],
	[2, [[1, 2]]],
	[3, [[1, 2], [3]]],
	[
		4,
		[
			[1, 2],
			[3, 4],
		],
	],
])('groups %s in lists of two at most, none of them empty', async (count, lists) => {
	async function* numbers() {
		for (let n = 1; n <= count; n += 1) yield n;
	}
	const found: (readonly number[])[] = [];
	for await (const batch of inBatches(numbers(), 2)) found.push(batch);
	expect(found).toEqual(lists);
});
