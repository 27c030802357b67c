import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCorpus, writeFinding } from './corpus-files.js';
import { Broken, type Edge, type Json } from './edge.js';
import { edges } from './edges.js';
import { fuzz, outcomeOf } from './fuzz.js';

// `npm run tool -- fuzz [--edge rows] [--minutes M] [--seed S] [--play FILE]` plays each edge in turn, or only the
// named ones, for M minutes each. A finding becomes a file of the corpus, and the exit code is 1. `--play` plays one
// file.

const { values } = parseArgs({
	options: {
		edge: { type: 'string', multiple: true },
		minutes: { type: 'string', default: '1' },
		seed: { type: 'string', default: '1' },
		play: { type: 'string' },
	},
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

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
	const until = performance.now() + Number(values.minutes) * 60_000;
	const { played, findings, outcomes } = await fuzz(edge, {
		seed: Number(values.seed),
		corpus: readCorpus(edge.name).map(({ input }) => input),
		isOver: () => performance.now() >= until,
		onFinding({ property, detail, input, play }) {
			const again = `npm run tool -- fuzz --edge ${edge.name} --play ${writeFinding(edge.name, input)}`;
			process.stderr.write(`FOUND ${property} (seed ${values.seed}, input ${play})\n${detail}\n${again}\n`);
			process.exitCode = 1;
		},
	});
	print(`${edge.name}: ${played} inputs, ${findings.length} findings`);
	for (const [outcome, times] of [...outcomes].sort(([, a], [, b]) => b - a)) print(`  ${times} ${outcome}`);
}
