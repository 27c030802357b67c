import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { rareBranches, rarestBranches, Sometimes } from '../world/sometimes.js';
import { replayOf, simulate } from './simulate.js';
import type { Run } from './simulated-world.js';
import type { Batch } from './worker.js';

// `npm run simulate -- [--seeds N] [--from FIRST] [--minutes M]`: runs the core of the bot under seeded schedules of
// faults, on every CPU core. `--seed S [--without 3,5]` plays one seed and prints all events. `--clocks wrong`: process
// clocks are wrong in every schedule. Exits with 1 if a schedule went wrong.

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1000' },
		from: { type: 'string', default: '0' },
		minutes: { type: 'string', default: 'Infinity' },
		seed: { type: 'string' },
		without: { type: 'string', default: '' },
		clocks: { type: 'string' },
	},
});
const clocks: Run['clocks'] = values.clocks === 'wrong' ? 'wrong' : undefined;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const batch = 20;
const maxShown = 10;
/** This many seeds must reach every rare branch. */
const enough = 100_000;

async function playOne(run: Run): Promise<void> {
	print(replayOf(run));
	const { faults } = await simulate(run, print);
	for (const fault of faults) print(`WRONG ${fault}`);
	if (faults.length > 0) process.exitCode = 1;
}

async function playMany(first: number, count: number, until: number): Promise<void> {
	const sometimes = new Sometimes();
	let [next, seeds, wrong] = [first, 0, 0];
	const take = (results: Batch): void => {
		seeds += results.seeds;
		sometimes.add(results.reached);
		for (const failure of results.failures) {
			wrong += 1;
			if (wrong <= maxShown) process.stderr.write(`${failure}\n`);
		}
	};
	const work = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const worker = new Worker(fileURLToPath(new URL('worker.js', import.meta.url)), {
				workerData: { batch, clocks },
			});
			worker.on('message', (results: Batch | undefined) => {
				if (results !== undefined) take(results);
				const isOver = next >= first + count || Date.now() >= until;
				worker.postMessage(isOver ? undefined : next);
				next += batch;
			});
			worker.on('error', reject);
			worker.on('exit', () => resolve());
		});
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	print(`${seeds} seeds, ${wrong} wrong. Rare branches:`);
	const branches = [...rareBranches, ...rarestBranches];
	for (const branch of branches) print(`${sometimes.reached.get(branch) ?? 0} × ${branch}`);
	const missing = seeds < enough ? [] : sometimes.missing(branches);
	for (const branch of missing) process.stderr.write(`Never reached: ${branch}\n`);
	if (wrong > 0 || missing.length > 0) process.exitCode = 1;
}

if (values.seed === undefined)
	await playMany(Number(values.from), Number(values.seeds), Date.now() + Number(values.minutes) * 60_000);
else {
	const without = values.without === '' ? [] : values.without.split(',').map(Number);
	await playOne({ seed: Number(values.seed), clocks, without });
}
