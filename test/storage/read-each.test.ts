import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import { readEach } from '../../src/storage/table.js';

const sound = memoryStore(new Map([['a', 1]]));

/** A store in which these keys can't be read, for this reason. */
const failing = (error: Error, keys: readonly string[]) => ({
	...sound,
	async getMany() {
		throw error;
	},
	async get(key: string) {
		if (keys.includes(key)) throw error;
		return await sound.get(key);
	},
});

describe('reading many rows', () => {
	it('gives each with its key, also where there is none', async () => {
		expect(await readEach(sound, ['b', 'a'])).toEqual([
			{ key: 'b', value: undefined },
			{ key: 'a', value: 1 },
		]);
	});

	it('gives the others where one is damaged', async () => {
		const pairs = await readEach(failing(new StoreCorruptError('damaged'), ['b']), ['a', 'b']);
		expect(pairs).toEqual([
			{ key: 'a', value: 1 },
			{ key: 'b', corrupt: true },
		]);
	});

	it.each([[[]], [['b']]])('is an error where the store doesn’t answer, for all or for %j', async (keys) => {
		const down = new StoreUnavailableError('down');
		await expect(readEach(failing(down, keys), ['a', 'b'])).rejects.toThrow(down);
		const first = { ...failing(down, keys), getMany: failing(new StoreCorruptError('damaged'), []).getMany };
		if (keys.length > 0) await expect(readEach(first, ['a', 'b'])).rejects.toThrow(down);
	});
});
