import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults, idOf, operations, reached } from '../matrix/every.js';
import { type Cell, playFault } from '../matrix/play-fault.js';
import { bundleWithBugs, type PlantedBug } from '../planted-bug.js';

/** Some cells of the matrix, each once; `npm run tool -- matrix` has all of them. */
async function play(
	fault: string,
	options: { readonly names?: readonly string[]; readonly entry?: string; readonly recoveryMs?: number } = {},
): Promise<readonly Cell[]> {
	const found =
		faults.find((each) => idOf(each) === fault) ?? expect.unreachable(`There is no fault ${fault}`);
	const { names, entry, recoveryMs } = options;
	return await playFault(found, reached(found, names), { runs: 1, entry, patience: 4, recoveryMs });
}

const brokenIn = (cells: readonly Cell[]): string[] =>
	cells.flatMap(({ operation, broken }) => broken.map((words) => `${operation}: ${words}`));

describe('the fault matrix', () => {
	it.concurrent.each(['shop: 502-html', 'Discord: answer lost', 'store: full'])(
		'breaks no rule under %s',
		async (fault) => {
			const cells = await play(fault);
			expect(brokenIn(cells)).toEqual([]);
			expect(cells.length).toBeGreaterThanOrEqual(4);
		},
	);

	it('has a unique name for each operation and each fault', () => {
		for (const ids of [operations.map(({ name }) => name), faults.map(idOf)])
			expect(new Set(ids).size).toBe(ids.length);
	});
});

/** Each is a realistic bug, a cell that it affects, and the rule that it breaks there. */
const planted: readonly {
	readonly name: string;
	readonly bugs: readonly Pick<PlantedBug, 'file' | 'find' | 'replace'>[];
	readonly cell: readonly [fault: string, operation: string];
	readonly says: string;
}[] = [
	{
		name: 'outage-is-invalid',
		bugs: [
			{
				file: 'src/marketplace/purchase-check.ts',
				find: '	switch (failure.kind) {\n',
				replace:
					"	if (failure.kind === 'unavailable') return { kind: 'invalid' };\n	switch (failure.kind) {\n",
			},
		],
		cell: ['shop: 500', 'verify'],
		says: 'a good code was called invalid',
	},
	{
		name: 'log-is-not-scrubbed',
		bugs: [
			{
				file: 'src/base/logger.ts',
				find: 'const scrub = createScrubber(options.secrets);',
				replace: 'const scrub = (line: string) => line;',
			},
			{
				file: 'src/discord/interactions/dispatcher.ts',
				find: 'interactionId: id,',
				replace: 'interactionId: interaction.token,',
			},
		],
		cell: ['store: full', 'release'],
		says: 'an interaction token in the log',
	},
];

describe('a bot with a planted bug', () => {
	it.concurrent.each(planted.map((each) => [each.name, each] as const))(
		'breaks a rule: %s',
		async (name, { bugs, cell: [fault, operation], says }) => {
			// A wrong state stays wrong, so there is no need to wait as long as for a recovery.
			const entry = resolve('dist', `planted-${name}`, 'main.js');
			const [cell] = await bundleWithBugs(bugs, 'src/main.ts', entry, () =>
				play(fault, { names: [operation], entry, recoveryMs: 2_000 }),
			);
			expect(cell?.broken).toContain(says);
		},
	);
});
