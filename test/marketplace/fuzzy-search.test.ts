import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, SimilarNames } from '../../src/marketplace/fuzzy-search.js';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { ItemIndex } from '../../src/marketplace/item-index.js';
import { itemSchema } from '../../src/marketplace/schemas.js';

const indexOf = (...names: readonly string[]) =>
	ItemIndex.of(names.map((name, index) => itemSchema.parse({ id: index + 1, name })).map(indexItem));

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
		expect(index.suggest('auroraa', 1).map(({ name }) => name)).toEqual(['Aurora']);
	});

	it('is as near as the nearest of its words', async () => {
		const similar = await SimilarNames.of(['helpdxxk', 'helpdes helpdeskxx']);
		expect(similar.find(['helpdesk'])).toEqual([1, 0]);
	});

	it.each(['cat', 'car', 'qqqqq', 'x'.repeat(90), ''])('is not guessed out of %j', async (typed) => {
		const similar = await SimilarNames.of(['car', 'aurora theme']);
		expect(similar.find(typed.split(' '))).toEqual([]);
	});
});

describe('a misspelt word', () => {
	it('may have one mistake, two from eight letters on, and none below four', async () => {
		const similar = await SimilarNames.of(['helpdesk', 'gallery', 'aurora red', 'aurora rat']);
		expect(similar.find(['helbdesc'])).toEqual([0]);
		expect(similar.find(['helbdess', 'x'])).toEqual([]);
		expect(similar.find(['galery'])).toEqual([1]);
		expect(similar.find(['gakkery'])).toEqual([]);
		expect(similar.find(['auorra', 'red'])).toEqual([2]);
		expect(similar.find(['auorra', 'rex'])).toEqual([]);
	});

	it('may have four letters', async () => {
		expect((await SimilarNames.of(['blue'])).find(['bleu'])).toEqual([0]);
	});

	it('may have its two mistakes beside two others that have theirs', async () => {
		const similar = await SimilarNames.of(['helpdesk gradient portfolio']);
		expect(similar.find(['helbdesc', 'grabienk', 'bortfolia'])).toEqual([0]);
	});

	it('has twenty letters at most, whether it is typed or in a name', async () => {
		const twenty = 'abcdefghijklmnopqrst';
		const similar = await SimilarNames.of([`${twenty.slice(1)}x aurora`, `${twenty}u`, `${twenty}u aurora`]);
		expect(similar.find([twenty])).toEqual([0]);
		expect(similar.find([`${twenty}u`, 'auorra'])).toEqual([0, 2]);
	});

	it('counts beside two others, and what is typed after these does not', async () => {
		const similar = await SimilarNames.of(['aurora photo theme', 'aurora photo']);
		expect(similar.find(['auorra', 'phtoo', 'tehme', 'whatever'])).toEqual([0]);
		expect(similar.find(['auorra', 'phtoo'])).toEqual([0, 1]);
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
		const similar = await SimilarNames.of([` ${words.join(' ')}`, 'omega'.repeat(50)]);
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
			(await SimilarNames.of(names)).find(['mmmabcdefghijkml']).length;
		expect(await found(['mmmabcdefghijklm'])).toBe(1);
		expect(await found([...nearMisses.filter((name) => !name.startsWith('mm')), 'mmmabcdefghijklm'])).toBe(0);
	});

	it('cost nothing where their letters are others', async () => {
		const others = Array.from({ length: 600 }, (_, index) => `zzz${String.fromCodePoint(0x4e00 + index)}zz`);
		const similar = await SimilarNames.of([...others, 'aurora']);
		expect(similar.find(['aurara'])).toEqual([600]);
	});

	it('are prepared five hundred at a time, with other work in between', async () => {
		let turns = 0;
		let waiting = setImmediate(function turn() {
			turns += 1;
			waiting = setImmediate(turn);
		});
		await SimilarNames.of(Array.from({ length: 2_000 }, (_, index) => `name ${index}`));
		clearImmediate(waiting);
		expect(turns).toBe(4);
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
