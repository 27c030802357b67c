import { beforeEach, describe, expect, it } from 'vitest';
import {
	isNewVersion,
	readNews,
	recordNews,
	type VersionedItem,
	withVersion,
} from '../../../src/services/updates/item-news.js';
import { memoryStore, notingStore } from '../../roles/memory-store.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { floor } from '../../world/floor.js';

const minute = 60_000;
const hour = 60 * minute;
const digits = '9'.repeat(40);

describe('news from a list', () => {
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

	/** Another process, or the same one after a restart. */
	function processOn() {
		const { store, writes: written } = notingStore(rows);
		writes = written;
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

	it('is empty for the first list, and for the same one again, which writes nothing', async () => {
		await news.compare(many(100));
		expect(await announced()).toEqual([]);
		writes.length = 0;
		await news.compare(many(100).toReversed());
		expect(writes).toEqual([]);
		expect(await announced()).toEqual([]);
	});

	it('includes each new item and each new version once, across all processes and restarts', async () => {
		await news.compare(many(3));
		const next = [item(1, '1.1'), item(2, '0.9'), item(3, '1.0'), item(4, '1.0'), item(5)];
		await news.compare(next);
		await news.compare(next);
		await processOn().compare(next);
		expect(await announced()).toEqual([['1 1.1', '4 new 1.0', '5 new –']]);
	});

	it('doesn’t include an item that vanished and returned', async () => {
		await news.compare(many(10));
		await news.compare(many(9));
		await news.compare(many(10));
		expect(await announced()).toEqual([]);
	});

	it('is empty for a list that lacks too many items, or all of them', async () => {
		await news.compare(many(9));
		await news.compare([]);
		await news.compare([...many(5), item(10), item(11)]);
		expect(await announced()).toEqual([]);
		expect(warned).toEqual(['The list lacks many items of the one before. None of its items is announced']);
		await news.compare([...many(9), item(10), item(12)]);
		expect(await announced()).toEqual([['12 new –']]);
	});

	it('includes at most the newest version of an item in six hours, from a shop that changes a hundred per hour', async () => {
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
		// Nor is it announced again once the log has forgotten it.
		await news.compare([item(1, one), item(2, '1.1')]);
		await news.compare([item(1, other), item(2, '1.1')]);
		expect(await announced()).toEqual([['2 1.1']]);
	});

	it('continues from a version that is corrected after a typo, and doesn’t announce the typo again', async () => {
		for (const version of ['2.9', '9.9', '2.9', '3.0', '3.0', '9.9', '9.10']) {
			await news.compare([item(1, version), item(2, '1.0')]);
			now += 7 * hour;
		}
		// The log forgets after a day, the memory never.
		expect((await announced()).slice(-2)).toEqual([['1 3.0'], ['1 9.10']]);
	});

	it('is stored in a few rows for ten thousand items, and one row changes with one item', async () => {
		await news.compare(many(10_000));
		expect(rows.keys()).toHaveLength(33);
		writes.length = 0;
		await news.compare([item(1, '1.1'), ...many(10_000).slice(1)]);
		expect(writes.toSorted()).toEqual(['items-seen:1', 'news-log']);
	});

	it('counts an item once if the list has it twice', async () => {
		await news.compare([...many(3), ...many(3)]);
		await news.compare([...many(4), ...many(4)]);
		expect(await announced()).toEqual([['4 new 1.0']]);
	});

	it('is empty while the memory is damaged, since everything would look new', async () => {
		await news.compare(many(64));
		const row = await rows.get('items-seen:3');
		await compareAndSet(rows, 'items-seen:3', row, 'damaged');
		await expect(news.compare(many(64, '2.0'))).rejects.toThrow('invalid shape');
		expect(await announced()).toEqual([]);
	});
});

describe('a version', () => {
	it.each([
		[['1.0'], '1.1', true],
		[['1.1'], '1.0', false],
		[['1.9'], '1.10', true],
		[['1.10'], '1.9', false],
		[['1.0'], '1.0.0', false],
		[['1.0.0'], '1', false],
		[['1.0'], 'v1.0', false],
		[['v1.0'], 'V1.0.1', true],
		[['1.02'], '1.2', false],
		[['1'], digits, true],
		[[digits], `${digits}9`, true],
		[[`${digits}9`], digits, false],
		[['1.0'], undefined, false],
		[[], '1.0', false],
		[['beta'], 'beta', false],
		[['beta'], 'rc', true],
		[['2.0', 'beta'], 'beta', false],
		[['beta'], '1.0', true],
		[['2.0', 'beta'], '1.0', false],
		[['2.0'], '1.0-beta', true],
	])('after %j, %s is news: %s', (seen, version, isNews) => {
		expect(isNewVersion(seen, version)).toBe(isNews);
		if (version === undefined) return;
		// In any case, it isn't news the second time.
		expect(isNewVersion(withVersion(seen, version), version)).toBe(false);
	});

	it('is remembered among the last eleven, so that a row stays small', () => {
		let seen: readonly string[] = [];
		for (let minor = 0; minor < 500; minor += 1) seen = withVersion(seen, `1.${minor}`);
		expect(seen).toHaveLength(11);
		expect(seen[0]).toBe('1.499');
		expect(withVersion(seen, '1.499')).toBe(seen);
		expect(withVersion(seen, undefined)).toBe(seen);
	});
});
