import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import type { Store, StoredPair, Transaction } from '../../src/storage/store.js';
import { simulatedBackEnd } from '../world/simulated-back-end.js';
import { allBackEnds, type TestPlace } from './back-ends.js';
import { compareAndSet } from './compare-and-set.js';
import { put } from './put.js';

for (const backEnd of [...(await allBackEnds()), simulatedBackEnd]) {
	describe.skipIf(backEnd.missing !== undefined)(`a store on ${backEnd.name}`, () => {
		let place: TestPlace;
		let store: Store;
		let other: Store;
		let run = 0;
		/** A key used only by this test. */
		const key = (name: string): string => `t${run}:${name}`;

		beforeAll(async () => {
			place = await backEnd.makePlace();
		});
		afterAll(() => place.remove());
		beforeEach(async () => {
			run += 1;
			[store, other] = await Promise.all([place.open(), place.open()]);
		});
		afterEach(() => Promise.all([store.close(), other.close()]));

		it('returns any JSON that another connection wrote', async () => {
			const values = [
				{ text: 'Käse 🧀 \u0000 "quoted" \\ \n', list: [1, 2.5, -3], nested: { yes: true, no: null } },
				':a string that starts with a colon',
				':base64:AAAA',
				['', 0, false, null],
				null,
			];
			for (const [index, value] of values.entries()) {
				expect(await compareAndSet(store, key(`v${index}`), undefined, value)).toBe(true);
				expect(await other.get(key(`v${index}`))).toEqual(value);
			}
			expect(await other.getMany(values.map((_, index) => key(`v${index}`)))).toEqual(values);
		});

		it('keeps the order of many keys and the gaps between them', async () => {
			const keys = Array.from({ length: 450 }, (_, index) => key(`${index}`));
			for (const index of [0, 199, 200, 449]) await compareAndSet(store, keys[index] ?? '', undefined, index);
			const values = await store.getMany(keys.toReversed());
			expect(values.flatMap((value, index) => (value === undefined ? [] : [[index, value]]))).toEqual([
				[0, 449],
				[249, 200],
				[250, 199],
				[449, 0],
			]);
		});

		it('never deadlocks, whichever keys concurrent transactions change', async () => {
			const keys = Array.from({ length: 12 }, (_, index) => key(`mixed:${index}`));
			const churn = async (on: Store, at: number): Promise<void> => {
				for (let round = 0; round < 25; round += 1) {
					const values = await on.getMany(keys);
					const changes = keys.map((name, index) => {
						const next = (index + round + at) % 3 === 0 ? undefined : { at, round };
						return compareAndSet(on, name, values[index], next);
					});
					await Promise.all(at % 2 === 0 ? changes : changes.toReversed());
				}
			};
			await Promise.all([store, other, store, other].map(churn));
			const left = await other.getMany(keys);
			expect(left).toEqual(
				left.map((value) => value && { at: expect.any(Number), round: expect.any(Number) }),
			);
		});

		it('changes all rows of a transaction, which sees its own changes before that', async () => {
			await put(store, key('old'), 1);
			const keys = ['a', 'b', 'old', 'none'].map(key);
			const seen = await store.transact(async (tx) => {
				tx.put(key('a'), { n: 1 });
				tx.put(key('b'), 2);
				tx.remove(key('old'));
				tx.remove(key('none'));
				tx.put(key('b'), await tx.getMany([key('a'), key('b')]));
				return await tx.getMany(keys);
			});
			expect(seen).toEqual([{ n: 1 }, [{ n: 1 }, 2], undefined, undefined]);
			expect(await other.getMany(keys)).toEqual(seen);
		});

		it('passes on the error of a transaction’s function, and changes nothing', async () => {
			const error = new Error('not today');
			const failing = store.transact(async (tx) => {
				tx.put(key('a'), 1);
				throw error;
			});
			await expect(failing).rejects.toBe(error);
			expect(await store.get(key('a'))).toBeUndefined();
		});

		it.each<[string, string, (tx: Transaction) => unknown, unknown, number]>([
			['a row that it only read is changed', 'held', (tx) => tx.get(key('held')), 2, 2],
			['a row that it only read is removed', 'held', (tx) => tx.get(key('held')), undefined, 2],
			['a row that it found absent comes', 'absent', (tx) => tx.get(key('absent')), 2, 2],
			['a row that it read and puts is changed', 'put', (tx) => tx.get(key('put')), 2, 2],
			['a row that it read and removes is changed', 'removed', (tx) => tx.get(key('removed')), 2, 2],
			['a row that it puts unread is changed', 'put', () => {}, 2, 1],
			['nothing is', 'nothing', (tx) => tx.getMany(['held', 'absent'].map(key)), undefined, 1],
		])('runs a transaction again while %s', async (_, name, read, next, rounds) => {
			for (const each of ['held', 'put', 'removed']) await put(store, key(each), 1);
			let round = 0;
			await store.transact(async (tx) => {
				await read(tx);
				round += 1;
				if (round === 1)
					await other.transact(async (rival) => {
						if (next === undefined) rival.remove(key(name));
						else rival.put(key(name), next);
					});
				tx.put(key('put'), { round });
				tx.remove(key('removed'));
			});
			expect(round).toBe(rounds);
			const rows = { held: 1, absent: undefined, [name]: next, put: { round }, removed: undefined };
			expect(await other.getMany(Object.keys(rows).map(key))).toEqual(Object.values(rows));
		});

		it('never commits two transactions if each read a row that the other one writes', async () => {
			const leave = (on: Store, name: string, round: number) =>
				on.transact(async (tx) => {
					const present = await tx.getMany(['x', 'y'].map((each) => key(`${each}${round}`)));
					if (present.every(Boolean)) tx.put(key(`${name}${round}`), false);
				});
			for (let round = 0; round < 20; round += 1) {
				const keys = ['x', 'y'].map((name) => key(`${name}${round}`));
				await Promise.all(keys.map((name) => put(store, name, true)));
				await Promise.all([leave(store, 'x', round), leave(round % 2 === 0 ? store : other, 'y', round)]);
				expect((await store.getMany(keys)).toSorted()).toEqual([false, true]);
			}
		});

		it.each([
			[100, 100, 'made'],
			[101, 0, 'refused'],
			[1, 199, 'made'],
			[1, 200, 'refused'],
		])('accepts a transaction only up to a size: %i written, %i read, %s', async (written, read, outcome) => {
			const keys = (name: string, length: number) => Array.from({ length }, (_, n) => key(`${name}:${n}`));
			const made = store
				.transact(async (tx) => {
					await tx.getMany(keys('read', read));
					for (const name of keys('written', written)) tx.put(name, 1);
				})
				.then(
					() => 'made',
					(error: unknown) => (error instanceof RangeError ? 'refused' : error),
				);
			expect(await made).toBe(outcome);
			expect(await collect(other.list(key('')))).toHaveLength(outcome === 'made' ? written : 0);
		});

		it('makes the changes of a migration together: up to the maximum, in a single commit', async () => {
			const keys = Array.from({ length: store.maxRows + 1 }, (_, n) => key(`many:${n}`));
			const put = (some: readonly string[]) =>
				store.transact(
					async (tx) => {
						for (const name of some) tx.put(name, 'ü'.repeat(600));
					},
					{ maxRows: store.maxRows },
				);
			await expect(put(keys)).rejects.toThrow(RangeError);
			await put(keys.slice(1));
			expect(await collect(other.list(key('many:')))).toHaveLength(store.maxRows);
		});

		it('loses no change of a transaction that reads more than fits into a batch', async () => {
			const keys = Array.from({ length: Math.min(250, 2 * store.maxRows) }, (_, n) => key(`wide:${n}`));
			const raise = (on: Store) =>
				on.transact(
					async (tx) => {
						const [count = 0] = (await tx.getMany(keys)) as readonly number[];
						tx.put(key('wide:0'), count + 1);
					},
					{ maxRows: store.maxRows },
				);
			await Promise.all([store, other, store].map(raise));
			expect(await store.get(key('wide:0'))).toBe(3);
		});

		it('compares listed rows without reading them, and reads them once they have changed', async () => {
			for (const name of ['same', 'other', 'removed']) await put(store, key(name), { n: 1 });
			const listed = await collect(store.list(key('')));
			await put(other, key('other'), { n: 5 });
			await other.transact(async (tx) => tx.remove(key('removed')));
			const seen: unknown[] = [];
			const change = async (tx: Transaction) => {
				const values = await tx.getMany(['same', 'other', 'removed'].map(key));
				seen.push(values);
				for (const name of ['same', 'other']) tx.put(key(name), { seen: await tx.get(key(name)) });
			};
			await store.transact(change, { listed });
			const rounds = [
				[{ n: 1 }, { n: 1 }, { n: 1 }],
				[{ n: 1 }, { n: 5 }, undefined],
			];
			// The simulated store has no stored text to compare, so it reads at first.
			expect(seen).toEqual(backEnd === simulatedBackEnd ? rounds.slice(1) : rounds);
			expect(await other.getMany(['same', 'other'].map(key))).toEqual([
				{ seen: { n: 1 } },
				{ seen: { n: 5 } },
			]);
		});

		it('reads a row that is not as presumed', async () => {
			await put(store, key('row'), 2);
			const wrap = async (tx: Transaction) => tx.put(key('row'), [await tx.get(key('row'))]);
			await store.transact(wrap, { presumed: [[key('row'), 1]] });
			expect(await other.get(key('row'))).toEqual([2]);
		});

		it('reads other rows if one is damaged, which fails only requests for that row', async () => {
			await compareAndSet(store, key('good'), undefined, 1);
			await place.damage(key('bad'), 'gibberish');
			const [good, bad, both, none] = await Promise.allSettled([
				store.get(key('good')),
				store.get(key('bad')),
				store.getMany([key('good'), key('bad')]),
				store.getMany([key('good'), key('none')]),
			]);
			expect(good).toEqual({ status: 'fulfilled', value: 1 });
			expect(none).toEqual({ status: 'fulfilled', value: [1, undefined] });
			for (const failed of [bad, both]) {
				expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(StoreCorruptError) });
			}
		});

		it('reads all earlier writes, even with many concurrent reads', async () => {
			for (let n = 0; n < 30; n += 1) {
				const beside = Array.from({ length: 5 }, () => store.get(key('n')));
				await compareAndSet(store, key('n'), n === 0 ? undefined : n - 1, n);
				expect(await Promise.all([store.get(key('n')), other.get(key('n'))])).toEqual([n, n]);
				await Promise.all(beside);
			}
		});

		it('lists exactly the keys with a prefix, in their order, over several pages', async () => {
			const numbers = Array.from({ length: 1_200 }, (_, index) => key(`in:${index}`));
			const others = [...'-AB_abz|~'].map((name) => key(`in:${name}`));
			const names = [...numbers, ...others];
			const near = [key('in'), key('in;'), key('im:1'), key('io:1'), key('IN:1')];
			// A few at a time, because waiting too long for a connection fails, and a slow machine has few.
			const all = [...names, ...near];
			for (let at = 0; at < all.length; at += 20) {
				const some = all.slice(at, at + 20);
				await Promise.all(some.map((name) => compareAndSet(store, name, undefined, name)));
			}
			const listed = await collect(other.list(key('in:')));
			expect(listed.map((pair) => pair.key)).toEqual(names.toSorted());
			expect(listed.every((pair) => !pair.corrupt && pair.value === pair.key)).toBe(true);
		});

		it('treats every character of a prefix literally', async () => {
			for (const name of ['a_b:1', 'axb:1', 'a%b:1', 'a*b:1', 'a[x]b:1', 'a?b:1', 'a\\b:1']) {
				await compareAndSet(store, key(name), undefined, name);
			}
			for (const prefix of ['a_b:', 'a%b:', 'a*b:', 'a[x]b:', 'a?b:', 'a\\b:']) {
				expect((await collect(store.list(key(prefix)))).map((pair) => pair.key)).toEqual([key(`${prefix}1`)]);
			}
		});

		it.each([
			['text that is no JSON', 'gibberish'],
			['a cut-off row', '{"value":{"a":'],
			['JSON of another shape', '{"a":1}'],
			['nothing at all', ''],
			['null', 'null'],
		])('reports a damaged row as damaged, and never as missing: %s', async (_, row) => {
			await compareAndSet(store, key('good'), undefined, 1);
			await place.damage(key('bad'), row);
			await expect(store.get(key('bad'))).rejects.toThrow(StoreCorruptError);
			await expect(store.getMany([key('good'), key('bad')])).rejects.toThrow(StoreCorruptError);
			await expect(compareAndSet(store, key('bad'), undefined, 2)).rejects.toThrow(StoreCorruptError);
			expect(await collect(store.list(key('')))).toMatchObject([
				{ key: key('bad'), corrupt: true },
				{ key: key('good'), value: 1 },
			]);
		});

		if (backEnd !== simulatedBackEnd) {
			it('changes a row that was reformatted by hand', async () => {
				await place.damage(key('odd'), '{ "value" : { "n": 1 } }');
				await store.transact(async (tx) => tx.put(key('odd'), { was: await tx.get(key('odd')) }));
				expect(await other.get(key('odd'))).toEqual({ was: { n: 1 } });
			});
		}

		it('can overwrite a damaged row', async () => {
			await place.damage(key('bad'), 'gibberish');
			await put(store, key('bad'), { n: 1 });
			expect(await other.get(key('bad'))).toEqual({ n: 1 });
			expect(await compareAndSet(other, key('bad'), { n: 1 }, { n: 2 })).toBe(true);
		});

		it('does not quote a damaged row in its error', async () => {
			await place.damage(key('bad'), 'a-secret-in-a-row');
			const error = await store.get(key('bad')).catch((caught: unknown) => caught);
			expect(error).toBeInstanceOf(StoreCorruptError);
			const { message, cause } = error as StoreCorruptError;
			expect(`${message} ${String(cause)} ${JSON.stringify(cause)}`).not.toContain('secret');
		});

		it('refuses keys that some back end could not hold', async () => {
			for (const bad of ['', 'with space', 'ümlaut', 'x'.repeat(201)]) {
				await expect(store.get(bad)).rejects.toThrow(RangeError);
			}
		});

		it('is created by the first of many concurrent starts', async () => {
			for (let round = 0; round < 5; round += 1) {
				const fresh = await backEnd.makePlace();
				const stores = await Promise.all(Array.from({ length: 6 }, () => fresh.open()));
				await Promise.all(stores.map((each) => each.ping()));
				await Promise.all(stores.map((each) => each.close()));
				await fresh.remove();
			}
		});

		it('finishes pending requests before it closes', async () => {
			const writes = Array.from({ length: 120 }, (_, n) =>
				compareAndSet(store, key(`last:${n}`), undefined, n),
			);
			const closed = store.close();
			expect(await Promise.all(writes)).toEqual(writes.map(() => true));
			await closed;
			const keys = writes.map((_, n) => key(`last:${n}`));
			expect(await other.getMany(keys)).toEqual(keys.map((_, n) => n));
		});

		it('rejects calls once it is closed, and can be closed twice', async () => {
			await other.close();
			await expect(other.get(key('a'))).rejects.toThrow(StoreUnavailableError);
			await expect(compareAndSet(other, key('a'), undefined, 1)).rejects.toThrow(StoreUnavailableError);
			await expect(other.ping()).rejects.toThrow(StoreUnavailableError);
			await expect(collect(other.list(key('')))).rejects.toThrow(StoreUnavailableError);
			await expect(other.close()).resolves.toBeUndefined();
		});
	});
}

async function collect(pairs: AsyncIterable<StoredPair>): Promise<StoredPair[]> {
	const all: StoredPair[] = [];
	for await (const pair of pairs) all.push(pair);
	return all;
}
