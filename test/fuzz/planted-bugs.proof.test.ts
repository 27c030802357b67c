import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withBug } from '../planted-bug.js';
import { readCorpus } from './corpus-files.js';
import type { Edge } from './edge.js';
import { fuzz } from './fuzz.js';
import { plantedBugs } from './planted-bugs.js';

const maxInputs = 1_000;

describe('the fuzzer', () => {
	it.each(plantedBugs)(
		'finds the planted bug at the edge $edge: $name',
		async (bug) => {
			await withBug<Record<string, () => Edge>>(bug, `fuzz/${bug.edge}-edge.ts`, async (module) => {
				const edge = module[`${bug.edge}Edge`]?.();
				if (edge === undefined) throw new Error('There is no such edge');
				const corpus = readCorpus(join(import.meta.dirname, 'corpus', bug.edge));
				const { foundBy } = bug;
				const first =
					typeof foundBy === 'number'
						? edge.seeds().slice(foundBy, foundBy + 1)
						: corpus.filter(({ name }) => name === foundBy).map(({ input }) => input);
				expect(first).toHaveLength(foundBy === undefined ? 0 : 1);
				const said: string[] = [];
				const isCaught = (): boolean => said.some((line) => bug.caught.test(line));
				await fuzz(
					{ ...edge, seeds: () => [...first, ...edge.seeds()] },
					{
						seed: 1,
						corpus: corpus.map(({ input }) => input),
						isOver: (played) => isCaught() || played >= maxInputs,
						onFinding: ({ property, detail }) => said.push(`${property} ${detail}`),
					},
				);
				await edge.close?.();
				expect(said.join('\n')).toMatch(bug.caught);
			});
		},
		240_000,
	);
});
