import { describe, expect, it } from 'vitest';
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

	it('is found only if nothing is spelt like that, the nearest first', async () => {
		const index = await indexOf('Auroras', 'Aurora', 'Aurore');
		const found = (typed: string) => index.suggest(typed, 25).map(({ name }) => name);
		expect(found('aurora')).toEqual(['Aurora', 'Auroras']);
		expect(found('auroraa')).toEqual(['Auroras', 'Aurora', 'Aurore']);
		expect(index.suggest('auroraa', 1)).toHaveLength(1);
	});

	it.each(['cat', 'cra', 'qqqqq', 'x'.repeat(90), '?!'])('is not guessed from %j', async (typed) => {
		const index = await indexOf('car', 'theme');
		expect(index.matching(typed)?.size ?? 0).toBe(0);
	});

	it.each([
		['of words that are all alike', (id: number) => `${'aurorb aurorc aurord aurore '.repeat(9)}${id}`],
		['of words of the same letters', (id: number) => `arauro${id % 97} roaura ${id} oaurar rroaua`],
	])('gives no more suggestions than Discord takes among ten thousand %s: attack 42', async (_, nameOf) => {
		const index = await indexOf(...Array.from({ length: 10_000 }, (_, id) => nameOf(id)));
		for (const typed of ['auraro', 'auror auror auror', 'aurora'.repeat(16)]) {
			expect(index.suggest(typed, 25).length).toBeLessThanOrEqual(25);
		}
	});
});
