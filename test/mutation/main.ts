import { parseArgs } from 'node:util';
import { minScore, passes, scoreOf } from './gate.js';
import { mutate } from './mutate.js';
import { rooms } from './rooms.js';

// `npm run tool -- mutation [--rooms roles,claims] [--files grant,drift] [--tests drift] [--incremental]`: changes
// the code of the rooms, or of some of their files, in a thousand places, one at a time, and fails where the unit tests,
// or some of them, notice too few of the changes. `--patience 60` on a busy machine: seconds for one test.

const options = {
	rooms: { type: 'string', default: rooms.join(',') },
	files: { type: 'string' },
	tests: { type: 'string' },
	incremental: { type: 'boolean', default: false },
	concurrency: { type: 'string', default: '2' },
	patience: { type: 'string', default: '10' },
} as const;
const { values } = parseArgs({ options });

const chosen = rooms.filter((room) => values.rooms.split(',').includes(room));
if (chosen.length === 0) throw new Error(`The rooms are ${rooms.join(', ')}`);
const files = values.files?.split(',');

for (const room of chosen) {
	const startedAt = performance.now();
	const result = await mutate(room, {
		files,
		tests: values.tests?.split(','),
		isIncremental: values.incremental,
		concurrency: Number(values.concurrency),
		patience: Number(values.patience),
	});
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	process.stdout.write(
		`${passes(result) ? 'ok' : 'x'} ${room}: ${scoreOf(result).toFixed(1)} % of ${result.killed + result.survived} mutants killed, ${minScore} % needed, ${seconds} s\n`,
	);
	if (!passes(result)) process.exitCode = 1;
}
