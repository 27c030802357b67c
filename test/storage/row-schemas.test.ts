import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { StoreCorruptError } from '../../src/base/errors.js';
import { rowKinds } from '../../src/row-kinds.js';
import { kindOf } from '../../src/storage/table.js';
import { assertReadable } from '../world/checked-store.js';

describe('a row that is written', () => {
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
	])('is refused if it could not be read again: %s, %o', (key, row) => {
		expect(() => assertReadable(key, row)).toThrow(StoreCorruptError);
	});

	it('is stored if it can be read', () => {
		expect(() => assertReadable('sync:1:2', { v: 1, revision: 5 })).not.toThrow();
	});
});

describe('a row with a number out of bounds', () => {
	const at = (key: string): z.ZodType | undefined => kindOf(rowKinds, `${key}:1`)?.schema;

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
