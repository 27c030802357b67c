import { parseArgs } from 'node:util';
import { mutate } from './mutate.js';
import { rooms } from './rooms.js';

// `npm run tool -- mutation [--rooms roles,claims] [--files grant,drift] [--tests drift] [--incremental]`: changes the
// code of the rooms, or of some of their files, in a thousand places, one at a time, and fails if too few of the
// changes make a unit test (or one of `--tests`) fail. `--patience 60` is for a busy machine: seconds per test.

/** The share of mutants that must be killed, in percent. */
const minScore = 90;
const options = {
	rooms: { type: 'string', default: rooms.join(',') },
	files: { type: 'string' },
	tests: { type: 'string' },
	incremental: { type: 'boolean', default: false },
	patience: { type: 'string', default: '10' },
} as const;
const { values } = parseArgs({ options });

const chosen = rooms.filter((room) => values.rooms.split(',').includes(room));
if (chosen.length === 0) throw new Error(`The rooms are ${rooms.join(', ')}`);
const files = values.files?.split(',');

for (const room of chosen) {
	const { killed, all } = await mutate(room, {
		files,
		tests: values.tests?.split(','),
		isIncremental: values.incremental,
		patience: Number(values.patience),
	});
	const score = (100 * killed) / Math.max(1, all);
	process.stdout.write(`${room}: ${score.toFixed(1)} % of ${all} mutants killed, ${minScore} % needed\n`);
	if (score < minScore) process.exitCode = 1;
}
