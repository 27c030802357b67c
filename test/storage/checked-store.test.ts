import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/errors.js';
import { checkedStore } from '../../src/storage/checked-store.js';
import type { Store } from '../../src/storage/store.js';
import { storedRows } from '../../src/stored-rows.js';
import { memoryClaims } from '../claims/memory-claims.js';
import { guild, memberNumber } from '../claims/sample-claims.js';
import { memoryStore } from '../properties/memory-store.js';

let rows: Map<string, unknown>;
let store: Store;
beforeEach(() => {
	rows = new Map();
	store = checkedStore(memoryStore(rows), storedRows);
});

describe('a store that checks what is written', () => {
	it('writes what can be read, removes rows, and leaves rows of no known kind alone', async () => {
		const row = { v: 1, mark: 5 };
		expect(await store.compareAndSet('grant:1:2', undefined, row)).toBe(true);
		expect(await store.compareAndSet('grant:1:2', row, undefined)).toBe(true);
		await store.overwrite('new-kind:1', { anything: true });
		expect([...rows]).toEqual([['new-kind:1', { anything: true }]]);
	});

	it.each([
		['grant:1:2', { v: 1, mark: Number.NaN }],
		['grant:1:2', { v: 1, mark: 5, until: Number.POSITIVE_INFINITY }],
		['attempts:member:1', { v: 1, misses: [Number.NaN] }],
		['reconciler:support-ended-until', { v: 1, until: Number.NaN }],
		['reconciler:drift:0-1/2', { v: 1, after: 5 }],
		['revocations', { v: 1, day: Number.NaN, count: 1 }],
		['member:900000000000000001', { v: 1, hashes: [''] }],
	])('rejects %s with %o', async (key, row) => {
		await expect(store.compareAndSet(key, undefined, row)).rejects.toThrow(StoreCorruptError);
		await expect(store.overwrite(key, row)).rejects.toThrow('would be unreadable');
		expect(rows.size).toBe(0);
	});

	it('keeps a claim readable that a mistake would give to nobody', async () => {
		const place = await memoryClaims();
		const alice = memberNumber(1);
		const hash = await place.claim(alice, 1);
		const claims = await place.openWith((inner) => checkedStore(inner, storedRows));
		const act = { by: memberNumber(9), guildId: guild, why: '' };
		const before = place.rows.get(`claim:${hash}`);
		await expect(claims.moderated.transfer(hash, alice, '', act)).rejects.toThrow(StoreCorruptError);
		expect(place.rows.get(`claim:${hash}`)).toEqual(before);
	});

	it('knows every kind of row that the sources name', () => {
		const prefixes = readdirSync('src', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.flatMap((file) =>
				[...readFileSync(`src/${file}`, 'utf8').matchAll(/refix = '([a-z-]+):'/g)].map(
					([, prefix]) => prefix ?? '',
				),
			);
		// A greeting is a mark without content.
		const kinds = new Set([...storedRows.keys(), 'greeted']);
		expect(prefixes.length).toBeGreaterThan(10);
		expect(prefixes.filter((prefix) => !kinds.has(prefix))).toEqual([]);
	});
});
