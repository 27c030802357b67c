import { describe, expect, it } from 'vitest';
import { type PlantedBug, withBug } from '../planted-bug.js';
import { readCorpus } from './corpus-files.js';
import type { Edge } from './edge.js';
import { fuzz } from './fuzz.js';

/** A bug planted in the product's source, which the fuzzer must find. */
interface FuzzedBug extends PlantedBug {
	/** The edge, which has the name of its file. */
	readonly edge: 'rows' | 'discord';
	/** The input that reveals the bug, played first: a file of the corpus, or the index of one of the edge's seeds. */
	readonly foundBy?: string | number;
}

const plantedBugs: readonly FuzzedBug[] = [
	{
		edge: 'rows',
		name: 'a damaged row keeps a store from being opened',
		file: 'src/claims/migration.ts',
		find: '\t\t\tdamagedClaims.add(key);\n\t\t\treturn undefined;\n',
		replace: '\t\t\treturn { row: pair as never, rows: [pair as never] };\n',
		foundBy: 'damaged-claim-of-a-former-store.json',
		caught: /does not start over/,
	},
	{
		edge: 'discord',
		name: 'a wait that is no number is obeyed',
		file: 'src/discord/connection/rate-limit-headers.ts',
		find: 'return number >= 0 && number <= maxCredible ? number : undefined;',
		replace: "return text === '' ? undefined : number;",
		foundBy: 16,
		caught: /a wait that no clock can end|a wait without an end/,
	},
	{
		edge: 'discord',
		name: 'an acknowledgement waits behind a request that hangs',
		file: 'src/discord/connection/request-queue.ts',
		find: 'return now + this.#waitMs(kind, now) >= until;',
		replace: 'return this.#pauseEnd(kind) >= until;',
		foundBy: 59,
		caught: /a call that is of no use: callback/,
	},
	{
		edge: 'discord',
		name: 'a session is resumed at an address that is gone',
		file: 'src/discord/connection/sharding-strategy.ts',
		find: 'this.#forgetSession(id);',
		replace: '',
		caught: /a connection that does not come back|what does not end: the roles/,
		foundBy: 'found-address-of-a-session-gone.json',
	},
];

const maxInputs = 1_000;

describe('the fuzzer', () => {
	it.each(plantedBugs)(
		'finds the planted bug at the edge $edge: $name',
		async (bug) => {
			await withBug<Record<string, () => Edge>>(bug, `fuzz/${bug.edge}-edge.ts`, async (module) => {
				const edge = module[`${bug.edge}Edge`]?.();
				if (edge === undefined) throw new Error('There is no such edge');
				const corpus = readCorpus(bug.edge);
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
