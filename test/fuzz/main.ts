import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus, writeInput } from './corpus-files.js';
import { Coverage } from './coverage.js';
import { Broken, type Edge, type Json } from './edge.js';
import { fuzz, outcomeOf } from './fuzz.js';

// `npm run tool -- fuzz [--edge rows] [--minutes M] [--seed S] [--play FILE]`: each edge in turn, or those that are named,
// for M minutes each. What reaches new code is kept in `dist/fuzz/EDGE` for the next run; a finding becomes a file of
// the corpus, and the exit code is 1. `--play` plays one file.

const { values } = parseArgs({
	options: {
		edge: { type: 'string', multiple: true },
		minutes: { type: 'string', default: '1' },
		seed: { type: 'string', default: '1' },
		play: { type: 'string' },
	},
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

// Before the product is loaded: code that is compiled without counters never gets them.
const coverage = await Coverage.start();
const { edges } = await import('./edges.js');

for (const name of values.edge ?? Object.keys(edges)) {
	const open = edges[name];
	if (open === undefined) throw new Error(`There is no edge ${name}, but ${Object.keys(edges).join(', ')}`);
	const edge = open();
	if (values.play === undefined) await run(edge);
	else await playFile(edge, values.play);
	await edge.close?.();
}

async function playFile(edge: Edge, file: string): Promise<void> {
	const outcome = await outcomeOf(edge, JSON.parse(readFileSync(file, 'utf8')) as Json);
	print(`${edge.name}: ${outcome instanceof Broken ? outcome.stack : outcome}`);
	if (outcome instanceof Broken) process.exitCode = 1;
}

async function run(edge: Edge): Promise<void> {
	const committed = join('test', 'fuzz', 'corpus', edge.name);
	const kept = join('dist', 'fuzz', edge.name);
	const guide = coverage.guide(edge.covers);
	const begunAt = performance.now();
	const until = begunAt + Number(values.minutes) * 60_000;
	const { played, corpus, findings, outcomes } = await fuzz(edge, {
		seed: Number(values.seed),
		corpus: [...readCorpus(committed), ...readCorpus(kept)].map(({ input }) => input),
		isOver: () => performance.now() >= until,
		guide,
		onKept: (input) => writeInput(kept, 'kept', input),
		onFinding({ property, detail, input, play }) {
			const file = writeInput(committed, 'found', input);
			const again = `npm run tool -- fuzz --edge ${edge.name} --play ${file}`;
			process.stderr.write(`FOUND ${property} (seed ${values.seed}, input ${play})\n${detail}\n${again}\n`);
			process.exitCode = 1;
		},
	});
	const perSecond = Math.round((1_000 * played) / (performance.now() - begunAt));
	print(
		`${edge.name}: ${played} inputs, ${perSecond} a second, ${guide.blocks} blocks, corpus of ${corpus.length}, ${findings.length} findings`,
	);
	for (const [outcome, times] of [...outcomes].sort(([, a], [, b]) => b - a)) print(`  ${times} ${outcome}`);
}
