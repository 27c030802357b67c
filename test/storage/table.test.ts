import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import { rowKinds } from '../../src/row-kinds.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { type Kind, kindOf, maxBoundedRows, readEach, Table } from '../../src/storage/table.js';
import { assertReadable } from '../world/checked-store.js';
import { put } from './put.js';

const schema = z.strictObject({ at: z.number(), by: z.string(), with: z.string().optional() });
type Note = z.infer<typeof schema>;
const kind: Kind<Note> = {
	prefix: 'note:',
	schema,
	until: ({ at }) => at + 10,
	personal: {
		name: 'directMessages',
		people: (row) => [row.by, ...(row.with === undefined ? [] : [row.with])],
		shown: ({ at }) => ({ at, what: 'note' }),
		without: (row, { tag }) => ({ ...row, by: tag }),
	},
};

let store: Store;
let now: number;
const open = (over: Partial<Kind<Note>> = {}) => new Table({ ...kind, ...over }, store, { now: () => now });
const add = (id: string, row: Note) => store.transact((tx) => open().addIn(tx, id, row));
const rows = async () => {
	const found: [string, unknown][] = [];
	for await (const { key, ...pair } of store.list(''))
		found.push([key, 'value' in pair ? pair.value : 'corrupt']);
	return Object.fromEntries(found);
};
const idsIn = async (found: AsyncIterable<{ readonly id: string }>) => {
	const ids: string[] = [];
	for await (const { id } of found) ids.push(id);
	return ids;
};

beforeEach(() => {
	store = memoryStore();
	now = 100;
});

it('adds, changes and removes rows, each once', async () => {
	const table = open();
	const row = { at: now, by: 'ana' };
	expect([await add('a', row), await add('a', { at: 0, by: 'ben' })]).toEqual([true, false]);
	const changed = await table.change('a', (before) => before && { ...before, by: 'cat' });
	expect(changed).toEqual({ before: row, after: { at: now, by: 'cat' } });
	expect(await table.change('a', () => undefined)).toBeUndefined();
	const taken = await Promise.all([table.take('a'), table.take('a'), table.take('a')]);
	expect(taken.filter(Boolean)).toEqual([{ at: now, by: 'cat' }]);
	expect(await rows()).toEqual({});
});

it('lists rows in the order of their ids, and skips expired or damaged ones', async () => {
	for (const id of ['b:2', 'b:1', 'a:1', 'c:1']) await open().set(id, { at: now, by: 'ana' });
	await open().set('b:0', { at: now - 10, by: 'ana' });
	await put(store, 'note:b:3', { at: 'soon' });
	expect(await idsIn(open().all())).toEqual(['a:1', 'b:1', 'b:2', 'c:1']);
	expect(await idsIn(open().all('b:'))).toEqual(['b:1', 'b:2']);
});

it.each([
	[undefined, [undefined, true]],
	['stays', [undefined, false]],
	['rejects', [StoreCorruptError, false]],
] as const)(
	'a damaged row counts as missing or as an error, depending on its kind (damaged: %s)',
	async (damaged, [read, isPruned]) => {
		const table = open(damaged && { damaged });
		await put(store, 'note:a', { at: 'soon' });
		const got = table.get('a');
		if (read === undefined) expect(await got).toBeUndefined();
		else await expect(got).rejects.toThrow(read);
		expect(await add('a', { at: now, by: 'ana' })).toBe(false);
		await table.prune();
		expect('note:a' in (await rows())).toBe(!isPruned);
	},
);

it('prunes a row when it expires', async () => {
	await open().set('a', { at: now, by: 'ana', with: 'ben' });
	const left = async (at: number) => {
		now = at;
		await open().prune();
		return (await rows())['note:a'];
	};
	expect(await left(109)).toBeDefined();
	expect(await open().get('a')).toBeDefined();
	now = 110;
	expect(await open().get('a')).toBeUndefined();
	expect(await left(110)).toBeUndefined();
});

it('finds and forgets a person, even in expired rows', async () => {
	await open().set('a', { at: now, by: 'ana' });
	await open().set('b', { at: now, by: 'ben', with: 'cat' });
	await open().set('c', { at: now - 50, by: 'ana' });
	expect((await open().of('ana', 'whole')).rows.map(({ id }) => id)).toEqual(['a']);
	await open().forget({ userId: 'ana', tag: 'x' });
	expect(await rows()).toMatchObject({
		'note:a': { by: 'x' },
		'note:b': { by: 'ben' },
		'note:c': { by: 'x' },
	});
	const { without: _, ...personal } = kind.personal ?? expect.unreachable();
	await open({ personal }).forget({ userId: 'cat', tag: '' });
	expect(Object.keys(await rows())).toEqual(['note:a', 'note:c']);
});

it('finds and forgets rows only by their id, even a damaged row', async () => {
	const personal = { ...(kind.personal ?? expect.unreachable()), isById: true };
	await put(store, 'note:ana:1', { at: 'soon' });
	await open().set('ana:2', { at: now, by: 'ana' });
	await open().set('ben:1', { at: now, by: 'ana' });
	expect((await open({ personal }).of('ana', 'bounded')).rows.map(({ id }) => id)).toEqual(['ana:2']);
	const { without: _, ...bare } = personal;
	await open({ personal: bare }).forget({ userId: 'ana', tag: '' });
	expect(Object.keys(await rows())).toEqual(['note:ben:1']);
});

it.each([
	['all rows', maxBoundedRows, true],
	['no more than its bound', 2 * maxBoundedRows, false],
])('looks for a person in %s, including damaged ones', async (_, stored, isComplete) => {
	const rows = new Map<string, unknown>();
	for (let n = 10_000; n < 10_000 + stored; n += 1) rows.set(`note:${n}`, {});
	for (const n of [10_000, 9_999 + stored]) rows.set(`note:${n}`, { at: now, by: 'ana' });
	const table = new Table(kind, memoryStore(rows), { now: () => now });
	const bounded = await table.of('ana', 'bounded');
	expect(bounded).toMatchObject({ rows: isComplete ? [{}, {}] : [{}], isComplete });
	expect(await table.of('ana', 'whole')).toMatchObject({ rows: [{}, {}], isComplete: true });
});

it('finds the kind of a row by its key', () => {
	const one = { ...kind, prefix: 'note:one' };
	expect(kindOf([kind, one], 'note:one')).toBe(one);
	expect(kindOf([kind, one], 'note:two')).toBe(kind);
	expect(kindOf([kind, one], 'other:one')).toBeUndefined();
});

describe('a row to be written', () => {
	it.each([
		['sync:1:2', { v: 1, revision: Number.NaN }],
		['sync:1:2', { v: 1, revision: 5, due: Number.POSITIVE_INFINITY }],
		['attempts:member:1', { v: 1, times: [Number.NaN] }],
		['reconciler:support-ended-until', { v: 1, until: Number.NaN }],
		['member:900000000000000001', { v: 1, hashes: [''] }],
		['greeted:900000000000000001', {}],
		['sync:1:2', { v: 1, revision: 8.64e15 + 1 }],
		['recheck:load', { v: 1, purchases: 0.5, due: 0, overdue: 0, neededADay: 0, possibleADay: 0 }],
		['reconciler:support-ended-until', { v: 1, until: -1 }],
	])('is refused if it could not be read again: %s, %o', (key, row) => {
		expect(() => assertReadable(key, row)).toThrow(StoreCorruptError);
	});
});

describe('a row with a number out of bounds', () => {
	const at = (key: string): z.ZodType | undefined => kindOf(rowKinds, `${key}:1`)?.schema;

	it.each([1e300, -1e300, null])('is read without the number if it is optional: %o', (number) => {
		expect(at('sync')?.parse({ v: 1, revision: 5, due: number })).toEqual({ v: 1, revision: 5 });
		const day = { v: 1, items: [], others: 0, refusals: {} };
		expect(at('stats')?.parse({ ...day, refunds: number })).toEqual(day);
	});

	it('is damaged if the number is required, or is not a number', () => {
		expect(at('sync')?.safeParse({ v: 1, revision: 1e300 }).success).toBe(false);
		expect(at('sync')?.safeParse({ v: 1, revision: 5, due: '9' }).success).toBe(false);
	});
});

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
	it('returns every row with its key, and undefined for a missing one', async () => {
		expect(await readEach(sound, ['b', 'a'])).toEqual([
			{ key: 'b', value: undefined },
			{ key: 'a', value: 1 },
		]);
	});

	it('returns the others if one is damaged', async () => {
		const pairs = await readEach(failing(new StoreCorruptError('damaged'), ['b']), ['a', 'b']);
		expect(pairs).toEqual([
			{ key: 'a', value: 1 },
			{ key: 'b', corrupt: true },
		]);
	});

	it.each([[[]], [['b']]])('fails if the store doesn’t respond, for all or for %j', async (keys) => {
		const down = new StoreUnavailableError('down');
		await expect(readEach(failing(down, keys), ['a', 'b'])).rejects.toThrow(down);
		const first = { ...failing(down, keys), getMany: failing(new StoreCorruptError('damaged'), []).getMany };
		if (keys.length > 0) await expect(readEach(first, ['a', 'b'])).rejects.toThrow(down);
	});
});
