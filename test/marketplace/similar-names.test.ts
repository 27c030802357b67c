import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildItemIndex } from '../../src/marketplace/item-index.js';
import { itemSchema } from '../../src/marketplace/schemas.js';
import { buildSimilarNames, distance } from '../../src/marketplace/similar-names.js';
import { packedFrom } from './packed-from.js';

const indexOf = (...names: readonly string[]) =>
	buildItemIndex(packedFrom(names.map((name, index) => itemSchema.parse({ id: index + 1, name }))));

describe('a name that is misspelt', () => {
	it.each([
		['auora', 'Aurora Photo Theme'],
		['aruora', 'Aurora Photo Theme'],
		['Aurora Poto', 'Aurora Photo Theme'],
		['phtoo theme', 'Aurora Photo Theme'],
		['helpdesc', 'Helpdesk'],
		['интренет', 'Интернет-Магазин'],
	])('is found: %s', async (typed, name) => {
		const index = await indexOf('Aurora Photo Theme', 'Helpdesk', 'Интернет-Магазин', 'Basalt');
		expect(index.suggest(typed, 25).map((item) => item.name)).toEqual([name]);
		expect(index.matching(typed)?.size).toBe(1);
	});

	it('is found only where nothing is spelt like that, the nearest first', async () => {
		const index = await indexOf('Auroras', 'Aurora', 'Aurore');
		const found = (typed: string) => index.suggest(typed, 25).map(({ name }) => name);
		expect(found('aurora')).toEqual(['Aurora', 'Auroras']);
		expect(found('auroraa')).toEqual(['Aurora', 'Auroras']);
	});

	it.each(['cat', 'qqqqq', 'x'.repeat(90), ''])('is not guessed out of %j', async (typed) => {
		const similar = await buildSimilarNames(['car', 'aurora theme']);
		expect(similar.find(typed.split(' '))).toEqual([]);
	});
});

describe('how far words are apart', () => {
	const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 8 });

	it('is nothing for a word and itself, and the same both ways', () => {
		fc.assert(
			fc.property(word, word, (a, b) => {
				expect(distance(a, a, 2)).toBe(0);
				expect(distance(a, b, 8)).toBe(distance(b, a, 8));
				expect(distance(a, b, 1)).toBe(Math.min(distance(a, b, 8), 2));
			}),
		);
	});

	it('is one for a letter more, fewer, other or swapped', () => {
		for (const typed of ['auora', 'aurrora', 'aurera', 'aruora'])
			expect(distance(typed, 'aurora', 2)).toBe(1);
	});
});

describe('attack 42: names made to be slow', () => {
	it('count with eight words each, none of them long', async () => {
		const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'omega'];
		const similar = await buildSimilarNames([words.join(' '), 'omega'.repeat(50)]);
		expect(similar.find(['omegx'])).toEqual([]);
		expect(similar.find(['omegaomegaomegaomegaomega'])).toEqual([]);
		expect(similar.find(['eigth'])).toEqual([0]);
	});

	it('are given up on after five hundred near misses', async () => {
		const letters = 'abcdefghijklm';
		const nearMisses = Array.from({ length: 700 }, (_, index) => {
			const [a = '', b = '', c = ''] = [index % 13, Math.floor(index / 13) % 13, Math.floor(index / 169)].map(
				(at) => letters.at(at) ?? '',
			);
			return `${a}${b}${c}abcdefghijklm`.slice(0, 16);
		});
		const found = async (names: readonly string[]) =>
			(await buildSimilarNames(names)).find(['mmmabcdefghijkml']).length;
		expect(await found(['mmmabcdefghijklm'])).toBe(1);
		expect(await found([...nearMisses.filter((name) => !name.startsWith('mm')), 'mmmabcdefghijklm'])).toBe(0);
	});

	it.each([
		['of words that are all alike', (id: number) => `${'aurorb aurorc aurord aurore '.repeat(9)}${id}`],
		['of words of the same letters', (id: number) => `arauro${id % 97} roaura ${id} oaurar rroaua`],
	])('give no more suggestions than Discord takes: ten thousand %s', async (_, nameOf) => {
		const index = await indexOf(...Array.from({ length: 10_000 }, (_, id) => nameOf(id)));
		for (const typed of ['auraro', 'auror auror auror', 'aurora'.repeat(16)]) {
			expect(index.suggest(typed, 25).length).toBeLessThanOrEqual(25);
		}
	});
});
