import { parseArgs } from 'node:util';
import { stores } from '../counts/count.js';
import { benchBare } from './bare/bare.js';
import { parts } from './bare/figures.js';
import { benchBurst } from './burst.js';
import type { BurstBenchOptions } from './burst-bench.js';
import { benchLaunch } from './launch.js';

// `npm run bench -- NAME`: the figures beside a bare bot, and of the day of a launch (docs/proof.md).

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		members: { type: 'string', default: '500' },
		seconds: { type: 'string', default: '10' },
		latency: { type: 'string', default: '100' },
		store: { type: 'string', default: 'sqlite' },
		rounds: { type: 'string', default: '3' },
		only: { type: 'string' },
		who: { type: 'string', default: 'bare,product' },
		rates: { type: 'string', default: '50,100,200' },
		verifies: { type: 'string', default: '300' },
	},
});

const numbers = (list: string): number[] => list.split(',').map(Number);

/** The `known` names in a list. */
const namesIn = <Name extends string>(list: string, known: readonly Name[]): readonly Name[] =>
	known.filter((name) => list.split(',').includes(name));

/** The parts that are asked for; all where none are. */
const only = <Name extends string>(known: readonly Name[]): readonly Name[] =>
	values.only === undefined ? known : namesIn(values.only, known);

const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

const ofBurst = async (bench: (options: BurstBenchOptions) => Promise<boolean>): Promise<void> => {
	const kept = await bench({
		members: Number(values.members),
		overMs: Number(values.seconds) * 1000,
		latencyMs: Number(values.latency),
		print,
	});
	if (!kept) process.exitCode = 1;
};

const benches: Readonly<Record<string, () => Promise<void>>> = {
	bare: () =>
		benchBare({
			store: namesIn(values.store, stores)[0] ?? 'sqlite',
			rounds: Number(values.rounds),
			only: only(parts),
			who: namesIn(values.who, ['bare', 'product']),
			rates: numbers(values.rates),
			verifies: Number(values.verifies),
			print,
		}),
	burst: () => ofBurst(benchBurst),
	launch: () => ofBurst(benchLaunch),
};

const bench = benches[positionals[0] ?? ''];
if (bench === undefined) {
	process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
	process.exitCode = 64;
} else await bench();
