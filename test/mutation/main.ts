import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { complaints, leastScore, type Pardon, scoreOf } from './gate.js';
import { mutate } from './mutate.js';
import { rooms } from './rooms.js';

// `npm run mutation -- [--rooms roles,refunds] [--incremental]`: changes the code of the rooms in a thousand places, one
// at a time, and fails where the unit tests notice too few of the changes.

const options = {
	rooms: { type: 'string', default: rooms.join(',') },
	incremental: { type: 'boolean', default: false },
	concurrency: { type: 'string', default: '2' },
} as const;
const { values } = parseArgs({ options });

const chosen = rooms.filter((room) => values.rooms.split(',').includes(room));
if (chosen.length === 0) throw new Error(`The rooms are ${rooms.join(', ')}`);
const list = new URL('../../../../test/mutation/survivors.json', import.meta.url);
const pardons: readonly Pardon[] = JSON.parse(await readFile(list, 'utf8'));

for (const room of chosen) {
	const startedAt = performance.now();
	const result = await mutate(room, {
		isIncremental: values.incremental,
		concurrency: Number(values.concurrency),
	});
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	const found = complaints(
		result,
		pardons.filter(({ file }) => file.startsWith(`src/${room}/`)),
	);
	process.stdout.write(
		`${found.length > 0 ? 'x' : 'ok'} ${room}: ${scoreOf(result).toFixed(1)} % of ${result.killed + result.survivors.length} mutants killed, ${leastScore} % needed, ${seconds} s\n`,
	);
	for (const complaint of found) process.stdout.write(`  ${complaint}\n`);
	if (found.length > 0) process.exitCode = 1;
}
