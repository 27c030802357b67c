import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type RareBranch, rareBranches, rarestBranches, Sometimes } from '../world/sometimes.js';
import { replayOf, simulate } from './simulate.js';
import type { Run } from './simulated-world.js';

// `npm run simulate -- [--seeds N] [--from FIRST] [--minutes M] [--cores C]`: the core of the bot under seeded schedules
// of faults, on every core. `--seed S [--without 3,5]` plays one, with all that happens.
// `--clocks wrong`: clocks of processes are wrong in every schedule. Exits with 1 where a schedule
// went wrong.

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1000' },
		from: { type: 'string', default: '0' },
		minutes: { type: 'string' },
		cores: { type: 'string', default: String(availableParallelism()) },
		seed: { type: 'string' },
		without: { type: 'string', default: '' },
		clocks: { type: 'string' },
	},
});
const clocks: Run['clocks'] = values.clocks === 'wrong' ? 'wrong' : undefined;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const batch = 20;
const shown = 10;
const enough = 100_000;

/** A worker's results of a batch. */
interface Batch {
	readonly seeds: number;
	readonly passedMs: number;
	readonly acts: number;
	readonly failures: readonly string[];
	readonly reached: readonly (readonly [RareBranch, number])[];
}

async function playOne(run: Run): Promise<void> {
	const { faults } = await simulate(run, print);
	for (const fault of faults) print(`WRONG ${fault}`);
	if (faults.length > 0) process.exitCode = 1;
}

async function playMany(): Promise<void> {
	const first = Number(values.from);
	const end = first + Number(values.seeds);
	const until = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
	const begunAt = performance.now();
	const sometimes = new Sometimes();
	let [next, seeds, passedMs, acts, wrong] = [first, 0, 0, 0, 0];
	const take = (results: Batch): void => {
		seeds += results.seeds;
		passedMs += results.passedMs;
		acts += results.acts;
		sometimes.add(new Map(results.reached));
		for (const failure of results.failures) {
			wrong += 1;
			if (wrong <= shown) process.stderr.write(`${failure}\n`);
		}
	};
	const work = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const worker = new Worker(fileURLToPath(new URL('worker.js', import.meta.url)), {
				workerData: { batch, clocks },
			});
			worker.on('message', (results: Batch | undefined) => {
				if (results !== undefined) take(results);
				const isOver = next >= end || Date.now() >= until;
				worker.postMessage(isOver ? undefined : next);
				next += batch;
			});
			worker.on('error', reject);
			worker.on('exit', () => resolve());
		});
	await Promise.all(Array.from({ length: Number(values.cores) }, work));
	const minutes = (performance.now() - begunAt) / 60_000;
	const years = passedMs / (365.25 * 86_400_000);
	print('| Seeds | Wrong | Acts | Seeds a second | Simulated years | Years a minute |');
	print('|---|---|---|---|---|---|');
	const figures = [seeds, wrong, acts, (seeds / minutes / 60).toFixed(1), years.toFixed(1)];
	print(`| ${[...figures, (years / minutes).toFixed(1)].join(' | ')} |`);
	print('');
	print('| Rare branch | Times |');
	print('|---|---|');
	const branches = [...rareBranches, ...rarestBranches];
	for (const branch of branches) print(`| ${branch} | ${sometimes.reached.get(branch) ?? 0} |`);
	// This number of seeds gets everywhere, or the simulation has lost its way there.
	const missing = seeds < enough ? [] : sometimes.missing(branches);
	for (const branch of missing) process.stderr.write(`Never reached: ${branch}\n`);
	if (wrong > 0 || missing.length > 0) process.exitCode = 1;
}

if (values.seed === undefined) await playMany();
else {
	const without = values.without === '' ? [] : values.without.split(',').map(Number);
	const run = { seed: Number(values.seed), clocks, without };
	print(replayOf(run));
	await playOne(run);
}
