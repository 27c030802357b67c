import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { StoreCorruptError } from '../../src/base/errors.js';
import { storedRows } from '../../src/composition/stored-rows.js';
import type { Store } from '../../src/storage/store.js';
import { memoryClaims } from '../claims/memory-claims.js';
import { guild, memberNumber } from '../claims/sample-claims.js';
import { checkedStore } from '../world/checked-store.js';
import { memoryStore } from '../world/memory-store.js';
import { compareAndSet } from './compare-and-set.js';
import { put } from './put.js';

let rows: Map<string, unknown>;
let store: Store;
beforeEach(() => {
	rows = new Map();
	store = checkedStore(memoryStore(rows));
});

describe('a store that checks what is written', () => {
	it('writes what can be read, and removes rows', async () => {
		const row = { v: 1, revision: 5 };
		expect(await compareAndSet(store, 'sync:1:2', undefined, row)).toBe(true);
		await put(store, 'meta:format', { format: 1 });
		expect(rows.get('sync:1:2')).toEqual(row);
		expect(await compareAndSet(store, 'sync:1:2', row, undefined)).toBe(true);
		expect([...rows]).toEqual([['meta:format', { format: 1 }]]);
	});

	it.each(['new-kind:1', 'meta:new', ':1'])(
		'rejects %s, which is of no known kind, unless it is removed',
		async (key) => {
			await expect(compareAndSet(store, key, undefined, { v: 1 })).rejects.toThrow('have no schema');
			await expect(put(store, key, { v: 1 })).rejects.toThrow(TypeError);
			expect(rows.size).toBe(0);
			rows.set(key, { v: 1 });
			expect(await compareAndSet(store, key, { v: 1 }, undefined)).toBe(true);
		},
	);

	it.each([
		['sync:1:2', { v: 1, revision: Number.NaN }],
		['sync:1:2', { v: 1, revision: 5, due: Number.POSITIVE_INFINITY }],
		['attempts:member:1', { v: 1, times: [Number.NaN] }],
		['reconciler:support-ended-until', { v: 1, until: Number.NaN }],
		['reconciler:drift', { v: 1, after: 5 }],
		['revocations', { v: 1, day: Number.NaN, count: 1 }],
		['member:900000000000000001', { v: 1, hashes: [''] }],
		['greeted:900000000000000001', {}],
		['sync:1:2', { v: 1, revision: 8.64e15 + 1 }],
		['revocations', { v: 1, day: 20_000, count: -1 }],
		['recheck:load', { v: 1, purchases: 0.5, due: 0, overdue: 0, neededADay: 0, possibleADay: 0 }],
		['reconciler:support-ended-until', { v: 1, until: -1 }],
	])('rejects %s with %o', async (key, row) => {
		await expect(compareAndSet(store, key, undefined, row)).rejects.toThrow(StoreCorruptError);
		await expect(put(store, key, row)).rejects.toThrow('would be unreadable');
		expect(rows.size).toBe(0);
	});

	it('keeps a claim readable that a mistake would leave without a holder', async () => {
		const place = await memoryClaims();
		const alice = memberNumber(1);
		const hash = await place.claim(alice, 1);
		const claims = await place.openWith(checkedStore);
		const act = { by: memberNumber(9), guildId: guild, why: '' };
		const before = place.rows.get(`claim:${hash}`);
		await expect(claims.moderated.transfer(hash, alice, '', act)).rejects.toThrow(StoreCorruptError);
		expect(place.rows.get(`claim:${hash}`)).toEqual(before);
	});
});

describe('the kinds of rows', () => {
	/** Texts before a colon that begin no key; the store's own sign of life is written below the check. */
	const noKeys = /^(?:node|https?|postgres(?:ql)?|rediss?|given|list|roles-blocked|unserved):|^meta:ping$/;
	const texts = ['src', 'commands'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !/(?:stored-rows|migration)\.ts$/.test(file))
			.map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
	);
	const kinds = [...storedRows.keys()];

	it('are all that the sources name', () => {
		const named = texts
			.flatMap((text) => [...text.matchAll(/['`]([a-z][a-z-]*:[a-z-]*)(?=['`:]|\$\{)/g)])
			.map(([, start = '']) => start)
			.filter((start) => !noKeys.test(start));
		const isKnown = (start: string): boolean =>
			kinds.some((kind) => start.startsWith(`${kind}:`) || kind.startsWith(start));
		expect(new Set(named).size).toBeGreaterThan(kinds.length - 4);
		expect(named.filter((start) => !isKnown(start))).toEqual([]);
	});

	it('are named by the sources', () => {
		const isNamed = (kind: string): boolean =>
			texts.some((text) => new RegExp(`['\`]${kind}[:'\`]`).test(text));
		expect(kinds.filter((kind) => !isNamed(kind))).toEqual([]);
	});
});

describe('a row with a number out of bounds', () => {
	const at = (key: string): z.ZodType | undefined => storedRows.get(key);

	it.each([1e300, -1e300, null])('is read without it where it may be absent: %o', (number) => {
		expect(at('sync')?.parse({ v: 1, revision: 5, due: number })).toEqual({ v: 1, revision: 5 });
		const day = { v: 1, items: [], others: 0, refusals: {} };
		expect(at('stats')?.parse({ ...day, refunds: number })).toEqual(day);
	});

	it('is damaged where the number is needed, or is no number', () => {
		expect(at('sync')?.safeParse({ v: 1, revision: 1e300 }).success).toBe(false);
		expect(at('sync')?.safeParse({ v: 1, revision: 5, due: '9' }).success).toBe(false);
	});
});
