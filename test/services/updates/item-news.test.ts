import { beforeEach, describe, expect, it } from 'vitest';
import { readNews, recordNews, type VersionedItem } from '../../../src/services/updates/item-news.js';
import { memoryStore, notingStore } from '../../roles/memory-store.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { onCommit } from '../../storage/on-commit.js';
import { floor } from '../../world/floor.js';

const minute = 60_000;
const hour = 60 * minute;

describe('the news of a list', () => {
	let rows: ReturnType<typeof memoryStore>;
	let writes: string[];
	let warned: string[];
	let now: number;
	let news: ReturnType<typeof processOn>;

	beforeEach(() => {
		rows = memoryStore();
		now = 1_000_000_000;
		warned = [];
		news = processOn();
	});

	/** Another process, or the next life of this one. `dies`: before it writes such a row. */
	function processOn(dies = 'never') {
		const noting = notingStore(rows);
		writes = noting.writes;
		const store = onCommit(noting.store, {
			before(written) {
				if ([...written.keys()].some((key) => key.startsWith(dies))) throw new Error('killed');
			},
		});
		const logger = { info: () => {}, warn: (_: object, message?: string) => warned.push(String(message)) };
		return {
			compare: (list: readonly VersionedItem[]) =>
				recordNews(list, floor({ store, logger, clock: { now: () => now } })),
		};
	}

	const item = (id: number, version?: string): VersionedItem => ({ id, version });
	const many = (count: number, version = '1.0') =>
		Array.from({ length: count }, (_, at) => item(at + 1, version));
	const announced = async () =>
		((await readNews(rows))?.batches ?? []).map(({ news }) =>
			news.map(({ id, version, isNew }) => `${id}${isNew ? ' new' : ''} ${version ?? '–'}`),
		);

	it('is nothing for the first list, and for the same one again, which writes nothing', async () => {
		await news.compare(many(100));
		expect(await announced()).toEqual([]);
		writes.length = 0;
		await news.compare(many(100).toReversed());
		expect(writes).toEqual([]);
		expect(await announced()).toEqual([]);
	});

	it('is each new item and each new version, once, for all processes and lives', async () => {
		await news.compare(many(3));
		const next = [item(1, '1.1'), item(2, '0.9'), item(3, '1.0'), item(4, '1.0'), item(5)];
		await news.compare(next);
		await news.compare(next);
		await processOn().compare(next);
		expect(await announced()).toEqual([['1 1.1', '4 new 1.0', '5 new –']]);
	});

	it.each(['items-seen:', 'news-log'])(
		'is announced once if the process dies before it writes %s',
		async (row) => {
			await news.compare(many(3));
			await expect(processOn(row).compare([...many(3), item(4, '1.0')])).rejects.toThrow('killed');
			now += 7 * hour;
			await processOn().compare([...many(3), item(4, '1.0')]);
			now += 7 * hour;
			await processOn().compare([...many(3), item(4, '1.0')]);
			expect(await announced()).toEqual([['4 new 1.0']]);
		},
	);

	it('is not announced again if the log alone knew it, and forgets it', async () => {
		await news.compare(many(10));
		await expect(processOn('items-seen').compare(many(11))).rejects.toThrow('killed');
		now += 25 * hour;
		await expect(processOn('items-seen').compare(many(12))).rejects.toThrow('killed');
		await processOn().compare(many(12));
		expect(await announced()).toEqual([['12 new 1.0']]);
	});

	it('is not the first list that a killed process has read half of', async () => {
		await expect(processOn('items-seen:5').compare(many(64))).rejects.toThrow('killed');
		await processOn().compare(many(64));
		expect(await announced()).toEqual([]);
	});

	it('is not the first list that another process remembers at the same moment', async () => {
		await expect(processOn('items-seen:3').compare(many(3))).rejects.toThrow('killed');
		const get = async (key: string): Promise<unknown> => {
			await processOn().compare(many(3));
			return await rows.get(key);
		};
		const store = { ...rows, get };
		const logger = { info: () => {}, warn: () => {} };
		await recordNews(many(3), floor({ store, logger, clock: { now: () => now } }));
		expect(await announced()).toEqual([]);
	});

	it('is not an item that vanished and returns', async () => {
		await news.compare(many(10));
		await news.compare(many(9));
		await news.compare(many(10));
		expect(await announced()).toEqual([]);
	});

	it('is nothing while a list lacks too many items, or all of them', async () => {
		await news.compare(many(9));
		await news.compare([]);
		await news.compare([...many(5), item(10), item(11)]);
		expect(await announced()).toEqual([]);
		expect(warned).toEqual(['The list is much shorter than before. Nothing is announced']);
		await news.compare([...many(6), item(10)]);
		expect(await announced()).toEqual([['10 new –']]);
	});

	it('is silent for a day after most items were deleted, and then goes on', async () => {
		await news.compare(many(9));
		const left = [...many(2), item(20, '1.0')];
		await news.compare(left);
		now += 23 * hour;
		await news.compare(left);
		now += 2 * hour;
		await news.compare(left);
		expect(await announced()).toEqual([]);
		await news.compare([...left, item(21, '1.0')]);
		expect(await announced()).toEqual([['21 new 1.0']]);
	});

	it('is at most one version of an item in six hours, the newest, from a shop that changes a hundred an hour', async () => {
		await news.compare(many(3));
		for (let change = 1; change <= 700; change += 1) {
			await news.compare([item(1, `1.${change}`), item(2, '1.0'), item(3, '1.0')]);
			now += 36_000;
		}
		expect(await announced()).toEqual([['1 1.1'], ['1 1.601']]);
	});

	it.each([
		['1.0', '1.1'],
		['alpha', 'beta'],
	])('is announced once for a list that alternates between %s and %s', async (one, other) => {
		for (let list = 0; list < 100; list += 1) {
			await news.compare([item(1, list % 2 === 0 ? one : other), item(2, '1.0')]);
			now += hour;
		}
		expect(await announced()).toEqual([[`1 ${other}`]]);
		// Neither does it return once the log has forgotten it.
		await news.compare([item(1, one), item(2, '1.1')]);
		await news.compare([item(1, other), item(2, '1.1')]);
		expect(await announced()).toEqual([['2 1.1']]);
	});

	it('goes on from a version that is put right after a slip, and takes the slip for no news again', async () => {
		for (const version of ['2.9', '9.9', '2.9', '3.0', '3.0', '9.9', '9.10']) {
			await news.compare([item(1, version), item(2, '1.0')]);
			now += 7 * hour;
		}
		// The log forgets after a day, the memory never.
		expect((await announced()).slice(-2)).toEqual([['1 3.0'], ['1 9.10']]);
	});

	it('costs a few rows for ten thousand items, and one for a change of one', async () => {
		await news.compare(many(10_000));
		expect(rows.keys()).toHaveLength(33);
		writes.length = 0;
		await news.compare([item(1, '1.1'), ...many(10_000).slice(1)]);
		expect(writes.toSorted()).toEqual(['items-seen:1', 'news-log']);
	});

	it('counts an item once that the list names twice', async () => {
		await news.compare([...many(3), ...many(3)]);
		await news.compare([...many(4), ...many(4)]);
		expect(await announced()).toEqual([['4 new 1.0']]);
	});

	it('is nothing while the memory is damaged: everything would look new', async () => {
		await news.compare(many(64));
		const row = await rows.get('items-seen:3');
		await compareAndSet(rows, 'items-seen:3', row, 'damaged');
		await expect(news.compare(many(64, '2.0'))).rejects.toThrow('invalid shape');
		expect(await announced()).toEqual([]);
	});
});
