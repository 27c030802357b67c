import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { complaints, leastScore, type Pardon, scoreOf } from './gate.js';
import { isTried, mutate } from './mutate.js';
import { rooms } from './rooms.js';

// `npm run mutation -- [--rooms roles,refunds] [--files grant,drift] [--tests drift] [--incremental]`: changes
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
const list = new URL('../../../../test/mutation/survivors.json', import.meta.url);
const pardons: readonly Pardon[] = JSON.parse(await readFile(list, 'utf8'));

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
	const found = complaints(
		result,
		pardons.filter(({ file }) => isTried(room, files, file)),
	);
	process.stdout.write(
		`${found.length > 0 ? 'x' : 'ok'} ${room}: ${scoreOf(result).toFixed(1)} % of ${result.killed + result.survivors.length} mutants killed, ${leastScore} % needed, ${seconds} s\n`,
	);
	for (const complaint of found) process.stdout.write(`  ${complaint}\n`);
	if (found.length > 0) process.exitCode = 1;
}
