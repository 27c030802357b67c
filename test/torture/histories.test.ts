import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type CompiledTools, compileTools } from '../compiled-tools.js';
import { kinds } from '../histories/kinds.js';
import { databasesRequired } from '../storage/back-ends.js';

// The small version of `npm run histories`: one round of each, in which each fault comes once.

let tools: CompiledTools;
let worker: string;
const patience = 240_000;
const seed = 1;

beforeAll(async () => {
	tools = await compileTools('histories');
	worker = tools.fileOf('test/histories/worker.ts');
}, patience);
afterAll(() => tools.remove());

function skipOrFail(context: TestContext): void {
	const reason = 'the programs of this server are not on this machine';
	if (databasesRequired) throw new Error(reason);
	process.stderr.write(`SKIPPED: histories: ${reason}\n`);
	context.skip(reason);
}

describe('what processes are told that work on the same codes', () => {
	for (const kind of kinds) {
		it(
			`${kind.mustLose ? 'shows what was lost' : 'has an order'}. ${kind.name}`,
			async (context) => {
				const round = await kind.play({ worker, seed, turns: 1, keepsLogs: !kind.mustLose });
				if (round === undefined) return skipOrFail(context);
				expect(round.operations).toBeGreaterThan(200);
				if (kind.mustLose) expect(round.violations).not.toEqual([]);
				else expect(round.violations).toEqual([]);
			},
			patience,
		);
	}

	it.each(['a claim without compare-and-set', 'a write lost after it was acknowledged'])(
		'shows %s',
		async (planted) => {
			const round = await kinds[0]?.play({ worker, seed, turns: 1, planted, keepsLogs: false });
			expect(round?.violations).not.toEqual([]);
		},
		patience,
	);
});
