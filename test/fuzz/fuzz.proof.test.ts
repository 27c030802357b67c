import { afterAll, describe, expect, it } from 'vitest';
import { readCorpus } from './corpus-files.js';
import { Broken } from './edge.js';
import { edges } from './edges.js';
import { fuzz, outcomeOf } from './fuzz.js';

/** Few enough for `npm run test:proof`. A nightly run plays thousands of times as many. */
const inputs = 60;

describe.each(Object.entries(edges))('the edge %s', (name, open) => {
	const edge = open();
	afterAll(() => edge.close?.());
	const corpus = readCorpus(name);

	it('accepts valid inputs', async () => {
		for (const seed of edge.seeds()) expect(String(await outcomeOf(edge, seed))).toMatch(/^taken/);
	});

	it.each(corpus.map(({ name: file, input }) => [file, input] as const))(
		'keeps its properties with %s',
		async (_, input) => {
			const outcome = await outcomeOf(edge, input);
			expect(outcome instanceof Broken ? outcome.message : '').toBe('');
		},
	);

	it('keeps its properties with generated inputs of a fixed seed, which reach enough outcomes', async () => {
		const { findings, outcomes } = await fuzz(edge, {
			seed: 1,
			corpus: corpus.map(({ input }) => input),
			onlyNew: true,
			isOver: (played) => played >= (edge.inputsInTests ?? inputs),
		});
		expect(findings.map(({ property, detail }) => `${property}: ${detail}`)).toEqual([]);
		expect(outcomes.size).toBeGreaterThan(1);
	});
});
