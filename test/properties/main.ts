import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { stories } from './operations.js';
import { properties } from './properties.js';

// `npm run properties -- [--sequences N] [--seed S --path P]`: the properties over more sequences than the proof has
// time for and other ones each time, or over the sequence that a failure has named.

const options = {
	sequences: { type: 'string', default: '20000' },
	seed: { type: 'string' },
	path: { type: 'string' },
} as const;
const { sequences, seed, path } = parseArgs({ options }).values;

for (const { name, property } of properties) {
	const result = await fc.check<unknown>(property as fc.IAsyncProperty<unknown>, {
		numRuns: Number(sequences),
		examples: stories.map((steps) => [steps]),
		...(seed !== undefined && { seed: Number(seed) }),
		...(path !== undefined && { path }),
	});
	const said = result.failed ? `\n${fc.defaultReportMessage(result)}` : ` ${result.numRuns} sequences held`;
	process.stdout.write(`${result.failed ? 'x' : 'ok'} ${name}:${said}\n`);
	if (result.failed) process.exitCode = 1;
}
